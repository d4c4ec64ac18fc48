import Cards
import TestSupport
import Testing

@Suite("Suggested kinds of barcode")
struct BarcodeSuggestionTests {
    @Test(
        "a number tells its kind by its digits, as a link or as GS1 elements",
        arguments: [
            ("5901234123457", BarcodeFormat.ean13), ("4006 3813 3393 1", .ean13), ("96385074", .ean8),
            ("036000291452", .upcA), ("12345678901231", .itf), (" 5901234123457 ", .ean13),
            ("https://club.example/77", .qrCode), ("HTTP://CLUB.EXAMPLE", .qrCode), ("www.club.example", .qrCode),
            ("WIFI:T:WPA;S:Guests;P:secret;;", .qrCode), ("mailto:desk@club.example", .qrCode),
            ("(01)09501101530003", .gs1Code128), ("(01)09501101530003(10)AB-123", .gs1Code128),
            ("]C10109501101530003", .gs1Code128), ("0109501101530003\u{1D}10AB", .gs1Code128),
        ])
    func evident(number: String, format: BarcodeFormat) {
        #expect(BarcodeFormat(evidentIn: number) == format)
        #expect(BarcodeFormat.fitting(number.trimmed).first == format)
        #expect(BarcodeSuggestion.all(for: number).first?.format == format)
        #expect(BarcodeSuggestion.wrongCheckDigit(in: number) == nil)
    }

    @Test(
        "any other number tells no kind",
        arguments: [
            "", "   ", "LOY-7734", "5901234123450", "590123412345", "123456", "12345678901230", "https://", "(0) 1234",
            "(01)09501101530001", "www.", "59012341234570000",
        ])
    func open(number: String) {
        #expect(BarcodeFormat(evidentIn: number) == nil)
    }

    @Test(
        "of a number with a wrong check digit the kind and the right digit are known",
        arguments: [
            ("4006381333930", "EAN-13", "1", "4006381333931"), ("4006 3813 3393 0", "EAN-13", "1", "4006381333931"),
            ("96385070", "EAN-8", "4", "96385074"), ("036000291450", "UPC-A", "2", "036000291452"),
            ("12345678901230", "ITF-14", "1", "12345678901231"),
        ] as [(String, String, Character, String)])
    func wrong(number: String, label: String, digit: Character, fixed: String) throws {
        let suggestion = try #require(BarcodeSuggestion.wrongCheckDigit(in: number))
        #expect(suggestion.label == label)
        #expect(suggestion.correction?.checkDigit == digit && suggestion.correction?.number == fixed)
        #expect(BarcodeFormat(evidentIn: fixed) == suggestion.format)
        // It comes behind the kinds that hold the number as it is.
        let all = BarcodeSuggestion.all(for: number)
        #expect(all.last == suggestion)
        #expect(
            all.dropLast().contains { $0.format == .code128 } && all.dropLast().allSatisfy { $0.correction == nil })
    }

    @Test("the first choices hold the number as it is, whatever it is")
    func unchanged() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let number = String(
                (0..<Int.random(in: 5...15, using: &random)).map { _ in
                    "0123456789".randomElement(using: &random) ?? "0"
                })
            let all = BarcodeSuggestion.all(for: number)
            let first = try #require(all.first, "\(number), seed \(seed)")
            #expect(first.correction == nil, "\(number), seed \(seed)")
            let digits = try BarcodeContent(number, as: first.format).bytes
            #expect(digits == Array(number.utf8), "\(number) as \(first.format), seed \(seed)")
            let kinds = all.map { $0.correction == nil }
            #expect(kinds == kinds.sorted { $0 && !$1 }, "\(number), seed \(seed)")
        }
    }

    @Test(
        "a zero that a table has dropped is offered last, where the check digit is right with it",
        arguments: [
            ("36000291452", BarcodeFormat.upcA, "036000291452"), ("360 0029 1452", .upcA, "036000291452"),
            ("1234565", .ean8, "01234565"),
        ])
    func droppedZero(number: String, format: BarcodeFormat, fixed: String) throws {
        let last = try #require(BarcodeSuggestion.all(for: number).last)
        #expect(last.format == format && last.correction?.number == fixed && last.correction?.checkDigit == nil)
    }

    @Test("a number without a check digit is offered the kinds that hold it, and an empty one none")
    func others() {
        #expect(BarcodeSuggestion.all(for: "LOY-7734").first?.format == .code128)
        #expect(BarcodeSuggestion.all(for: " ") == [])
        #expect(BarcodeSuggestion.wrongCheckDigit(in: "1234567") == nil)
    }
}
