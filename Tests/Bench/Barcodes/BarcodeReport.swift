import PtySupport

/// Measures barcodes: the barcode screen, from the key to its first complete frame, and reading a barcode from a photo of twelve
/// megapixels.
struct BarcodeReport {
    private(set) var table: Table

    init() async throws {
        table = Table(title: "barcodes", programs: ["cards-tui"], compares: false)
        let data = try BarcodeBenchmarkData()
        for (rank, card) in BarcodeBenchmarkData.cards.enumerated() {
            let page = try PageFigures(data, rank: rank)
            table.add("\(card.label): first of a start, median", "ms", [page.first.median], digits: 2, wanted: "5 ms")
            table.add("worst", "ms", [page.first.worst], digits: 2)
            table.add("again, median", "ms", [page.again.median], digits: 2, wanted: "5 ms")
            table.add("again, worst", "ms", [page.again.worst], digits: 2)
        }
        let reading = try await CodeReadingFigures()
        table.add("a code off 12 megapixels, median", "ms", [reading.found.median], wanted: "1 s")
        table.add("worst", "ms", [reading.found.worst])
        table.add("12 megapixels without a code, median", "ms", [reading.nothing.median], wanted: "1 s")
        table.add("worst", "ms", [reading.nothing.worst])
    }
}
