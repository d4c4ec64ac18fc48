import CardCodes
import Cards
import TestSupport
import Testing

/// A scanned code becomes a card's barcode with the same content.
@Suite("Scanned codes as a card's barcode")
struct ScannedCodeTests {
    private func found(_ format: BarcodeFormat, _ bytes: [UInt8], isMarked: Bool = false) -> FoundBarcode {
        ScannedCode(format: format, bytes: bytes, eci: isMarked ? 26 : 0).barcode
    }

    private func found(_ format: BarcodeFormat, _ text: String, isMarked: Bool = false) -> FoundBarcode {
        found(format, Array(text.utf8), isMarked: isMarked)
    }

    @Test(
        "the number is what is printed on the card; a code with more content has its own value",
        arguments: [
            (BarcodeFormat.ean13, "5901234123457", "5901234123457", nil),
            (.ean13, "5901234123457 12", "5901234123457", "5901234123457+12"),
            (.upcA, "036000291452 12345", "036000291452", "036000291452+12345"), (.upcE, "01234565", "01234565", nil),
            (.codabar, "A12-34B", "12-34", "A12-34B"), (.code128, "ABC 1", "ABC 1", nil),
            (.dataBar, "24012345678905", "24012345678905", nil),
            (
                .gs1Code128, "019501234567890310ABC\u{1D}2177", "(01)95012345678903(10)ABC(21)77", nil
            ),
            (
                .dataBarExpanded, "(01)95012345678903(3103)000123", "(01)95012345678903(3103)000123", nil
            ),
        ] as [(BarcodeFormat, String, String, String?)])
    func values(format: BarcodeFormat, bytes: String, number: String, value: String?) throws {
        let found = found(format, bytes)
        #expect(found.number == number)
        #expect(found.barcode == Barcode(format: format, value: value))
        #expect(throws: Never.self) { try found.barcode.content(number: found.number) }
    }

    @Test("text is kept, UTF-8 keeps its mark, and untypable content becomes bytes")
    func texts() {
        let plain = found(.qrCode, "https://shop.example/7")
        #expect(plain.barcode == Barcode(format: .qrCode) && plain.number == "https://shop.example/7")
        // A superfluous mark is dropped.
        #expect(found(.qrCode, "hello", isMarked: true).barcode == Barcode(format: .qrCode))
        let latin = found(.qrCode, [0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68])
        #expect(latin.barcode == Barcode(format: .qrCode) && latin.number == "Zürich")
        let marked = found(.aztec, "Zürich", isMarked: true)
        #expect(marked.barcode == Barcode(format: .aztec, encoding: "UTF-8") && marked.number == "Zürich")
        let unmarked = found(.aztec, "Zürich")
        #expect(unmarked.barcode == Barcode(format: .aztec, value: "5AC3BC72696368", encoding: "HEX"))
        #expect(unmarked.number == "Zürich")
        let padded = found(.code128, " A 1 ")
        #expect(padded.barcode == Barcode(format: .code128, value: " A 1 ") && padded.number == "A 1")
        let lines = found(.pdf417, "NAME\nJo  Doe\r\nID 7")
        #expect(lines.barcode.encoding == "HEX" && lines.number == "NAME Jo Doe ID 7")
        let binary = found(.dataMatrix, [0, 1, 2, 0xFF])
        #expect(binary.barcode == Barcode(format: .dataMatrix, encoding: "HEX") && binary.number == "000102FF")
    }

    @Test("for any bytes, the card's code has the same bytes and the same mark")
    func bytes() throws {
        var generator = SeededGenerator(usual: 11)
        for round in 0..<2_000 {
            // A Micro QR code holds 15 bytes, and declares no character set.
            let formats = BarcodeFormat.known.filter { $0.holdsBytes && $0 != .microQR }
            let format = formats[round % formats.count]
            let isText = Bool.random(using: &generator)
            let bytes: [UInt8] = (0...Int.random(in: 0..<20, using: &generator)).flatMap { _ -> [UInt8] in
                isText
                    ? Array(["a", "ß", "7", "字", " ", "\n"].randomElement(using: &generator).map(\.utf8) ?? "".utf8)
                    : [UInt8.random(in: 0...255, using: &generator)]
            }
            let eci = [0, 3, 4, 20, 23, 25, 26].randomElement(using: &generator) ?? 0
            let found = ScannedCode(format: format, bytes: bytes, eci: eci).barcode
            let content = try found.barcode.content(number: found.number)
            #expect(content.bytes == bytes, "\(found)")
            #expect(content.eci == 0 || content.eci == eci, "\(found)")
            #expect(!found.number.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }
}
