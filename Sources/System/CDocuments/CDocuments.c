#include "CDocuments.h"

#include <string.h>

static const unsigned char key_map[] = {
#embed "../../../docs/key-map.md"
};
static const unsigned char search[] = {
#embed "../../../docs/search.md"
};
static const unsigned char cards[] = {
#embed "../../../docs/cards.md"
};
static const unsigned char barcodes[] = {
#embed "../../../docs/barcodes.md"
};
static const unsigned char commands[] = {
#embed "../../../docs/commands.md"
};
static const unsigned char import_files[] = {
#embed "../../../docs/import-files.md"
};
static const unsigned char passes[] = {
#embed "../../../docs/passes.md"
};
static const unsigned char settings[] = {
#embed "../../../docs/settings.md"
};
static const unsigned char backend[] = {
#embed "../../../docs/backend.md"
};
static const unsigned char devices[] = {
#embed "../../../docs/devices.md"
};
static const unsigned char postgresql[] = {
#embed "../../../docs/postgresql.md"
};
static const unsigned char packages[] = {
#embed "../../../docs/packages.md"
};

static const struct {
    const char *name;
    struct document document;
} all[] = {
    {"key-map", {key_map, sizeof key_map}},
    {"search", {search, sizeof search}},
    {"cards", {cards, sizeof cards}},
    {"barcodes", {barcodes, sizeof barcodes}},
    {"commands", {commands, sizeof commands}},
    {"import-files", {import_files, sizeof import_files}},
    {"passes", {passes, sizeof passes}},
    {"settings", {settings, sizeof settings}},
    {"backend", {backend, sizeof backend}},
    {"devices", {devices, sizeof devices}},
    {"postgresql", {postgresql, sizeof postgresql}},
    {"packages", {packages, sizeof packages}},
};

struct document document_named(const char *name) {
    for (size_t index = 0; index < sizeof all / sizeof all[0]; index += 1)
        if (strcmp(all[index].name, name) == 0) return all[index].document;
    return (struct document){0};
}
