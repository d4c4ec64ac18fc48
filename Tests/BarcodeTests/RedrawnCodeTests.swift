import BarcodeSupport
import CZint
import Cards
import Testing

@testable import CardCodes

/// A scanned code can be drawn again with the same content, even if it breaks rules of its kind.
@Suite("Codes that were read are drawn again")
struct RedrawnCodeTests {
    private func read(_ content: BarcodeContent, pixelsPerModule scale: Int = 3) throws -> ScannedCode {
        let symbol = try #require(try ZintDrawing().symbols(for: content).first)
        let image = try #require(SymbolPicture.image(of: symbol, pixelsPerModule: scale))
        let codes = try ZXingReader().codes(in: image)
        return try #require(codes.first { $0.format == content.format }, "\(content.text): \(codes)")
    }

    /// Draws the content, reads it, converts it to a card's barcode, and draws that.
    private func expectSameTwice(_ content: BarcodeContent, pixelsPerModule scale: Int = 3) throws -> FoundBarcode {
        let found = try read(content, pixelsPerModule: scale).barcode
        let again = try found.barcode.content(number: found.number)
        #expect(again.bytes == content.bytes)
        #expect(again.isMarkedGS1 == content.isMarkedGS1 && again.eci == content.eci)
        let last = try read(again, pixelsPerModule: scale).barcode
        #expect(last == found)
        return found
    }

    @Test(
        "a GS1-128 that breaks a rule is drawn, with a warning",
        arguments: [
            // A wrong check digit, a wrong length, an invalid date, a letter among digits, an unknown identifier: typed, and as
            // scanned.
            "(01)09501101530004(10)AB", "(10)AB(8005)12", "(17)261331(10)AB", "(10)AB(3102)00A123", "(88)5(10)AB",
            "8877AB\u{1D}10AB", "01123\u{1D}10AB", "\u{1D}8877AB\u{1D}\u{1D}10AB\u{1D}",
            // A blank in the data.
            "(10)1098 1234", "(10)A B(21)7 7", "10A B\u{1D}217 7",
            "(91)" + String(repeating: "7", count: 60),
        ])
    func brokenRules(value: String) throws {
        let content = try BarcodeContent(value, as: .gs1Code128)
        #expect(content.warning != nil)
        _ = try expectSameTwice(content)
    }

    @Test(
        "a DataBar Expanded that breaks a rule is drawn, with a warning",
        arguments: ["(17)261331(10)AB", "(10)AB(3102)0001234", "(422)27"])
    func brokenExpanded(value: String) throws {
        let content = try BarcodeContent(value, as: .dataBarExpanded)
        #expect(content.warning != nil)
        let symbol = try #require(try ZintDrawing().symbols(for: content).first)
        #expect(symbol.width > 0)
    }

    /// The library reads elements only, not the broken ones of ``brokenExpanded(value:)``.
    @Test(
        "a drawn DataBar Expanded is read back and drawn the same again",
        arguments: [
            ("(01)09501101530003(3103)001750", false), ("(01)09501101530003(3102)001750(17)261231", false),
            ("(01)09501101530003(235)A1(21)7(10)Z", false), ("(10)AB-12(21)77", false), ("(91)abc,./*", false),
            // Invalid dates, and a letter among digits.
            ("(17)261331(10)AB", true), ("(01)09501101530003(17)261331", true),
            ("(01)09501101530003(3103)A01750", true), ("(10)1098 1234", true), ("(01)09501101530003(10)A B", true),
        ])
    func expandedReadBack(value: String, isBroken: Bool) throws {
        let content = try BarcodeContent(value, as: .dataBarExpanded)
        #expect((content.warning != nil) == isBroken)
        let found = try expectSameTwice(content)
        #expect(found.barcode.format == .dataBarExpanded)
        // Where a rule is broken, zxing 2 does not tell the elements apart.
        if !isBroken { #expect(found.number == value && found.barcode == Barcode(format: .dataBarExpanded)) }
    }

    @Test("a DataBar Expanded cannot contain a wrong check digit: it is rejected") func expandedCheckDigit() {
        #expect(throws: BarcodeProblem.checkDigit(right: "3", fixed: "(01)09501101530003(10)A")) {
            try BarcodeContent("(01)09501101530004(10)A", as: .dataBarExpanded)
        }
    }

    @Test("a kind is not suggested for a value that breaks its rules") func notOffered() {
        #expect(!BarcodeFormat.fitting("(01)09501101530004").contains(.gs1Code128))
        #expect(BarcodeFormat.fitting("(01)09501101530003").contains(.gs1Code128))
        #expect(!BarcodeFormat.fitting("123456").contains(.gs1Code128))
    }

    @Test("the GS1 mark is kept", arguments: [BarcodeFormat.qrCode, .dataMatrix, .aztec])
    func markOfGS1(format: BarcodeFormat) throws {
        let value = "(01)09501101530003(10)AB-123(21)77"
        let content = try BarcodeContent(value, as: format, encoding: "GS1")
        #expect(content.isMarkedGS1 && content.bytes == Array("010950110153000310AB-123\u{1D}2177".utf8))
        let found = try expectSameTwice(content)
        #expect(found.barcode == Barcode(format: format, encoding: "GS1") && found.number == value)
        // The same bytes without the mark.
        let plain = try read(BarcodeContent("010950110153000310AB-123", as: format))
        #expect(!plain.isMarkedGS1 && plain.barcode.barcode.encoding == nil)
    }

