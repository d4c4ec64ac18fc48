import BarcodeSupport
import CZint
import CardCodes
import Testing

@testable import Cards

/// Draws each application identifier followed by another element: scanners must find where its data ends, with or without a
/// separator.
@Suite("Elements of GS1")
struct GS1Tests {
    /// Data that is valid for the identifier.
    private func data(for identifier: GS1Identifier) throws -> String {
        let data = identifier.parts.reduce(into: "") { data, part in
            let count = part.isOptional ? 0 : max(1, part.lengths.lowerBound)
            switch part.rule {
            case .day, .dayOrMonth: data += "260131".prefix(count)
            case .hour, .minute, .second: data += String(repeating: "1", count: count)
            case .checkPair: data += "AAA"
            case .none, .checkDigit: data += String(repeating: part.characters == .digits ? "1" : "A", count: count)
            }
        }
        do throws(BarcodeProblem) {
            return try GS1Elements("(\(identifier.digits))\(data)").elements[0].data
        } catch {
            // With the right check digit or pair of check characters.
            return try GS1Elements(#require(error.fixed, "\(error)")).elements[0].data
        }
    }

    @Test("every identifier is read back with what follows it") func readBack() throws {
        // One of each group that differs in a digit only, such as 3100 to 3105.
        let identifiers = Dictionary(grouping: GS1Identifier.known.values) { $0.digits.prefix(3) }.values
            .compactMap { $0.min { $0.digits < $1.digits } }
        #expect(identifiers.count > 60)
        var refused: [String] = []
        for identifier in identifiers.sorted(by: { $0.digits < $1.digits }) {
            let value = "(\(identifier.digits))\(try data(for: identifier))(10)XY"
            guard let content = try? BarcodeContent(value, as: .gs1Code128) else {
                refused.append(identifier.digits)
                continue
            }
            let symbol = try #require(try ZintDrawing().symbols(for: content).first)
            let image = try #require(SymbolPicture.image(of: symbol, pixelsPerModule: 2))
            #expect(try Decoding.difference(between: content, and: image, .zxing) == nil, "\(value)")
        }
        #expect(refused.isEmpty)
    }

    @Test("every identifier that libzint knows is known") func whole() throws {
        try #require(czint_is_there())
        let unknown = try (0..<10_000).map { ($0 < 10 ? "0" : "") + String($0) }.filter { digits in
            let symbol = try #require(czint_new(BARCODE_GS1_128, GS1_MODE, 0))
            defer { czint_release(symbol) }
            let text = Array("[\(digits)]1".utf8)
            _ = czint_encode(symbol, text, Int32(text.count))
            let isKnown = !String(cString: czint_message(symbol)).contains("Invalid AI (")
            return isKnown && GS1Identifier.named(digits) == nil
        }
        #expect(unknown.isEmpty)
    }

    @Test(
        "235 is drawn and terminated like any other",
        arguments: ["(10)XY(235)ABC", "(235)ABC(10)XY", "(235)A(B(10)XY", "(01)09501101530003(235)A1(21)7(10)Z"],
        [BarcodeFormat.gs1Code128, .dataBarExpanded])
    func openLikeOthers(value: String, format: BarcodeFormat) throws {
        let content = try BarcodeContent(value, as: format)
        #expect(content.warning == nil)
        let symbol = try #require(try ZintDrawing().symbols(for: content).first)
        let image = try #require(SymbolPicture.image(of: symbol, pixelsPerModule: 2))
        #expect(try Decoding.difference(between: content, and: image, .zxing) == nil)
    }
}
