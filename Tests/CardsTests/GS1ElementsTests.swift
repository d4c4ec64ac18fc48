import Cards
import Testing

@Suite("Elements of GS1 codes")
struct GS1ElementsTests {
    private func words(_ value: String) -> String? {
        do throws(BarcodeProblem) {
            _ = try GS1Elements(value)
            return nil
        } catch {
            return error.userMessage
        }
    }

    @Test(
        "the forms with parentheses and of scanners are equivalent",
        arguments: [
            "(01)09501101530003(17)261231(10)AB-123", "(01) 0950 1101 5300 03 (17)261231(10)AB-123",
            "01095011015300031726123110AB-123", "\u{1D}01095011015300031726123110AB-123",
            "]C101095011015300031726123110AB-123", "]e001095011015300031726123110AB-123\u{1D}",
        ])
    func forms(value: String) throws {
        let elements = try GS1Elements(value)
        #expect(elements.elements.map(\.identifier) == ["01", "17", "10"])
        #expect(elements.elements.map(\.data) == ["09501101530003", "261231", "AB-123"])
        #expect(elements.text == "(01)09501101530003(17)261231(10)AB-123")
        #expect(elements.scanned == "01095011015300031726123110AB-123")
    }

    @Test("a blank within data belongs to it, and breaks a rule; the value without it is offered")
    func blanks() throws {
        for value in ["(10)1098 1234(17)261231", "(10) 1098 1234 (17) 26 12 31", "101098 1234\u{1D}17261231"] {
            #expect(throws: BarcodeProblem.self) { try GS1Elements(value) }
            for format in [BarcodeFormat.dataBarExpanded, .gs1Code128] {
                let content = try BarcodeContent(value, as: format)
                #expect(content.bytes == Array("101098 1234\u{1D}17261231".utf8), "\(value)")
                #expect(content.warning?.fixed == "(10)10981234(17)261231")
            }
        }
        // Digits are typed in groups, whatever else is wrong with them.
        #expect(try BarcodeContent("0109 5011 0153 0004", as: .gs1Code128).bytes == Array("0109501101530004".utf8))
    }

    @Test("data of variable length ends with a separator before other elements") func separators() throws {
        let elements = try GS1Elements("(10)AB(21)9(3102)000123")
        #expect(elements.scanned == "10AB\u{1D}219\u{1D}3102000123")
        #expect(try GS1Elements(elements.scanned) == elements)
        #expect(try BarcodeContent("(10)AB(21)9", as: .gs1Code128).bytes == Array("10AB\u{1D}219".utf8))
    }

    @Test("redundant separators are omitted, also in a value that breaks a rule")
    func redundantSeparators() throws {
        let content = try BarcodeContent("\u{1D}8877AB\u{1D}\u{1D}10AB\u{1D}", as: .gs1Code128)
        #expect(content.warning != nil)
        #expect(content.bytes == Array("8877AB\u{1D}10AB".utf8))
    }

    @Test("data may contain parentheses; those that look like an identifier are written as scanned")
    func parentheses() throws {
        #expect(try GS1Elements("(10)A(B)(1)").elements.map(\.data) == ["A(B)(1)"])
        let odd = try GS1Elements("10A(21)B\u{1D}2177")
        #expect(odd.elements.map(\.data) == ["A(21)B", "77"])
        #expect(odd.text == "10A(21)B\u{1D}2177")
        #expect(try GS1Elements(odd.text) == odd)
    }

    @Test(
        "invalid elements give their reason",
        arguments: [
            ("(23)1", "(23) is not a known GS1 application identifier"),
            ("(10)AB(99999)", nil),
            ("(10)AB(23)5", "(23) is not a known GS1 application identifier"),
            ("(01)123", "(01) needs 14 digits; you have 3"),
            ("(01)09501101530004", "the last digit should be 3"),
            ("(10)", "(10) needs 1 to 20 characters; you have 0"),
            ("(17)261331", "(17) needs a date as YYMMDD, not 261331"),
            ("(17)260200", nil), ("(17)260230", "(17) needs a date as YYMMDD, not 260230"),
            ("(7006)260200", "(7006) needs a date as YYMMDD, not 260200"),
            ("(253)9501101530003ABC", nil), ("(253)9501101530003", nil),
            ("(421)276", "(421) needs 4 to 12 characters; you have 3"),
            ("(423)276", nil), ("(423)276040", nil), ("(425)276040250", nil),
            ("(423)2760", "(423) needs 3, 6, 9, 12 or 15 digits; you have 4"),
            ("(717)AB", nil), ("(8040)123456789012345", nil), ("(8041)12", "(8041) needs 15 digits; you have 2"),
            ("(8042)12345678901234567890123456789012", nil), ("(8043)123456789012345678", nil),
            ("(8043)12345678901234567812", nil), ("(8008)26013123", nil), ("(8008)260131235959", nil),
            ("(8008)260131235", "(8008) needs 8, 10 or 12 digits; you have 9"),
            ("(8008)26013124", "(8008) needs a time as HHMMSS, not 24"),
            ("(8013)1987654Ad4X4bL5ttr2310c2K", nil),
            ("(8013)1987654Ad4X4bL5ttr2310cXK", "the last two characters should be 2K"),
            ("(8013)12345_!\"%&'()*+,-./LC", nil), ("(8014)12345_abcdefghijklmN3", nil),
            ("(01)0950110153000A", "\u{201C}A\u{201D} is not allowed: use digits"),
            ("ABC", "each part starts with a GS1 application identifier: (01)09501101530003(10)AB-123"),
            ("(AB)1", "each part starts with a GS1 application identifier: (01)09501101530003(10)AB-123"),
            ("2312", "(23) is not a known GS1 application identifier"),
            (
                "(10)\u{7}",
                "the control character 07 is not allowed: use letters without accents, digits and ! \" % & ' ( ) * + , - . / : ; < = > ? _"
            ),
        ])
    func wrong(value: String, expected: String?) {
        #expect(words(value) == expected)
    }

    @Test("the correct check digit is offered within the whole value") func fixed() {
        #expect(throws: BarcodeProblem.checkDigit(right: "3", fixed: "(01)09501101530003(10)A")) {
            try GS1Elements("(01)09501101530004(10)A")
        }
    }

    @Test("the number of elements is limited") func lengths() throws {
        let long = "(91)" + String(repeating: "7", count: 47)
        // Longer codes exist: they are drawn with a warning, up to the library's limit.
        #expect(
            try BarcodeContent(long, as: .gs1Code128).warning == .tooLong(.gs1Code128, maximum: 48, given: 49))
        #expect(try BarcodeContent(String(long.dropLast()), as: .gs1Code128).warning == nil)
        #expect(try BarcodeContent(long, as: .dataBarExpanded).isSureToFit)
        // Where the capacity depends on the characters, only drawing shows whether the content fits.
        #expect(try !BarcodeContent("(91)" + String(repeating: "a", count: 29), as: .dataBarExpanded).isSureToFit)
        #expect(throws: BarcodeProblem.tooLong(.dataBarExpanded, maximum: 74, given: 75)) {
            try BarcodeContent("(91)" + String(repeating: "7", count: 73), as: .dataBarExpanded)
        }
        #expect(words(String(repeating: "1", count: 1_000_000))?.contains("74 characters at most") == true)
    }
}
