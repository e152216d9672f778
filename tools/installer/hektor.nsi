; SPDX-License-Identifier: GPL-3.0-or-later
; Hektor for one user of Windows: no administrator, one page, silent with /S. See __main__.py.

Unicode true
Name "Hektor ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Hektor"
RequestExecutionLevel user
SetCompressor /SOLID lzma
ShowInstDetails show
Page instfiles
UninstPage instfiles

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Hektor"

Section
    ; What an older version has left would be mixed with the new one. Games are kept elsewhere.
    RMDir /r "$INSTDIR\python"
    SetOutPath "$INSTDIR"
    File /r "${FOLDER}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    ; Where Hektor starts, and files without a folder are looked for.
    SetOutPath "$DOCUMENTS"
    CreateShortCut "$SMPROGRAMS\Hektor.lnk" "$INSTDIR\hektor.cmd"
    WriteRegStr HKCU "${KEY}" "DisplayName" "Hektor"
    WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
SectionEnd

Section Uninstall
    RMDir /r "$INSTDIR\python"
    Delete "$INSTDIR\hektor.cmd"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Hektor.lnk"
    DeleteRegKey HKCU "${KEY}"
SectionEnd
