import Cards
import TestSupport
import Testing

@testable import CardPhotos

/// The real helper with a library hidden from it.
@Suite("A helper without its libraries", .timeLimit(.minutes(5)))
struct MissingLibraryTests {
    /// A helper that does not find libraries whose names begin with `library`.
    private func helper(without library: String) async throws -> Script {
        try await Script(
            """
            LD_PRELOAD='\(Products.folder)/libinterposer.so' CARDS_TEST_MISSING='\(library)' exec '\(Helper.executable)' "$@"
            """)
    }

    @Test("without gdk-pixbuf the error names it")
    func pixbuf() async throws {
        let helper = try await helper(without: "libgdk_pixbuf")
        try await Helper.with(helper.path) { decoder in
            await #expect(throws: PhotoError.libraryMissing("gdk-pixbuf")) {
                _ = try await decoder.decode(Pictures.jpeg, fitting: PixelSize(width: 20, height: 20))
            }
        }
    }

    @Test("without zxing the error names it, and photos are still decoded")
    func zxing() async throws {
        let helper = try await helper(without: "libZXing")
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
