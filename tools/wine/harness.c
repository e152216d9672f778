// SPDX-License-Identifier: GPL-3.0-or-later
// Calls the libraries of the Windows wheels as Hektor does, without Python: tools/wine/__main__.py.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void fail(const char *what) {
    fprintf(stderr, "%s failed (error %lu)\n", what, GetLastError());
    exit(1);
}

// The folder of the library is searched for those that it needs, as Python does.
static HMODULE load(const char *path) {
    char whole[MAX_PATH];
    if (!GetFullPathNameA(path, sizeof whole, whole, NULL)) fail(path);
    HMODULE library = LoadLibraryExA(whole, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (!library) fail(path);
    return library;
}

static void *find(HMODULE library, const char *name) {
    void *found = (void *)GetProcAddress(library, name);
    if (!found) fail(name);
    return found;
}

#define FUNCTION(result, name, ...) result (*name)(__VA_ARGS__) = find(library, #name)

static FILE *sound;

static int take(short *samples, int count, void *events) {
    (void)events;
    if (samples && count > 0) fwrite(samples, 2, (size_t)count, sound);
    return 0;
}

// LIBRARY DATA VOICE TEXT-FILE SOUND-FILE: 16 bits a sample; prints the rate.
static void speak(HMODULE library, char **given) {
    FUNCTION(int, espeak_Initialize, int, int, const char *, int);
    FUNCTION(int, espeak_SetVoiceByName, const char *);
    FUNCTION(int, espeak_SetParameter, int, int, int);
    FUNCTION(void, espeak_SetSynthCallback, int (*)(short *, int, void *));
    FUNCTION(int, espeak_Synth, const void *, size_t, unsigned, int, unsigned, unsigned, unsigned *, void *);
    char text[1000] = {0};
    FILE *file = fopen(given[2], "rb");
    if (!file) fail(given[2]);
    size_t length = fread(text, 1, sizeof text - 1, file);
    int rate = espeak_Initialize(2, 200, given[0], 0x8000);
    if (rate <= 0) fail("espeak_Initialize");
    sound = fopen(given[3], "wb");
    espeak_SetSynthCallback(take);
    if (espeak_SetVoiceByName(given[1])) fail("espeak_SetVoiceByName");
    espeak_SetParameter(1, 170, 0);
    espeak_SetParameter(2, 100, 0);
    espeak_SetParameter(3, 50, 0);
    if (espeak_Synth(text, length + 1, 0, 1, 0, 0x1001, NULL, NULL)) fail("espeak_Synth");
    fclose(sound);
    printf("%d\n", rate);
}

// LIBRARY MODEL SOUND-FILE…: 16 kHz; prints what was heard in each.
static void hear(HMODULE library, char **given) {
    FUNCTION(void, vosk_set_log_level, int);
    FUNCTION(void *, vosk_model_new, const char *);
    FUNCTION(void *, vosk_recognizer_new, void *, float);
    FUNCTION(int, vosk_recognizer_accept_waveform, void *, const char *, int);
    FUNCTION(const char *, vosk_recognizer_final_result, void *);
    static char block[3200];
    vosk_set_log_level(-1);
    void *model = vosk_model_new(given[0]);
    if (!model) fail("vosk_model_new");
    for (char **path = given + 1; *path; path++) {
        void *recogniser = vosk_recognizer_new(model, 16000.0f);
        FILE *file = fopen(*path, "rb");
        if (!file) fail(*path);
        size_t length;
        while ((length = fread(block, 1, sizeof block, file)) > 0)
            vosk_recognizer_accept_waveform(recogniser, block, (int)length);
        fclose(file);
        printf("%s\n", vosk_recognizer_final_result(recogniser));
    }
}

// LIBRARY: prints version and the number of devices, which may be none.
static void devices(HMODULE library, char **given) {
    (void)given;
    FUNCTION(int, Pa_Initialize, void);
    FUNCTION(int, Pa_GetDeviceCount, void);
    FUNCTION(const char *, Pa_GetVersionText, void);
    int error = Pa_Initialize();
    printf("%s; error %d; %d devices\n", Pa_GetVersionText(), error, Pa_GetDeviceCount());
    if (error) exit(1);
}

// LIBRARY WAV: prints frames, rate and channels.
static void file_of_sound(HMODULE library, char **given) {
    struct { int64_t frames; int rate, channels, format, sections, seekable; } info = {0};
    FUNCTION(void *, sf_open, const char *, int, void *);
    FUNCTION(int64_t, sf_readf_short, void *, short *, int64_t);
    void *file = sf_open(given[0], 0x10, &info);
    if (!file) fail("sf_open");
    short *samples = calloc((size_t)info.frames * (size_t)info.channels, 2);
    int64_t read = sf_readf_short(file, samples, info.frames), sum = 0;
    for (int64_t i = 0; i < read; i++) sum += samples[i];
    printf("%lld %d %d %lld\n", (long long)read, info.rate, info.channels, (long long)sum);
}

// LIBRARY: prints the screen readers that it was built for.
static void readers(HMODULE library, char **given) {
    (void)given;
    FUNCTION(void *, prism_init, void *);
    FUNCTION(size_t, prism_registry_count, void *);
    FUNCTION(uint64_t, prism_registry_id_at, void *, size_t);
    FUNCTION(const char *, prism_registry_name, void *, uint64_t);
    void *context = prism_init(NULL);
    if (!context) fail("prism_init");
    for (size_t i = 0; i < prism_registry_count(context); i++)
        printf("%s\n", prism_registry_name(context, prism_registry_id_at(context, i)));
}

int main(int count, char **given) {
    static const struct { const char *name; void (*run)(HMODULE, char **); } jobs[] = {
        {"speak", speak}, {"hear", hear}, {"devices", devices}, {"sound", file_of_sound}, {"readers", readers},
    };
    for (size_t i = 0; count > 2 && i < sizeof jobs / sizeof *jobs; i++)
        if (!strcmp(given[1], jobs[i].name)) {
            jobs[i].run(load(given[2]), given + 3);
            fflush(stdout);
            ExitProcess(0);  // some libraries hang while they are unloaded
        }
    return 2;
}
