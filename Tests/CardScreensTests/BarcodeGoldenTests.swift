import Cards
import Terminal
import Testing

@MainActor
@Suite("Goldens of barcodes")
struct BarcodeGoldenTests {
    private func expectGolden(
        _ index: Int, _ name: String, _ size: Size, colors: ColorDepth = .indexed256, isShared: Bool = false
    ) async throws {
        let journey = try await Journey(BarcodeTests.cards, photos: BarcodeTests.photos, size: size)
        journey.terminal.colors = colors
        for _ in 0..<index { journey.press(Key("j")) }
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        if isShared {
            journey.press(.tab)
            await journey.wait("the other code") { journey.barcode?.shownSide == .share }
        }
        await CardScreensTests.expectGolden(journey, name)
    }

    @Test("bars, or how much room they need", arguments: GoldenTests.sizes)
    func bars(size: Size) async throws { try await expectGolden(0, "barcode-bars", size) }

    @Test("squares, or how much room they need", arguments: GoldenTests.sizes)
    func squares(size: Size) async throws { try await expectGolden(1, "barcode-squares", size) }

    @Test("no barcode", arguments: GoldenTests.sizes)
    func none(size: Size) async throws { try await expectGolden(2, "barcode-none", size) }

    @Test("a kind that cannot be drawn", arguments: GoldenTests.sizes)
    func problem(size: Size) async throws { try await expectGolden(3, "barcode-problem", size) }

    @Test("the QR code that shares the card", arguments: GoldenTests.sizes)
    func share(size: Size) async throws { try await expectGolden(0, "barcode-share", size, isShared: true) }

    @Test("without colours")
    func monochrome() async throws {
        try await expectGolden(0, "barcode-monochrome", Size(columns: 80, rows: 24), colors: .monochrome)
    }
}
