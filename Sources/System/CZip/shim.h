#pragma once
// libzip, which reads ZIP archives; CLibraries/Zip.c opens it on first use. Entries that WinZip's AES encrypts are decrypted with
// libnettle: libzip 1.7 takes each of version 2 (AE-2) for damaged, since it compares a checksum that these do not have.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct CZipArchive CZipArchive;
typedef struct CZipFile CZipFile;

/// `zip_stat_t`.
typedef struct {
    uint64_t valid;
    const char *name;
    uint64_t index;
    uint64_t size;
    uint64_t packed_size;
    time_t time;
    uint32_t crc;
    uint16_t method;
    uint16_t encryption;
    uint32_t flags;
} CZipStat;

// The used values of zip.h.
enum {
    CZIP_ER_OK = 0, CZIP_ER_READ = 5, CZIP_ER_CRC = 7, CZIP_ER_ZLIB = 13, CZIP_ER_MEMORY = 14, CZIP_ER_METHOD = 16,
    CZIP_ER_INVALID = 18, CZIP_ER_NOT_ZIP = 19, CZIP_ER_INCONSISTENT = 21, CZIP_ER_ENCRYPTION = 24, CZIP_ER_NO_PASSWORD = 26,
    CZIP_ER_WRONG_PASSWORD = 27, CZIP_ER_NO_LIBRARY = -1,
};
enum { CZIP_NOT_ENCRYPTED = 0, CZIP_ZIP_CRYPTO = 1 };

typedef enum { CZIP_DECRYPTED, CZIP_PASSWORD_IS_WRONG, CZIP_IS_DAMAGED } CZipDecryption;

/// Opens an archive; NULL with an error. The context is released in any case, at the latest by `czip_close`.
CZipArchive *czip_open(int64_t (*read)(void *, uint64_t, void *, uint64_t), void (*release)(void *), void *context, uint64_t size,
                       int *error);

void czip_close(CZipArchive *archive);

int64_t czip_count(CZipArchive *archive);

/// False where the entry cannot be described. The name is valid as long as the archive.
bool czip_stat(CZipArchive *archive, uint64_t index, CZipStat *stat);

/// Whether the entry is neither a file nor a folder, by the attributes of Unix: a symbolic link, a device.
bool czip_is_special(CZipArchive *archive, uint64_t index);

/// NULL with an error. - Parameter as_stored: neither decrypts nor unpacks.
CZipFile *czip_open_entry(CZipArchive *archive, uint64_t index, const char *password, bool as_stored, int *error);

/// The number of bytes; 0 at the end, where the checksum has been verified; -1 with an error.
int64_t czip_read(CZipFile *file, void *bytes, uint64_t count, int *error);

void czip_close_entry(CZipFile *file);

/// Decrypts an entry of WinZip's AES in place: a salt of half a key, the password's verifier (2 bytes), the data, and the code that
/// authenticates them (10 bytes).
/// - Parameter strength: 1 to 3, for keys of 128, 192 and 256 bits.
CZipDecryption czip_decrypt(const uint8_t *password, size_t password_count, int strength, uint8_t *bytes, size_t count);
