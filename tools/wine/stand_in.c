// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for Python and Hektor while run.cmd is tried: writes down how it is called.

#include <stdio.h>
#include <wchar.h>
#include <windows.h>

// Ends with 7 as Hektor, with 9 as a Python that is too old (py.exe), else with 0. As Python asked
// for an environment it puts itself there.
int wmain(int count, wchar_t **given) {
    wchar_t self[MAX_PATH], path[MAX_PATH];
    GetModuleFileNameW(NULL, self, MAX_PATH);
    FILE *calls = _wfopen(_wgetenv(L"CALLS"), L"ab");
    char line[4000];
    WideCharToMultiByte(CP_UTF8, 0, GetCommandLineW(), -1, line, sizeof line, NULL, NULL);
    fprintf(calls, "%s\n", line);
    fclose(calls);
    if (wcsstr(self, L"hektor.exe")) return 7;
    if (wcsstr(self, L"py.exe")) return 9;
    if (count == 4 && !wcscmp(given[2], L"venv")) {
        const wchar_t *made[] = {L"", L"\\Scripts"}, *copies[] = {L"python", L"hektor"};
        for (int i = 0; i < 2; i++) {
            swprintf(path, MAX_PATH, L"%ls%ls", given[3], made[i]);
            CreateDirectoryW(path, NULL);
        }
        for (int i = 0; i < 2; i++) {
            swprintf(path, MAX_PATH, L"%ls\\Scripts\\%ls.exe", given[3], copies[i]);
            CopyFileW(self, path, FALSE);
        }
    }
    return 0;
}
