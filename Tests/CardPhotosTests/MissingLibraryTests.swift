import Cards
import Testing

@testable import CardPhotos

/// The real helper, from which a library is kept.
@Suite("A helper without its libraries", .timeLimit(.minutes(5)))
struct MissingLibraryTests {
    /// A helper that does not find libraries whose names begin so.
    private func helper(without library: String) throws -> Script {
        let products = Helper.executable.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        return try Script(
            """
            LD_PRELOAD='\(products)/libinterposer.so' CARDS_TEST_MISSING='\(library)' exec '\(Helper.executable)' "$@"
            """)
    }

    @Test("without gdk-pixbuf a photo says what is missing")
    func pixbuf() async throws {
        let helper = try helper(without: "libgdk_pixbuf")
        try await Helper.with(helper.path) { decoder in
            await #expect(throws: PhotoError.libraryMissing("gdk-pixbuf")) {
                _ = try await decoder.decode(Pictures.jpeg, fitting: PixelSize(width: 20, height: 20))
            }
        }
    }

    @Test("without any zxing reading says what is missing, and photos are decoded all the same")
    func zxing() async throws {
        let helper = try helper(without: "libZXing")
        let reader = HelperBarcodeReader(executable: helper.path, timeLimit: .seconds(60))
        await #expect(throws: BarcodeReadingError.libraryMissing("libZXing")) {
            _ = try await reader.barcodes(in: Pictures.jpeg)
        }
        try await Helper.with(helper.path) { decoder in
            let image = try await decoder.decode(Pictures.jpeg, fitting: PixelSize(width: 20, height: 20))
            #expect(image.size == PixelSize(width: 20, height: 10))
        }
    }
}
