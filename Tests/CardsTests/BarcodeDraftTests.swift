import Cards
import Testing

@Suite("The barcode of a draft")
struct BarcodeDraftTests {
    private func card(_ number: String = "5901234123457", _ barcode: Barcode? = nil) -> Card {
        var card = Card(identifier: .random(), name: "Cedar")
        (card.number, card.barcode) = (number, barcode)
        return card
    }

    @Test(
        "a kind is recognized by its label or usual name, other texts are not",
        arguments: [
            ("EAN-13", BarcodeFormat.ean13), ("EAN_13", .ean13), ("ean13", .ean13), (" qr code ", .qrCode),
            ("RSS_14", .dataBar), ("databar expanded", .dataBarExpanded), ("EAN", .ean13), ("QR", .qrCode),
            ("UPC", .upcA),
            ("Interleaved 2 of 5", .itf), ("NW-7", .codabar), ("", nil), ("13", nil), ("Strichcode", nil),
        ])
    func kinds(text: String, format: BarcodeFormat?) {
        #expect(BarcodeFormat(typed: text) == format)
    }

    @Test("a name that two kinds share is the one that the number has the length of", arguments: ["EAN", "jan"])
    func shared(name: String) {
        #expect(BarcodeFormat(typed: name, for: "96385074") == .ean8)
        #expect(BarcodeFormat(typed: name, for: "4006381333931") == .ean13)
        #expect(BarcodeFormat(typed: "UPC", for: "01234565") == .upcE)
    }

    @Test("every kind is recognized by its label and name")
    func allKinds() {
        for format in BarcodeFormat.known {
            #expect(BarcodeFormat(typed: format.label) == format)
            #expect(BarcodeFormat(typed: format.rawValue) == format)
            #expect(BarcodeFormat.completions(of: String(format.label.prefix(2))).contains(format))
        }
        #expect(BarcodeFormat.completions(of: "") == [])
    }

    @Test("three fields make one barcode, and saving changes nothing else")
    func typed() {
        var draft = CardDraft(editing: card())
        #expect(!draft.fields.contains(.barcodeValue) && !draft.fields.contains(.encoding))
        draft.setText("qr code", of: .barcode)
        #expect(draft.fields.contains(.barcodeValue) && draft.fields.contains(.encoding))
        #expect(draft.card.barcode == Barcode(format: .qrCode))
        draft.setText(" member/5901 ", of: .barcodeValue)
        draft.setText("utf-8", of: .encoding)
        #expect(draft.card.barcode == Barcode(format: .qrCode, value: " member/5901 ", encoding: "UTF-8"))
        #expect(draft.patch.fields == [.barcode])
        draft.setText("", of: .barcode)
        #expect(draft.card.barcode == nil && draft.problems.isEmpty)
        #expect(!draft.fields.contains(.barcodeValue))
        // The next kind keeps the encoded value.
        draft.setFormat(.aztec)
        #expect(draft.card.barcode == Barcode(format: .aztec, value: " member/5901 ", encoding: "UTF-8"))
        draft.setFormat(.ean13)
        #expect(!draft.fields.contains(.encoding))
    }

    @Test("an unknown kind or encoding is a problem, and the saved barcode stays")
    func problems() {
        let saved = Barcode(format: .qrCode, value: "x", encoding: "UTF-8")
        var draft = CardDraft(editing: card("1", saved))
        draft.setText("QRS", of: .barcode)
        draft.setText("EBCDIC", of: .encoding)
        #expect(draft.problems[.barcode] != nil)
        #expect(draft.card.barcode == saved)
        draft.setText("QR code", of: .barcode)
        #expect(draft.problems[.barcode] == nil && draft.problems[.encoding]?.contains("EBCDIC") == true)
        #expect(draft.card.barcode == saved)
    }

