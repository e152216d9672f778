@echo off
rem Starts Hektor on Windows, and sets it up first where that is not done: run [COMMAND] [OPTIONS]
rem It needs Python from python.org or from the Microsoft Store, and no administrator.
setlocal EnableExtensions DisableDelayedExpansion
set "HERE=%~dp0"
set "VENV=%HERE%.venv"
rem Set up is what was made in this place and has the locked versions of today.
set "PLACE="
if exist "%VENV%\place.txt" set /p PLACE=<"%VENV%\place.txt"
if not [%PLACE%]==["%HERE%"] goto set_up
if not exist "%VENV%\Scripts\hektor.exe" goto set_up
fc /b "%HERE%requirements\run.txt" "%VENV%\set-up.txt" >nul 2>nul
if not %ERRORLEVEL%==0 goto set_up

:start
"%VENV%\Scripts\hektor.exe" %*
set "STATUS=%ERRORLEVEL%"
goto end

:set_up
set "PYTHON="
call :try py -3
call :try python
call :try python3
if not defined PYTHON (
    echo Hektor needs Python 3.11 or newer for 64 bits, not for ARM. It is at python.org, as "Windows installer (64-bit)", and in the Microsoft Store. 1>&2
    set "STATUS=1"
    goto end
)
echo Setting Hektor up. This happens once and takes about a minute. 1>&2
rem One that was moved, or left in the middle, is of no use.
if not [%PLACE%]==["%HERE%"] goto make
"%VENV%\Scripts\python.exe" -c "import pip" >nul 2>nul
if %ERRORLEVEL%==0 goto packages

:make
if exist "%VENV%" rmdir /s /q "%VENV%"
%PYTHON% -m venv "%VENV%"
if not %ERRORLEVEL%==0 goto failed
>"%VENV%\place.txt" echo "%HERE%"

:packages
"%VENV%\Scripts\python.exe" "%HERE%tools\set_up.py"
if not %ERRORLEVEL%==0 goto failed
copy /y "%HERE%requirements\run.txt" "%VENV%\set-up.txt" >nul
echo Hektor is set up. 1>&2
goto start

:failed
echo The Python packages could not be installed. The next time goes on from here. 1>&2
set "STATUS=1"

:end
rem After a double click the window would close with the last line unread.
set "CALLED=%CMDCMDLINE:"=%"
if "%~1"=="" if not "%CALLED%"=="%CALLED:run.cmd=%" pause
exit /b %STATUS%

:try
if defined PYTHON exit /b 0
%* -c "import sys, sysconfig; sys.exit(sys.version_info < (3, 11) or sysconfig.get_platform() in ('win32', 'win-arm64'))" >nul 2>nul
if %ERRORLEVEL%==0 set "PYTHON=%*"
exit /b 0
