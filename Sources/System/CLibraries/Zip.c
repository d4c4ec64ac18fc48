// The declarations are copied here, so that only the library itself has to be installed; they follow libzip 1.7 and are the same up
// to 1.11.
#include "CLibraries.h"
#include "CZip/shim.h"

#include <nettle/aes.h>
#include <nettle/hmac.h>
#include <nettle/pbkdf2.h>
#include <nettle/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CZipSource CZipSource;

/// `zip_error_t`.
typedef struct {
    int zip_error;
    int system_error;
    char *text;
} CZipError;

// The used values of zip.h.
enum { CZIP_RDONLY = 16, CZIP_RAW_NAME = 64, CZIP_AS_STORED = 4 | 32 };

#define FUNCTIONS(each) \
    each(CZipSource *, make_source, "zip_source_function_create", \
        (int64_t (*callback)(void *, void *, uint64_t, int), void *context, CZipError *error)) \
    each(void, free_source, "zip_source_free", (CZipSource *source)) \
    each(CZipArchive *, open, "zip_open_from_source", (CZipSource *source, int flags, CZipError *error)) \
    each(int64_t, count, "zip_get_num_entries", (CZipArchive *archive, uint32_t flags)) \
    each(int, stat, "zip_stat_index", (CZipArchive *archive, uint64_t index, uint32_t flags, CZipStat *stat)) \
    each(int, attributes, "zip_file_get_external_attributes", \
        (CZipArchive *archive, uint64_t index, uint32_t flags, uint8_t *system, uint32_t *attributes)) \
    each(CZipFile *, open_entry, "zip_fopen_index_encrypted", \
        (CZipArchive *archive, uint64_t index, uint32_t flags, const char *password)) \
    each(int64_t, read, "zip_fread", (CZipFile *file, void *bytes, uint64_t count)) \
    each(int, close_entry, "zip_fclose", (CZipFile *file)) \
    each(CZipError *, error, "zip_get_error", (CZipArchive *archive)) \
    each(CZipError *, entry_error, "zip_file_get_error", (CZipFile *file)) \
    each(void, discard, "zip_discard", (CZipArchive *archive))

typedef struct {
    FUNCTIONS(CLIBRARY_MEMBER)
} Functions;

static Functions zip;

static const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION)};

static CLibrary library = CLIBRARY(zip, functions, NULL, "libzip.so.5", "libzip.so.4");

/// The file that an archive is read from. `read` returns the number of bytes, or -1.
typedef struct {
    int64_t (*read)(void *context, uint64_t offset, void *bytes, uint64_t count);
    void (*release)(void *context);
    void *context;
    uint64_t size;
    uint64_t position;
    CZipError error;
} CZipInput;

// The used values of zip_source_cmd_t.
enum { CZIP_OPEN, CZIP_READ, CZIP_CLOSE, CZIP_STAT, CZIP_ERROR, CZIP_FREE, CZIP_SEEK, CZIP_TELL, CZIP_SUPPORTS = 14 };

static int64_t input_of(void *context, void *data, uint64_t length, int command) {
    CZipInput *input = context;
    switch (command) {
    case CZIP_OPEN:
        input->position = 0;
        return 0;
    case CZIP_READ: {
        uint64_t left = input->position < input->size ? input->size - input->position : 0;
        int64_t count = input->read(input->context, input->position, data, length < left ? length : left);
        if (count < 0) {
            input->error.zip_error = CZIP_ER_READ;
            return -1;
        }
        input->position += (uint64_t)count;
        return count;
    }
    case CZIP_CLOSE: return 0;
    case CZIP_STAT: {
        CZipStat *stat = data;
        memset(stat, 0, sizeof *stat);
        // ZIP_STAT_SIZE.
        stat->valid = 4;
        stat->size = input->size;
        return sizeof *stat;
    }
    case CZIP_ERROR:
        if (length < 2 * sizeof(int)) return -1;
        ((int *)data)[0] = input->error.zip_error;
        ((int *)data)[1] = 0;
        return 2 * sizeof(int);
    case CZIP_FREE:
        input->release(input->context);
        free(input);
        return 0;
    case CZIP_SEEK: {
        struct {
            int64_t offset;
            int whence;
        } *seek = data;
        if (length < sizeof *seek) return -1;
        int64_t from = seek->whence == SEEK_SET ? 0 : (int64_t)(seek->whence == SEEK_CUR ? input->position : input->size);
        int64_t target;
        if (__builtin_add_overflow(from, seek->offset, &target) || target < 0 || (uint64_t)target > input->size) {
            input->error.zip_error = CZIP_ER_INVALID;
            return -1;
        }
        input->position = (uint64_t)target;
        return 0;
    }
    case CZIP_TELL: return (int64_t)input->position;
    case CZIP_SUPPORTS: {
        int64_t commands = 0;
        for (int supported = CZIP_OPEN; supported <= CZIP_TELL; supported++) commands |= (int64_t)1 << supported;
        return commands | (int64_t)1 << CZIP_SUPPORTS;
    }
    default:
        input->error.zip_error = CZIP_ER_INVALID;
        return -1;
    }
}

