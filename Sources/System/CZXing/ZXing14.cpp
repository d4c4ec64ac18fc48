// zxing-cpp 1.4. The layout of its values follows its headers, and the names of its functions contain their types, so only the
// headers of that version can be used. Where they are missing or of another version, only the stub at the end is compiled.
#include "CLibraries.h"
#include "Reader.h"

#if __has_include(<ZXing/ZXVersion.h>) && __has_include(<cassert>)
#include <ZXing/ZXVersion.h>
#endif

#if defined(ZXING_VERSION_MAJOR) && ZXING_VERSION_MAJOR == 1 && ZXING_VERSION_MINOR == 4
#define ZX_USE_UTF8
#include <ZXing/ReadBarcode.h>
#include <algorithm>
#include <string>

using namespace ZXing;

namespace {

/// An object of a class whose header is not installed, with enough memory (the classes of 1.4 take 32 and 48 bytes).
struct Opaque {
    alignas(16) unsigned char storage[256];
};

// The library's functions. The first argument of a member function is its object.
//
// ReadBarcodes itself cannot be used: as built by Debian it aborts for a picture with the same linear code twice (it compares
// results with more than one line, which an assertion forbids). So the functions below it are called instead.
#define FUNCTIONS(each) \
    each(void, make_reader, "_ZN5ZXing17MultiFormatReaderC1ERKNS_11DecodeHintsE", (Opaque *, const DecodeHints &)) \
    each(void, destroy_reader, "_ZN5ZXing17MultiFormatReaderD1Ev", (Opaque *)) \
    each(void, make_bitmap, "_ZN5ZXing15HybridBinarizerC1ERKNS_9ImageViewE", (Opaque *, const ImageView &)) \
    each(void, destroy_bitmap, "_ZN5ZXing15HybridBinarizerD1Ev", (Opaque *)) \
    each(Results, read, "_ZNK5ZXing17MultiFormatReader12readMultipleERKNS_12BinaryBitmapEi", \
        (const Opaque *reader, const Opaque *bitmap, int maximum)) \
    each(const ByteArray &, bytes, "_ZNK5ZXing6Result5bytesEv", (const Result *)) \
    each(std::string, symbology, "_ZNK5ZXing6Result19symbologyIdentifierB5cxx11Ev", (const Result *)) \
    each(ByteArray, declared, "_ZNK5ZXing6Result8bytesECIEv", (const Result *)) \
    each(int, sequence_index, "_ZNK5ZXing6Result13sequenceIndexEv", (const Result *)) \
    each(int, sequence_size, "_ZNK5ZXing6Result12sequenceSizeEv", (const Result *))

struct Functions {
    FUNCTIONS(CLIBRARY_MEMBER)
};

Functions zxing;

const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION)};

CLibrary library = CLIBRARY(zxing, functions, nullptr, "libZXing.so.2");

/// Owns an object of such a class.
class Owned {
public:
    template <typename Argument>
    Owned(void (*make)(Opaque *, const Argument &), const Argument &argument, void (*destroy)(Opaque *)) : destroy(destroy) {
        make(&object, argument);
    }
    ~Owned() { destroy(&object); }
    Owned(const Owned &) = delete;
    const Opaque *get() const { return &object; }

private:
    Opaque object;
    void (*destroy)(Opaque *);
};

/// Null for kinds that are not read.
const char *name(BarcodeFormat format) {
    switch (format) {
    case BarcodeFormat::Aztec: return "AZTEC";
    case BarcodeFormat::Codabar: return "CODABAR";
    case BarcodeFormat::Code39: return "CODE_39";
    case BarcodeFormat::Code93: return "CODE_93";
    case BarcodeFormat::Code128: return "CODE_128";
    case BarcodeFormat::DataBar: return "RSS_14";
    case BarcodeFormat::DataBarExpanded: return "RSS_EXPANDED";
    case BarcodeFormat::DataMatrix: return "DATA_MATRIX";
    case BarcodeFormat::EAN8: return "EAN_8";
    case BarcodeFormat::EAN13: return "EAN_13";
    case BarcodeFormat::ITF: return "ITF";
    case BarcodeFormat::MaxiCode: return "MAXICODE";
    case BarcodeFormat::MicroQRCode: return "MICRO_QR_CODE";
    case BarcodeFormat::PDF417: return "PDF_417";
    case BarcodeFormat::QRCode: return "QR_CODE";
    case BarcodeFormat::UPCA: return "UPC_A";
    case BarcodeFormat::UPCE: return "UPC_E";
    default: return nullptr;
    }
}

