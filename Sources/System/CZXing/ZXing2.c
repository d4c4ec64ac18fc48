// zxing-cpp 2.x. Its functions and values are declared here as in ZXingC.h of 2.3: plain C, which stays compatible as long as the
// library's soname.
#include "CLibraries.h"
#include "Reader.h"

typedef struct Barcode Barcode;
typedef struct Barcodes Barcodes;
typedef struct ImageView ImageView;
typedef struct ReaderOptions ReaderOptions;

typedef struct {
    int x, y;
} Point;

typedef struct {
    Point corners[4];
} Position;

enum {
    luminance = 0x01000000,
    read_add_ons = 1,
};

enum {
    aztec = 1 << 0,
    codabar = 1 << 1,
    code_39 = 1 << 2,
    code_93 = 1 << 3,
    code_128 = 1 << 4,
    data_bar = 1 << 5,
    data_bar_expanded = 1 << 6,
    data_matrix = 1 << 7,
    ean_8 = 1 << 8,
    ean_13 = 1 << 9,
    itf = 1 << 10,
    maxi_code = 1 << 11,
    pdf_417 = 1 << 12,
    qr_code = 1 << 13,
    upc_a = 1 << 14,
    upc_e = 1 << 15,
    micro_qr_code = 1 << 16,
    rmqr_code = 1 << 17,
    // All above.
    known_formats = (1 << 18) - 1,
};

#define FUNCTIONS(each, optional) \
    each(ImageView *, view, "ZXing_ImageView_new", \
        (const uint8_t *, int width, int height, int format, int row_stride, int pixel_stride)) \
    each(void, delete_view, "ZXing_ImageView_delete", (ImageView *)) \
    each(ReaderOptions *, options, "ZXing_ReaderOptions_new", (void)) \
    each(void, delete_options, "ZXing_ReaderOptions_delete", (ReaderOptions *)) \
    each(void, set_formats, "ZXing_ReaderOptions_setFormats", (ReaderOptions *, int)) \
    each(void, set_invert, "ZXing_ReaderOptions_setTryInvert", (ReaderOptions *, bool)) \
    each(void, set_downscale, "ZXing_ReaderOptions_setTryDownscale", (ReaderOptions *, bool)) \
    each(void, set_add_ons, "ZXing_ReaderOptions_setEanAddOnSymbol", (ReaderOptions *, int)) \
    each(void, set_minimum_lines, "ZXing_ReaderOptions_setMinLineCount", (ReaderOptions *, int)) \
    each(void, set_maximum, "ZXing_ReaderOptions_setMaxNumberOfSymbols", (ReaderOptions *, int)) \
    each(Barcodes *, read, "ZXing_ReadBarcodes", (const ImageView *, const ReaderOptions *)) \
    each(void, delete_codes, "ZXing_Barcodes_delete", (Barcodes *)) \
    each(int, count, "ZXing_Barcodes_size", (const Barcodes *)) \
    each(const Barcode *, at, "ZXing_Barcodes_at", (const Barcodes *, int)) \
    each(bool, is_valid, "ZXing_Barcode_isValid", (const Barcode *)) \
    each(int, format, "ZXing_Barcode_format", (const Barcode *)) \
    each(uint8_t *, bytes, "ZXing_Barcode_bytes", (const Barcode *, int *)) \
    each(char *, symbology, "ZXing_Barcode_symbologyIdentifier", (const Barcode *)) \
    each(uint8_t *, declared, "ZXing_Barcode_bytesECI", (const Barcode *, int *)) \
    each(int, line_count, "ZXing_Barcode_lineCount", (const Barcode *)) \
    each(Position, position, "ZXing_Barcode_position", (const Barcode *)) \
    /* The C interface does not report structured append. These C++ members take no argument and return an int, so C can call \
       them. An older library may lack them. */ \
    optional(int, sequence_index, "_ZNK5ZXing6Result13sequenceIndexEv", (const Barcode *)) \
    optional(int, sequence_size, "_ZNK5ZXing6Result12sequenceSizeEv", (const Barcode *)) \
    each(void, free, "ZXing_free", (void *))

typedef struct {
    FUNCTIONS(CLIBRARY_MEMBER, CLIBRARY_MEMBER)
} Functions;

static Functions zxing;

static const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION, CLIBRARY_OPTIONAL)};

static CLibrary library = CLIBRARY(zxing, functions, NULL, "libZXing.so.3");