    @Test("unknown names from other programs are kept until they are edited, each by itself")
    func unknown() {
        let odd = Barcode(format: BarcodeFormat(rawValue: "HAN_XIN"), value: "", encoding: "SHIFT_JIS")
        var draft = CardDraft(editing: card("1", odd))
        #expect(draft.text(of: .barcode) == "HAN_XIN")
        draft.setText("Oak", of: .name)
        #expect(draft.problems.isEmpty && draft.card.barcode == odd)
        #expect(draft.patch.fields == [.name])
        draft.setText("2", of: .barcodeValue)
        #expect(draft.card.barcode == Barcode(format: odd.format, value: "2", encoding: "SHIFT_JIS"))
        draft.setText("QR code", of: .barcode)
        #expect(draft.problems.isEmpty)
        #expect(draft.card.barcode == Barcode(format: .qrCode, value: "2", encoding: "SHIFT_JIS"))
    }

    @Test("an invalid barcode is reported and can be saved, and the correct digit is offered where the wrong one is")
    func checkDigit() {
        var draft = CardDraft(editing: card("5901234123450", Barcode(format: .ean13)))
        #expect(draft.barcodeProblem?.fixed == "5901234123457")
        draft.setText("Oak", of: .name)
        #expect(draft.problems.isEmpty && draft.patch.fields == [.name])
        draft.fixBarcode()
        #expect(draft.text(of: .number) == "5901234123457" && draft.barcodeProblem == nil)
        draft.setText("96385070", of: .barcodeValue)
        draft.setText("EAN-8", of: .barcode)
        draft.fixBarcode()
        #expect(draft.text(of: .barcodeValue) == "96385074")
        #expect(draft.text(of: .number) == "5901234123457")
        #expect(draft.problems.isEmpty && draft.barcodeProblem == nil)
    }

    @Test("a barcode's fields are kept in the draft, and over a newer card those typed together stay together")
    func keptAndRebased() {
        var draft = CardDraft(editing: card("1", Barcode(format: .qrCode, value: "a", encoding: "UTF-8")))
        draft.setText("b", of: .barcodeValue)
        draft.setText("Azt", of: .barcode)
        #expect(CardDraft(json: draft.json, photos: [:]) == draft)
        draft.setText("Aztec", of: .barcode)
        var newer = draft.saved
        newer.barcode = Barcode(format: .qrCode, value: "c", encoding: "ISO-8859-1")
        let rebased = draft.rebased(on: newer)
        #expect(rebased.card.barcode == Barcode(format: .aztec, value: "b", encoding: "UTF-8"))
    }

    @Test("over a card whose kind has changed, a typed value keeps the kind it was typed for")
    func rebasedKind() {
        var draft = CardDraft(editing: card("1", Barcode(format: .qrCode, value: "a", encoding: "UTF-8")))
        draft.setText("X", of: .barcodeValue)
        var newer = draft.saved
        (newer.name, newer.barcode) = ("Oak", Barcode(format: .ean13))
        let rebased = draft.rebased(on: newer)
        #expect(rebased.card.barcode == Barcode(format: .qrCode, value: "X", encoding: "UTF-8"))
        #expect(rebased.card.name == "Oak")
        // If no barcode field was edited, all have the newer values.
        var other = CardDraft(editing: draft.saved)
        other.setText("Elm", of: .name)
        #expect(other.rebased(on: newer).card.barcode == Barcode(format: .ean13))
    }

    @Test("a kind without bytes has no encoding, whether chosen or typed")
    func encodingGoes() {
        let hex = card("1", Barcode(format: .qrCode, value: "48656C6C6F", encoding: "HEX"))
        var chosen = CardDraft(editing: hex)
        chosen.setFormat(.code128)
        #expect(chosen.card.barcode == Barcode(format: .code128, value: "48656C6C6F"))
        chosen.setFormat(.qrCode)
        #expect(chosen.card.barcode == Barcode(format: .qrCode, value: "48656C6C6F"))
        var typed = CardDraft(editing: hex)
        typed.setText("code 128", of: .barcode)
        #expect(typed.card.barcode == Barcode(format: .code128, value: "48656C6C6F"))
    }

