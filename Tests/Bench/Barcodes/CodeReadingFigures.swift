import CardCodes
import CardPhotos
import Cards
import PtySupport
import TestSupport

/// The time to read a code from a photo of twelve megapixels, as the screen does: in a helper process of the built program.
struct CodeReadingFigures {
    private static let readings = 7
    private static let value = "4006381333931"

    private(set) var found = Samples()
    private(set) var nothing = Samples()

    init() async throws {
        let files = PhotoFiles(folder: try TemporaryFolder())
        let symbols = try ZintDrawing().symbols(for: BarcodeContent(Self.value, as: .ean13))
        let painted = PaintedPicture(.photo, size: PixelSize(width: 1000, height: 750), seed: 2)
        let photo = try files.jpeg(
            painted.painted(with: symbols[0], module: 3, rowHeight: 120), PhotoFiles.large, seed: 2)
        let without = try files.jpeg(painted, PhotoFiles.large, seed: 2)
        let reader = HelperBarcodeReader(executable: Products.program)
        for _ in 0..<Self.readings {
            let start = ContinuousClock.now
            let codes = try await reader.barcodes(in: photo)
            found.add(start.duration(to: .now))
            guard codes.map(\.number) == [Self.value] else { throw BenchError("the photo says \(codes)") }
            let second = ContinuousClock.now
            let none = try await reader.barcodes(in: without)
            nothing.add(second.duration(to: .now))
            guard none.isEmpty else { throw BenchError("a photo without a code says \(none)") }
        }
    }
}