CZipArchive *czip_open(int64_t (*read)(void *, uint64_t, void *, uint64_t), void (*release)(void *),
                                     void *context, uint64_t size, int *error) {
    const bool is_there = clibrary_open(&library) != NULL;
    CZipInput *input = is_there ? calloc(1, sizeof *input) : NULL;
    if (!input) {
        *error = is_there ? CZIP_ER_MEMORY : CZIP_ER_NO_LIBRARY;
        release(context);
        return NULL;
    }
    *input = (CZipInput){read, release, context, size, 0, {0}};
    CZipError failure = {0};
    CZipSource *source = zip.make_source(input_of, input, &failure);
    if (!source) {
        *error = CZIP_ER_MEMORY;
        release(context);
        free(input);
        return NULL;
    }
    CZipArchive *archive = zip.open(source, CZIP_RDONLY, &failure);
    if (!archive) zip.free_source(source);
    *error = failure.zip_error;
    return archive;
}

void czip_close(CZipArchive *archive) { zip.discard(archive); }

int64_t czip_count(CZipArchive *archive) { return zip.count(archive, 0); }

bool czip_stat(CZipArchive *archive, uint64_t index, CZipStat *stat) {
    memset(stat, 0, sizeof *stat);
    return zip.stat(archive, index, CZIP_RAW_NAME, stat) == 0 && stat->name;
}

bool czip_is_special(CZipArchive *archive, uint64_t index) {
    uint8_t system = 0;
    uint32_t attributes = 0;
    if (zip.attributes(archive, index, 0, &system, &attributes) != 0 || system != 3) return false;
    uint32_t type = attributes >> 16 & 0170000;
    return type != 0 && type != 0100000 && type != 0040000;
}

CZipFile *czip_open_entry(CZipArchive *archive, uint64_t index, const char *password, bool as_stored, int *error) {
    CZipFile *file = zip.open_entry(archive, index, as_stored ? CZIP_AS_STORED : 0, password);
    *error = file ? CZIP_ER_OK : zip.error(archive)->zip_error;
    return file;
}

int64_t czip_read(CZipFile *file, void *bytes, uint64_t count, int *error) {
    int64_t result = zip.read(file, bytes, count);
    *error = result < 0 ? zip.entry_error(file)->zip_error : CZIP_ER_OK;
    return result;
}

void czip_close_entry(CZipFile *file) { zip.close_entry(file); }

static void encrypt(const uint8_t *key, size_t key_size, size_t count, uint8_t *target, const uint8_t *source) {
    union {
        struct aes128_ctx small;
        struct aes192_ctx medium;
        struct aes256_ctx large;
    } cipher;
    if (key_size == 16) {
        aes128_set_encrypt_key(&cipher.small, key);
        aes128_encrypt(&cipher.small, count, target, source);
    } else if (key_size == 24) {
        aes192_set_encrypt_key(&cipher.medium, key);
        aes192_encrypt(&cipher.medium, count, target, source);
    } else {
        aes256_set_encrypt_key(&cipher.large, key);
        aes256_encrypt(&cipher.large, count, target, source);
    }
}

CZipDecryption czip_decrypt(const uint8_t *password, size_t password_count, int strength, uint8_t *bytes, size_t count) {
    size_t key_size = 8 + 8 * (size_t)strength, salt_size = key_size / 2;
    if (count < salt_size + 12) return CZIP_IS_DAMAGED;
    uint8_t keys[66];
    pbkdf2_hmac_sha1(password_count, password, 1000, salt_size, bytes, 2 * key_size + 2, keys);
    if (memcmp(keys + 2 * key_size, bytes + salt_size, 2) != 0) return CZIP_PASSWORD_IS_WRONG;
    uint8_t *data = bytes + salt_size + 2;
    size_t data_count = count - salt_size - 12;
    struct hmac_sha1_ctx hmac;
    uint8_t digest[SHA1_DIGEST_SIZE];
    hmac_sha1_set_key(&hmac, key_size, keys + key_size);
    hmac_sha1_update(&hmac, data_count, data);
#if NETTLE_VERSION_MAJOR >= 4
    hmac_sha1_digest(&hmac, digest);
#else
    hmac_sha1_digest(&hmac, SHA1_DIGEST_SIZE, digest);
#endif
    // The verifier lets one of 65,536 wrong passwords pass.
    if (memcmp(digest, data + data_count, 10) != 0) return CZIP_IS_DAMAGED;
    // The counter is little endian and begins with 1: nettle's own counter mode is big endian.
    enum { blocks = 256 };
    uint8_t counters[blocks * AES_BLOCK_SIZE], stream[blocks * AES_BLOCK_SIZE];
    memset(counters, 0, sizeof counters);
    uint64_t number = 1;
    for (size_t start = 0; start < data_count; start += sizeof stream) {
        for (int block = 0; block < blocks; block++, number++)
            for (int byte = 0; byte < 8; byte++) counters[block * AES_BLOCK_SIZE + byte] = (uint8_t)(number >> 8 * byte);
        encrypt(keys, key_size, sizeof stream, stream, counters);
        size_t part = data_count - start < sizeof stream ? data_count - start : sizeof stream;
        for (size_t index = 0; index < part; index++) data[start + index] ^= stream[index];
    }
    return CZIP_DECRYPTED;
}