    @Test("the kinds that fit a value depend on its encoding")
    func fittingEncoding() {
        #expect(BarcodeFormat.fitting("Ł").contains(.qrCode))
        #expect(!BarcodeFormat.fitting("Ł", encoding: "ISO-8859-1").contains(.qrCode))
        #expect(!BarcodeFormat.fitting("Hello", encoding: "HEX").contains(.qrCode))
        #expect(BarcodeFormat.fitting("48656C6C6F", encoding: "HEX").contains(.qrCode))
    }

    @Test("a shared card replaces everything of a code that was read before")
    func handedOverAfterCode() {
        var draft = CardDraft(creating: .random())
        draft.apply(FoundBarcode(barcode: Barcode(format: .codabar, value: "A123B"), number: "123"))
        var shared = Card(identifier: .random(), name: "Maple")
        shared.number = "5901234123457"
        draft.apply(sharedCard: shared)
        // A link without a barcode leaves the barcode unchanged.
        #expect(draft.card.barcode == Barcode(format: .codabar, value: "A123B"))
        shared.barcode = Barcode(format: .qrCode)
        draft.setText("UTF-8", of: .encoding)
        draft.apply(sharedCard: shared)
        #expect(draft.card.barcode == Barcode(format: .qrCode))
        #expect(draft.card.number == "5901234123457" && draft.card.name == "Maple")
    }

    @Test("the spaces of a printed number are asked about where they would be encoded, until the code has a value")
    func spaces() {
        let number = "6330 1212 3456"
        for (format, isAsked) in [(BarcodeFormat.code128, true), (.qrCode, true), (.code39, true), (.itf, false)] {
            var draft = CardDraft(editing: card(number))
            draft.setFormat(format)
            #expect(draft.barcodeProblem == (isAsked ? .spaces(fixed: "633012123456") : nil))
            #expect(draft.isBarcodeDrawable)
            draft.fixBarcode()
            #expect(draft.card.number == number && draft.card.barcode?.value == (isAsked ? "633012123456" : nil))
            #expect(draft.barcodeProblem == nil)
        }
        var letters = CardDraft(editing: card("AB 12 34"))
        letters.setFormat(.code128)
        #expect(letters.barcodeProblem == nil)
        // A code that was read has them.
        var scanned = CardDraft(creating: .random())
        scanned.apply(FoundBarcode(barcode: Barcode(format: .code128, value: number), number: number))
        #expect(scanned.card.number == number && scanned.card.barcode?.value == number && scanned.barcodeProblem == nil)
    }

    @Test("a scanned code sets an empty number, and keeps an existing one")
    func found() {
        let found = FoundBarcode(
            barcode: Barcode(format: .qrCode, value: "https://club.example/77", encoding: "UTF-8"), number: "77")
        var new = CardDraft(creating: .random())
        new.apply(found)
        #expect(new.card.number == "77" && new.card.barcode == found.barcode)
        var known = CardDraft(editing: card("5901234123457"))
        known.apply(FoundBarcode(barcode: Barcode(format: .ean13), number: "5901234123457"))
        #expect(known.card.barcode == Barcode(format: .ean13))
        var spaced = CardDraft(editing: card("5901 2341 2345 7"))
        spaced.apply(FoundBarcode(barcode: Barcode(format: .ean13), number: "5901234123457"))
        #expect(spaced.card.number == "5901 2341 2345 7" && spaced.card.barcode == Barcode(format: .ean13))
        known.apply(FoundBarcode(barcode: Barcode(format: .code128), number: "12"))
        #expect(known.card.number == "5901234123457")
        #expect(known.card.barcode == Barcode(format: .code128, value: "12"))
    }

    @Test(
        "only digits with a correct check digit determine a kind",
        arguments: [
            ("5901234123457", BarcodeFormat.ean13), ("5901 2341 2345 7", .ean13), ("036000291452", .upcA),
            ("96385074", .ean8), ("5901234123450", nil), ("590123412345", nil), ("LOY-12345678", nil), ("", nil),
        ])
    func digits(number: String, format: BarcodeFormat?) {
        #expect(BarcodeFormat(digitsOf: number) == format)
    }
}
