import PtySupport
import Terminal
import TestSupport
import Testing

/// Libraries that are opened on first use are hidden from the real program: only their feature is missing, and it says so.
@Suite("Missing libraries", .inTurns)
struct MissingLibraryJourneys {
    private static func without(_ library: String) -> [String: String?] {
        ["LD_PRELOAD": Products.folder + "/libinterposer.so", "CARDS_TEST_MISSING": library]
    }

    @Test("without zint command and screen name the library instead of the barcode, and the card is shown")
    func zint() async throws {
        let home = try Home()
        try await home.add("Zebra Zoo", number: "5901234123457", "--barcode", "EAN_13")
        let shown = try await home.run(["show", "Zebra Zoo", "--barcode"], environment: Self.without("libzint"))
        #expect(shown.status == 1)
        #expect(shown.errors.contains("barcodes need the library libzint, which is not installed"))
        let program = try home.start(environment: Self.without("libzint"))
        try await program.wait(for: "Zebra Zoo · 1 of 1")
        try await program.press("b")
        try await program.wait(for: "libzint")
        try await program.press("q")
        #expect(try await program.quit() == 0)
    }

    @Test("without zlib the cards are downloaded uncompressed")
    func zlib() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.card("Old Bakery", number: "7")]
        for (environment, encoding) in [([:], "gzip"), (Self.without("libz.so"), nil)] as [([String: String?], String?)]
        {
            let ending = try await home.run(["sync", "--backend", backend.url], environment: environment)
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(try await home.names() == ["Old Bakery"])
            #expect(backend.requests.last?.headers["accept-encoding"] == encoding)
        }
    }

    @Test("without chafa a message names the library instead of the photo")
    func chafa() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let program = try home.start(environment: Self.without("libchafa"))
        try await program.wait(for: "swifting.io · 1 of 1")
        try await program.press("1")
        try await program.wait(for: "Photos need the library chafa, which is not installed.")
        try await program.press("q")
        #expect(try await program.quit() == 0)
    }

    @Test("without libpng a terminal with pixels gets symbols, and saving a barcode as a file names the library")
    func libpng() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        try await home.add("Zebra Zoo", number: "5901234123457", "--barcode", "EAN_13")
        try home.configure("pictures: kitty\n")
        let program = try home.start(
            environment: Self.without("libpng").merging(["COLORTERM": "truecolor"]) { $1 },
            cell: CellPixels(width: 8, height: 16))
        try await program.wait(for: "swifting.io · 1 of 2")
        try await program.press("1")
        try await program.wait(until: "the photo as symbols") { $0.coloredCells.count > 500 }
        try await program.press("q")
        try await program.wait(forPosition: "1 of 2")
        try await program.press("j", "b")
        try await program.wait(for: "raise the screen's brightness")
        try await program.press("w")
        try await program.wait(for: "A picture needs the library libpng, which is not installed.")
        try await program.press("q")
        #expect(try await program.quit() == 0)
    }
}