    @Test("the GS1 mark of a rectangular Data Matrix is kept, also of the longer shapes", arguments: Int32(25)...48)
    func rectangle(shape: Int32) throws {
        let request = ZintRequest(
            symbology: BARCODE_DATAMATRIX, bytes: Array("[]101".utf8), inputMode: GS1_MODE | GS1NOCHECK_MODE,
            options: (-1, shape, DM_DMRE))
        let symbol = try ZintDrawing.symbol(request, of: .dataMatrix)
        #expect(symbol.width != symbol.height)
        let image = try #require(SymbolPicture.image(of: symbol, pixelsPerModule: 4))
        let code = try #require(try ZXingReader().codes(in: image).first { $0.format == .dataMatrix })
        #expect(code.isMarkedGS1 && code.barcode.barcode.encoding == "GS1" && code.barcode.number == "(10)1")
    }

    @Test("other kinds have no GS1 mark", arguments: [BarcodeFormat.pdf417, .maxiCode])
    func noMark(format: BarcodeFormat) {
        #expect(throws: BarcodeProblem.self) { try BarcodeContent("(10)A", as: format, encoding: "GS1") }
    }

    @Test(
        "a carrier's MaxiCode keeps its mode",
        arguments: [
            ("[)>\u{1E}01\u{1D}96841706672\u{1D}840\u{1D}001\u{1D}1Z12345677\u{1D}UPSN\u{1D}12345E", Int32(2)),
            ("[)>\u{1E}01\u{1D}96B1050 \u{1D}056\u{1D}999\u{1D}AB12\u{1D}X", 3),
            ("841706672\u{1D}840\u{1D}001\u{1D}REST", 2),
            ("PLAIN TEXT", 4),
        ])
    func carrier(value: String, mode: Int32) throws {
        let content = try BarcodeContent(value, as: .maxiCode)
        #expect(ZintRequest.requests(for: content).map { $0.options.0 } == [mode])
        _ = try expectSameTwice(content, pixelsPerModule: 8)
    }

    @Test("a carriage return in a MaxiCode is kept") func carriageReturn() throws {
        let content = try BarcodeContent("ONE\rTWO\r", as: .maxiCode)
        #expect(try read(content, pixelsPerModule: 8).bytes == content.bytes)
    }

    /// Longer than ``ByteCapacity`` guarantees for any characters, but these fit.
    @Test(
        "a value that the library accepts is drawn, whatever the estimate of its length",
        arguments: [
            (BarcodeFormat.aztec, "A", 2900), (.pdf417, "A", 1500), (.dataMatrix, "A", 2300), (.maxiCode, "a", 85),
        ])
    func capacity(format: BarcodeFormat, character: String, count: Int) throws {
        let content = try BarcodeContent(String(repeating: character, count: count), as: format)
        #expect(!content.isSureToFit)
        #expect(throws: Never.self) { try ZintDrawing().symbols(for: content) }
        // The same length with characters that take more space.
        let mixed = String((0..<count).map { $0.isMultiple(of: 2) ? Character("~") : "A" })
        #expect(throws: BarcodeProblem.self) {
            try ZintDrawing().symbols(for: BarcodeContent(mixed, as: format))
        }
    }

    @Test(
        "a code that declares a character set is read by it, and declares it again",
        arguments: [
            (BarcodeFormat.qrCode, "ISO-8859-2", "Żabka \\ Łódź"), (.aztec, "windows-1251", "Привет"),
            (.dataMatrix, "Shift_JIS", "会員カード"), (.pdf417, "windows-1250", "Łódź"),
            (.maxiCode, "ISO-8859-7", "ab \u{3B1}"),
            (.qrCode, "UTF-16BE", "Hi"), (.qrCode, "ISO-8859-15", "5 €"), (.qrCode, "EUC-KR", "카드"),
            (.qrCode, "GB18030", "会员"),
        ])
    func characterSets(format: BarcodeFormat, encoding: String, text: String) throws {
        let content = try BarcodeContent(text, as: format, encoding: encoding)
        #expect(content.eci > 0)
        let found = try expectSameTwice(content, pixelsPerModule: format == .maxiCode ? 8 : 3)
        #expect(found.number == text && found.barcode == Barcode(format: format, encoding: encoding))
    }

    @Test("a Micro QR code is read, and drawn again", arguments: ["12345", "ABC 12", "Zürich", "5AFC00", "会員"])
    func microQR(text: String) throws {
        let encoding = text == "5AFC00" ? "HEX" : nil as String?
        guard let content = try? BarcodeContent(text, as: .microQR, encoding: encoding) else {
            #expect(text == "会員", "it declares no character set")
            return
        }
        let found = try expectSameTwice(content, pixelsPerModule: 4)
        #expect(found.barcode == Barcode(format: .microQR, encoding: encoding) && found.number == text)
    }

    @Test("Japanese text is shown as text, and its bytes are drawn") func shiftJIS() throws {
        // 会員カード
        let bytes = "89EF88F5834A815B8368"
        let content = try BarcodeContent(bytes, as: .qrCode, encoding: "HEX")
        let found = try expectSameTwice(content)
        #expect(found.number == "会員カード")
        #expect(found.barcode == Barcode(format: .qrCode, value: bytes, encoding: "HEX"))
        // Western European text is kept as such, and anything else as bytes.
        #expect(ScannedCode(format: .qrCode, bytes: [0x4B, 0xE4, 0x73, 0x65]).barcode.number == "Käse")
        #expect(ScannedCode(format: .qrCode, bytes: [0x83, 0x00, 0xFF]).barcode.number == "8300FF")
    }
}