/// NULL for kinds that are not read.
static const char *name(int format) {
    switch (format) {
    case aztec: return "AZTEC";
    case codabar: return "CODABAR";
    case code_39: return "CODE_39";
    case code_93: return "CODE_93";
    case code_128: return "CODE_128";
    case data_bar: return "RSS_14";
    case data_bar_expanded: return "RSS_EXPANDED";
    case data_matrix: return "DATA_MATRIX";
    case ean_8: return "EAN_8";
    case ean_13: return "EAN_13";
    case itf: return "ITF";
    case maxi_code: return "MAXICODE";
    case micro_qr_code: return "MICRO_QR_CODE";
    case rmqr_code: return "RMQR_CODE";
    case pdf_417: return "PDF_417";
    case qr_code: return "QR_CODE";
    case upc_a: return "UPC_A";
    case upc_e: return "UPC_E";
    default: return NULL;
    }
}

/// Keeps the characters of a Code 39 as they are: by default 2.3 decodes pairs of the extended mode, "+P" as "p". The C interface
/// has no setter for that. The inline C++ setter writes this bit, the sixth of the options, which this does as well.
static void keep_code_39(ReaderOptions *options) {
    const uint8_t defaults = 0x2F, extended_code_39 = 0x20;
    uint8_t *flags = (uint8_t *)options;
    if (*flags == defaults) *flags &= (uint8_t)~extended_code_39;
}

/// A DataBar found in only two lines may be noise: the library joins halves from anywhere in the picture, and thus finds about 14
/// codes in a megapixel of random pixels. With three lines it found none there.
static bool may_be_noise(const Barcode *barcode) {
    return zxing.format(barcode) == data_bar && zxing.line_count(barcode) < 3;
}

/// Reports a code; false when memory is exhausted.
static bool report(const Barcode *barcode, void (*found)(const CZXingCode *, void *), void *context) {
    const char *format = name(zxing.format(barcode));
    if (!zxing.is_valid(barcode) || !format || may_be_noise(barcode)) return true;
    int count = 0, declared_count = 0;
    uint8_t *bytes = zxing.bytes(barcode, &count);
    uint8_t *declared = zxing.declared(barcode, &declared_count);
    char *symbology = zxing.symbology(barcode);
    const bool is_whole = bytes && declared && symbology;
    if (is_whole && count > 0) {
        // The library adds the application identifier 01 before the 14 digits of a DataBar.
        const int skipped = zxing.format(barcode) == data_bar && count == 16 ? 2 : 0;
        const int index = zxing.sequence_index ? zxing.sequence_index(barcode) : -1;
        const int size = zxing.sequence_size ? zxing.sequence_size(barcode) : -1;
        CZXingCode code = {
            .format = format,
            .bytes = bytes + skipped,
            .count = (size_t)(count - skipped),
            .symbology = symbology,
            .declared = declared,
            .declared_count = (size_t)declared_count,
            .line_count = zxing.line_count(barcode),
            .is_part = index > -1 && size > -1,
            .sequence_index = index,
            .sequence_size = size,
        };
        const Position position = zxing.position(barcode);
        for (int corner = 0; corner < 4; corner++) {
            code.corners[corner * 2] = position.corners[corner].x;
            code.corners[corner * 2 + 1] = position.corners[corner].y;
        }
        found(&code, context);
    }
    if (bytes) zxing.free(bytes);
    if (declared) zxing.free(declared);
    if (symbology) zxing.free(symbology);
    return is_whole;
}

CZXingOutcome czxing_read_2(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                            void (*found)(const CZXingCode *code, void *context), void *context) {
    if (!clibrary_open(&library)) return CZXING_MISSING;
    ImageView *view = zxing.view(pixels, width, height, luminance, 0, 0);
    ReaderOptions *options = zxing.options();
    Barcodes *codes = NULL;
    if (view && options) {
        // Trying harder and rotating are its defaults. Scaling down and inverting are done by ZXingReader.
        keep_code_39(options);
        zxing.set_formats(options, known_formats);
        zxing.set_invert(options, false);
        zxing.set_downscale(options, false);
        zxing.set_add_ons(options, read_add_ons);
        zxing.set_minimum_lines(options, minimum_lines);
        zxing.set_maximum(options, czxing_maximum_codes);
        codes = zxing.read(view, options);
    }
    bool is_whole = codes != NULL;
    for (int index = 0; is_whole && index < zxing.count(codes); index++) {
        is_whole = report(zxing.at(codes, index), found, context);
    }
    if (codes) zxing.delete_codes(codes);
    if (options) zxing.delete_options(options);
    if (view) zxing.delete_view(view);
    return is_whole ? CZXING_DONE : CZXING_FAILED;
}
