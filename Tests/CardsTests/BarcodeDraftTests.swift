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
        "a kind is typed by its label or its usual name, and anything else is no kind",
        arguments: [
            ("EAN-13", BarcodeFormat.ean13), ("EAN_13", .ean13), ("ean13", .ean13), (" qr code ", .qrCode),
            ("RSS_14", .dataBar), ("gs1 databar expanded", .dataBarExpanded), ("EAN", nil), ("", nil), ("13", nil),
        ])
    func kinds(text: String, format: BarcodeFormat?) {
        #expect(BarcodeFormat(typed: text) == format)
    }

    @Test("every kind is known by its own label and name")
    func allKinds() {
        for format in BarcodeFormat.known {
            #expect(BarcodeFormat(typed: format.label) == format)
            #expect(BarcodeFormat(typed: format.rawValue) == format)
            #expect(BarcodeFormat.completions(of: String(format.label.prefix(2))).contains(format))
        }
        #expect(BarcodeFormat.completions(of: "") == [])
    }

    @Test("three fields come to one barcode, and saving sets nothing else")
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
        // The next kind finds what was encoded.
        draft.setFormat(.aztec)
        #expect(draft.card.barcode == Barcode(format: .aztec, value: " member/5901 ", encoding: "UTF-8"))
        draft.setFormat(.ean13)
        #expect(!draft.fields.contains(.encoding))
    }

    @Test("what is no kind and no encoding says so, and the saved barcode stays")
    func problems() {
        let saved = Barcode(format: .qrCode, value: "x", encoding: "UTF-8")
        var draft = CardDraft(editing: card("1", saved))
        draft.setText("QR-", of: .barcode)
        draft.setText("EBCDIC", of: .encoding)
        #expect(draft.problems[.barcode] != nil)
        #expect(draft.card.barcode == saved)
        draft.setText("QR code", of: .barcode)
        #expect(draft.problems[.barcode] == nil && draft.problems[.encoding]?.contains("EBCDIC") == true)
        #expect(draft.card.barcode == saved)
    }

    @Test("names from elsewhere that we do not know are kept until they are touched, each by itself")
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

    @Test("a barcode that cannot be drawn is told and can be saved, and the right digit goes where the wrong one is")
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

    @Test(
        "the parts of a barcode are kept between runs, and over a newer card each that was not touched is the newer one"
    )
    func keptAndRebased() {
        var draft = CardDraft(editing: card("1", Barcode(format: .qrCode, value: "a", encoding: "UTF-8")))
        draft.setText("b", of: .barcodeValue)
        draft.setText("Azt", of: .barcode)
        #expect(CardDraft(json: draft.json, photos: [:]) == draft)
        draft.setText("Aztec", of: .barcode)
        var newer = draft.saved
        newer.barcode = Barcode(format: .qrCode, value: "c", encoding: "ISO-8859-1")
        let rebased = draft.rebased(on: newer)
        #expect(rebased.card.barcode == Barcode(format: .aztec, value: "b", encoding: "ISO-8859-1"))
    }

    @Test("a code that was read gives a card its number, and leaves the number that is there")
    func found() {
        let found = FoundBarcode(
            barcode: Barcode(format: .qrCode, value: "https://club.example/77", encoding: "UTF-8"), number: "77")
        var new = CardDraft(creating: .random())
        new.take(found)
        #expect(new.card.number == "77" && new.card.barcode == found.barcode)
        var known = CardDraft(editing: card("5901234123457"))
        known.take(FoundBarcode(barcode: Barcode(format: .ean13), number: "5901234123457"))
        #expect(known.card.barcode == Barcode(format: .ean13))
        var spaced = CardDraft(editing: card("5901 2341 2345 7"))
        spaced.take(FoundBarcode(barcode: Barcode(format: .ean13), number: "5901234123457"))
        #expect(spaced.card.number == "5901 2341 2345 7" && spaced.card.barcode == Barcode(format: .ean13))
        known.take(FoundBarcode(barcode: Barcode(format: .code128), number: "12"))
        #expect(known.card.number == "5901234123457")
        #expect(known.card.barcode == Barcode(format: .code128, value: "12"))
    }

    @Test(
        "only digits with a right check digit tell a kind",
        arguments: [
            ("5901234123457", BarcodeFormat.ean13), ("5901 2341 2345 7", .ean13), ("036000291452", .upcA),
            ("96385074", .ean8), ("5901234123450", nil), ("590123412345", nil), ("LOY-12345678", nil), ("", nil),
        ])
    func digits(number: String, format: BarcodeFormat?) {
        #expect(BarcodeFormat(digitsOf: number) == format)
    }
}
