@echo off
rem Starts Hektor on Windows, and sets it up first where that is not done: run [COMMAND] [OPTIONS]
rem It needs Python from python.org or from the Microsoft Store, and no administrator.
setlocal
set "HERE=%~dp0"
set "VENV=%HERE%.venv"
rem Set up is what has the locked versions of today.
if not exist "%VENV%\Scripts\hektor.exe" goto set_up
fc /b "%HERE%requirements\run.txt" "%VENV%\set-up.txt" >nul 2>nul && goto start

:set_up
set "PYTHON="
call :try py -3
call :try python
call :try python3
if not defined PYTHON (
    echo Hektor needs Python 3.11 or newer. It is in the Microsoft Store, and at python.org. 1>&2
    set "STATUS=1"
    goto end
)
echo Setting Hektor up. This happens once and takes about a minute. 1>&2
"%VENV%\Scripts\python.exe" -c "import pip" >nul 2>nul && goto packages
rem One that was left in the middle is of no use.
if exist "%VENV%" rmdir /s /q "%VENV%"
%PYTHON% -m venv "%VENV%" || goto failed

:packages
set PIP="%VENV%\Scripts\python.exe" -m pip install --quiet --disable-pip-version-check --no-input --no-compile --progress-bar off
echo Step 1 of 3: the tools. 1>&2
%PIP% --require-hashes -r "%HERE%requirements\build.txt" || goto failed
echo Step 2 of 3: the libraries, about 60 megabytes. 1>&2
%PIP% --require-hashes --no-build-isolation -r "%HERE%requirements\run.txt" || goto failed
echo Step 3 of 3: Hektor. 1>&2
%PIP% --no-deps --no-build-isolation -e "%HERE%." || goto failed
copy /y "%HERE%requirements\run.txt" "%VENV%\set-up.txt" >nul
echo Hektor is set up. 1>&2

:start
"%VENV%\Scripts\hektor.exe" %*
set "STATUS=%ERRORLEVEL%"
goto end

:failed
echo The Python packages could not be installed. Is there a network? The next time goes on from here. 1>&2
set "STATUS=1"

:end
rem After a double click the window would close with the last line unread.
if "%~1"=="" echo "%CMDCMDLINE%" | find /i "%~nx0" >nul && pause
exit /b %STATUS%

:try
if defined PYTHON exit /b 0
%* -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && set "PYTHON=%*"
exit /b 0