constexpr auto data_bars = BarcodeFormat::DataBar | BarcodeFormat::DataBarExpanded;
constexpr auto others = BarcodeFormat::Codabar | BarcodeFormat::Code39 | BarcodeFormat::Code93 | BarcodeFormat::Code128 |
                        BarcodeFormat::EAN8 | BarcodeFormat::EAN13 | BarcodeFormat::ITF | BarcodeFormat::UPCA | BarcodeFormat::UPCE |
                        BarcodeFormat::Aztec | BarcodeFormat::DataMatrix | BarcodeFormat::MaxiCode | BarcodeFormat::PDF417 |
                        BarcodeFormat::QRCode | BarcodeFormat::MicroQRCode;

Results search(const ImageView &view, BarcodeFormats formats, int maximum, int lines) {
    DecodeHints hints;
    hints.setFormats(formats).setTryHarder(true).setTryRotate(true).setMinLineCount(lines);
    hints.setEanAddOnSymbol(EanAddOnSymbol::Read);
    // A scanner returns the start and stop letters of a Codabar as well.
    hints.setReturnCodabarStartEnd(true);
    const Owned reader(zxing.make_reader, hints, zxing.destroy_reader);
    const Owned bitmap(zxing.make_bitmap, view, zxing.destroy_bitmap);
    return zxing.read(reader.get(), bitmap.get(), maximum);
}

/// Finds at most one: the assertion (see above) would also abort at the second line of a DataBar. So one line has to suffice, and
/// the code has to be found again with other lines.
Results search_data_bar(const ImageView &view) {
    const Results results = search(view, data_bars, 1, 1);
    const int cut = std::max(2, view.height() / 256);
    if (results.empty() || view.height() <= cut * 2) return {};
    const Results again = search(view.cropped(0, cut, 0, 0), data_bars, 1, 1);
    const bool is_same = !again.empty() && again[0].format() == results[0].format() &&
                         zxing.bytes(&again[0]) == zxing.bytes(&results[0]);
    return is_same ? results : Results();
}

void report(const Result &result, void (*found)(const CZXingCode *, void *), void *context) {
    const char *format = name(result.format());
    if (!result.isValid() || !format) return;
    const ByteArray &bytes = zxing.bytes(&result);
    const std::string symbology = zxing.symbology(&result);
    const ByteArray declared = zxing.declared(&result);
    CZXingCode code = {format, bytes.data(), bytes.size(), symbology.c_str(), declared.data(), declared.size(), {}, result.lineCount(), false, 0, 0};
    code.is_part = zxing.sequence_size(&result) > -1 && zxing.sequence_index(&result) > -1;
    code.sequence_index = zxing.sequence_index(&result);
    code.sequence_size = zxing.sequence_size(&result);
    for (int corner = 0; corner < 4; corner++) {
        code.corners[corner * 2] = result.position()[corner].x;
        code.corners[corner * 2 + 1] = result.position()[corner].y;
    }
    found(&code, context);
}

} // namespace

CZXingOutcome czxing_read_1_4(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                              void (*found)(const CZXingCode *code, void *context), void *context) {
    try {
        if (!clibrary_open(&library)) return CZXING_MISSING;
        const ImageView view(pixels, width, height, ImageFormat::Lum);
        for (const Result &result : search(view, others, czxing_maximum_codes, minimum_lines)) report(result, found, context);
        for (const Result &result : search_data_bar(view)) report(result, found, context);
        return CZXING_DONE;
    } catch (...) {
        return CZXING_FAILED;
    }
}

#else

CZXingOutcome czxing_read_1_4(const uint8_t *, int32_t, int32_t, int32_t, void (*)(const CZXingCode *, void *), void *) {
    return CZXING_MISSING;
}

#endif
