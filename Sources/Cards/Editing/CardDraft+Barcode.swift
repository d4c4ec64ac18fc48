/// The barcode of a draft: three fields of text that come to one value of the card.
extension CardDraft {
    /// The fields that are there to be filled in: what is encoded and how is asked where there is a barcode to ask it of.
    public var fields: [DraftField] { DraftField.allCases.filter(isShown) }

    private func isShown(_ field: DraftField) -> Bool {
        switch field {
        case .barcodeValue: !text(of: .barcode).trimmed.isEmpty
        case .encoding: format?.holdsBytes == true
        default: true
        }
    }

    /// The kind that the text says; nil where it says none.
    public var format: BarcodeFormat? {
        isTouched(.barcode) ? BarcodeFormat(typed: text(of: .barcode)) : saved.barcode?.format
    }

    /// What the three fields come to. What was not touched stays as it came: names of kinds and encodings that we do not know, too.
    func setBarcode(in card: inout Card, problems: inout [DraftField: String]) {
        guard DraftField.ofBarcode.contains(where: isTouched) else { return }
        guard !text(of: .barcode).trimmed.isEmpty else { return card.barcode = nil }
        guard let format else { return problems[.barcode] = "there is no such kind of barcode" }
        var barcode = Barcode(format: format, value: saved.barcode?.value, encoding: saved.barcode?.encoding)
        if isTouched(.barcodeValue) {
            // Blanks are part of it: a code can have them at its ends.
            let value = text(of: .barcodeValue)
            barcode.value = value.isEmpty ? nil : value
        }
        if isTouched(.barcode), !format.holdsBytes {
            barcode.encoding = nil
        } else if isTouched(.encoding), format.holdsBytes {
            let name = text(of: .encoding).trimmed
            let encoding = BarcodeEncoding(name: name)
            if encoding == nil, !name.isEmpty {
                problems[.encoding] = BarcodeProblem.unknownEncoding(name).userMessage
            } else {
                barcode.encoding = encoding?.rawValue
            }
        }
        card.barcode = barcode
    }

    /// Why the barcode could not be drawn as it stands, or the rule that it breaks where it can be. It keeps nobody from saving: the card in the hand may be wrong as well, and
    /// its number is worth keeping.
    public var barcodeProblem: BarcodeProblem? {
        let (card, problems) = parsed
        guard let barcode = card.barcode, problems[.barcode] == nil, problems[.encoding] == nil else { return nil }
        do throws(BarcodeProblem) {
            return try barcode.content(number: card.number).warning
        } catch {
            return error
        }
    }

    /// Whether ``barcodeProblem`` is no more than a rule that the barcode breaks.
    public var isDrawnAllTheSame: Bool {
        let card = card
        return (try? card.barcode?.content(number: card.number)) != nil
    }

    /// What is drawn, where only drawing it tells whether it fits.
    public var unsureContent: BarcodeContent? {
        let (card, problems) = parsed
        guard let barcode = card.barcode, problems[.barcode] == nil, problems[.encoding] == nil,
            let content = try? barcode.content(number: card.number), !content.isSureToFit
        else { return nil }
        return content
    }

    /// Takes the value with which the barcode would be right into the field that it comes from.
    public mutating func fixBarcode() {
        guard let fixed = barcodeProblem?.fixed else { return }
        setText(fixed, of: card.barcode?.value == nil ? .number : .barcodeValue)
    }

    /// Nil for no barcode; what was encoded comes back with the next kind. A kind that holds no bytes has no encoding.
    public mutating func setFormat(_ format: BarcodeFormat?) {
        setText(format?.label ?? "", of: .barcode)
        if let format, !format.holdsBytes { setText("", of: .encoding) }
    }

    /// Takes a code that was read. Its number becomes the card's where that has none; a number that is there stays, and what the code
    /// says otherwise becomes the value of the code.
    public mutating func take(_ found: FoundBarcode) {
        if text(of: .number).trimmed.isEmpty { setText(found.number, of: .number) }
        let number = text(of: .number).trimmed
        let (format, encoding) = (found.barcode.format, found.barcode.encoding)
        let encoded = found.barcode.value ?? found.number
        // A number with gaps says the same as one without.
        let content = try? BarcodeContent(encoded, as: format, encoding: encoding)
        let isSame = content != nil && content == (try? BarcodeContent(number, as: format, encoding: encoding))
        setFormat(format)
        setText(isSame || encoded.isSameText(as: number) ? "" : encoded, of: .barcodeValue)
        setText(encoding ?? "", of: .encoding)
    }

    /// Takes what was handed over of a card: in a new card all that it says, in one that there is what a code would say of it.
    public mutating func take(handedOver card: Card) {
        guard mode == .edit else {
            for field in DraftField.allCases where field.isText {
                let text = Self.text(of: field, of: card)
                // A barcode takes the place of the whole one that was there.
                let isOfBarcode = card.barcode != nil && DraftField.ofBarcode.contains(field)
                if isOfBarcode || !text.isEmpty { setText(text, of: field) }
            }
            return
        }
        if let barcode = card.barcode {
            take(FoundBarcode(barcode: barcode, number: card.number))
        } else if text(of: .number).trimmed.isEmpty {
            setText(card.number, of: .number)
        }
    }
}
