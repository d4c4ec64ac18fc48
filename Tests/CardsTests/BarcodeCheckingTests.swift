import Cards
import Testing

@Suite("Checking barcodes")
struct BarcodeCheckingTests {
    private func problem(_ value: String, _ format: BarcodeFormat, _ encoding: String? = nil) -> BarcodeProblem? {
        do throws(BarcodeProblem) {
            _ = try BarcodeContent(value, as: format, encoding: encoding)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "digits are accepted with gaps, hyphens and add-ons",
        arguments: [
            (BarcodeFormat.ean13, "5 901234-123457", "5901234123457"), (.ean13, "5901234123457", "5901234123457"),
            (.ean13, "5901234123457+12", "5901234123457+12"), (.ean13, "5901234123457 12", "5901234123457+12"),
            (.ean13, "5901234123457-12345", "5901234123457+12345"), (.ean8, "9638 5074", "96385074"),
            (.ean8, "96385074+12", "96385074+12"), (.upcA, "0 36000 29145 2", "036000291452"),
            (.upcA, "036000291452 51234", "036000291452+51234"), (.upcE, "01234565", "01234565"),
            (.upcE, "12345670", "12345670"), (.upcE, "0 123456 5 12", "01234565+12"),
            (.itf, "1234 5678 9012 31", "12345678901231"), (.dataBar, "2401234567890", "24012345678905"),
            (.dataBar, "(01)24012345678905", "24012345678905"),
        ])
    func digits(format: BarcodeFormat, value: String, text: String) throws {
        let content = try BarcodeContent(value, as: format)
        #expect(content.text == text)
        #expect(content.bytes == Array(text.utf8))
    }

    @Test(
        "a wrong or missing check digit is reported with the correct one",
        arguments: [
            (
                BarcodeFormat.ean13, "5901234123458",
                BarcodeProblem.checkDigit(right: "7", fixed: "5901234123457")
            ),
            (.ean13, "590123412345", .missingCheckDigit("7", fixed: "5901234123457")),
            (.ean13, "5901234123450+12", .checkDigit(right: "7", fixed: "5901234123457+12")),
            (.ean8, "9638507", .missingCheckDigit("4", fixed: "96385074")),
            (.ean8, "96385070", .checkDigit(right: "4", fixed: "96385074")),
            (.upcA, "03600029145", .missingCheckDigit("2", fixed: "036000291452")),
            (.upcA, "036000291453", .checkDigit(right: "2", fixed: "036000291452")),
            (.upcE, "123456", .missingCheckDigit("5", fixed: "01234565")),
            (.upcE, "0123456", .missingCheckDigit("5", fixed: "01234565")),
            (.upcE, "01234560", .checkDigit(right: "5", fixed: "01234565")),
            (.dataBar, "24012345678900", .checkDigit(right: "5", fixed: "24012345678905")),
            (.itf, "12345", .unevenDigits(fixed: "012345")),
        ])
    func checkDigits(format: BarcodeFormat, value: String, expected: BarcodeProblem) throws {
        #expect(problem(value, format) == expected)
        let fixed = try #require(expected.fixed)
        #expect(problem(fixed, format) == nil)
    }

    @Test("UPC-E's check digit is that of the expanded number, for each way to leave out zeros")
    func upcE() throws {
        for (seven, long) in [
            ("0127890", "01200000789"), ("0127891", "01210000789"), ("0127892", "01220000789"),
            ("0127893", "01270000089"), ("0127894", "01278000009"), ("0127895", "01278900005"),
        ] {
            let right = try #require(checkDigit(long))
            #expect(problem(seven + String(right), .upcE) == nil, "\(seven)")
        }
        // Each of these belongs to a different UPC-A.
        #expect(problem("01203432", .upcE)?.fixed?.hasPrefix("0120340") == true)
        #expect(problem("0123054", .upcE)?.fixed?.hasPrefix("0123053") == true)
        #expect(problem("0123405", .upcE)?.fixed?.hasPrefix("0123454") == true)
        for value in ["01203432", "0123054", "0123405"] {
            let fixed = try #require(problem(value, .upcE)?.fixed)
            #expect(problem(fixed, .upcE) == nil)
        }
        #expect(problem("29999998", .upcE) == .rule("a UPC-E begins with 0 or 1"))
    }

    /// An independent implementation, so that the tested code is not its own reference.
    private func checkDigit(_ digits: String) -> Character? {
        let numbers = digits.compactMap(\.wholeNumberValue)
        guard numbers.count == 11 else { return nil }
        var sum = 0
        for index in stride(from: 0, to: 11, by: 2) { sum += 3 * numbers[index] }
        for index in stride(from: 1, to: 11, by: 2) { sum += numbers[index] }
        return String((1000 - sum) % 10).first
    }

    @Test(
        "a wrong length names the allowed ones",
        arguments: [
            (BarcodeFormat.ean13, "59012", "it needs 13 digits, but has 5"),
            (.ean13, "59012341234571", "it needs 13 digits, but has 14"),
            (.ean13, "5901234123457+123", "it needs an add-on of 2 or 5 digits, but has 3"),
            (.ean13, "+12", "it needs 13 digits, but has 0"), (.ean8, "1", "it needs 8 digits, but has 1"),
            (.upcE, "12345", "it needs 8 digits that begin with 0 or 1, but has 5"),
            (.itf, "1234", "it needs 6 digits or more, but has 4"),
            (.itf, String(repeating: "12", count: 46), "an ITF holds 90 at most; you have 92"),
            (.codabar, "A1B", "it needs 2 digits or more, but has 1"),
            (.code128, String(repeating: "x", count: 5000), "a Code 128 holds 60 at most; you have 5000"),
            (.qrCode, String(repeating: "x", count: 3000), "a QR code holds 2953 at most; you have 3000"),
            (.dataBar, "123", "it needs 13 digits, or 14 with the check digit, but has 3"),
        ])
    func lengths(format: BarcodeFormat, value: String, message: String) {
        #expect(problem(value, format)?.userMessage == message)
    }

    @Test(
        "an invalid character is named, with a correction if it is obvious",
        arguments: [
            (BarcodeFormat.ean13, "59012341234AB", Character("A"), String?.none), (.itf, "12\u{0}4", "\u{0}", nil),
            (.ean8, "\u{0661}2345678", "\u{0661}", nil), (.code39, "abc-12", "a", "ABC-12"),
            (.code39, "*ABC*", "*", "ABC"), (.code39, "ab#", "a", nil), (.code93, "Zürich", "ü", nil),
            (.code128, "na\u{142}ve", "ł", nil), (.codabar, "12 34", " ", "1234"), (.codabar, "12X4", "X", nil),
        ])
    func characters(format: BarcodeFormat, value: String, odd: Character, fixed: String?) throws {
        let found = try #require(problem(value, format))
        guard case .character(let character, _, _) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(character == odd)
        #expect(found.fixed == fixed)
        if let fixed { #expect(problem(fixed, format) == nil) }
    }

    @Test("an empty value and blanks alone cannot be encoded", arguments: BarcodeFormat.known)
    func empty(format: BarcodeFormat) {
        #expect(problem("", format) == .empty)
    }

    @Test("blanks alone are no number") func gaps() {
        #expect(problem(" - ", .ean13) == .empty)
        #expect(problem("  ", .itf) == .empty)
    }

    @Test("Codabar keeps its start and stop characters, and has A by default") func codabar() throws {
        #expect(try BarcodeContent("1234", as: .codabar).text == "A1234A")
        #expect(try BarcodeContent("b12-34d", as: .codabar).text == "B12-34D")
    }

    @Test("a text is one byte a character if possible, else marked UTF-8") func encodings() throws {
        let latin = try BarcodeContent("Café \u{0}\r\n", as: .qrCode)
        #expect(latin.bytes == [0x43, 0x61, 0x66, 0xE9, 0x20, 0, 0x0D, 0x0A])
        #expect(latin.eci == 0)
        #expect(latin.text == "Café \u{0}\r\n")
        let greek = try BarcodeContent("Ω", as: .aztec)
        #expect(greek.bytes == [0xCE, 0xA9] && greek.eci == 26)
        let asked = try BarcodeContent("é", as: .dataMatrix, encoding: "utf-8")
        #expect(asked.bytes == [0xC3, 0xA9] && asked.eci == 26)
        #expect(try BarcodeContent("plain", as: .pdf417, encoding: "UTF-8").eci == 0)
        let hexadecimal = try BarcodeContent("00 ff 1d41", as: .qrCode, encoding: "HEX")
        #expect(hexadecimal.bytes == [0, 0xFF, 0x1D, 0x41] && hexadecimal.eci == 0)
    }

    @Test("impossible encodings are reported") func wrongEncodings() {
        #expect(problem("Ω", .qrCode, "ISO-8859-1")?.userMessage.contains("\u{201C}Ω\u{201D} is not allowed") == true)
        #expect(problem("123", .qrCode, "HEX") == .notHexadecimal)
        #expect(problem("0G", .qrCode, "HEX") == .notHexadecimal)
        #expect(problem("  ", .qrCode, "HEX") == .empty)
        #expect(problem("x", .qrCode, "EBCDIC") == .unknownEncoding("EBCDIC"))
        #expect(problem("x", BarcodeFormat(rawValue: "MSI")) == .unknownFormat("MSI"))
        #expect(problem("ABC", .code39, "EBCDIC") == nil, "a kind of letters has no encoding")
    }

    @Test(
        "the likeliest kind comes first",
        arguments: [
            ("5901234123457", BarcodeFormat.ean13), ("5901234123457+12", .ean13), ("96385074", .ean8),
            ("036000291452", .upcA), ("01234565", .upcE), ("5901234123458", .code128), ("LOY-7734", .code128),
            ("https://example.org/card/1", .qrCode), ("(01)09501101530003(10)AB", .gs1Code128),
            ("naïve", .qrCode), ("C-99 / gold", .code128),
        ])
    func fitting(value: String, first: BarcodeFormat) {
        let kinds = BarcodeFormat.fitting(value)
        #expect(kinds.first == first)
        #expect(Set(kinds).count == kinds.count)
        #expect(kinds.allSatisfy { problem(value, $0) == nil })
    }

    @Test("no kind fits an empty value") func fittingNothing() {
        #expect(BarcodeFormat.fitting("").isEmpty)
    }
}
