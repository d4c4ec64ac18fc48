/// The barcode of a draft: three text fields that make one value of the card.
extension CardDraft {
    /// The visible fields: value and encoding are hidden while no barcode kind is chosen.
    public var fields: [DraftField] { DraftField.allCases.filter(isShown) }

    private func isShown(_ field: DraftField) -> Bool {
        switch field {
        case .barcodeValue: !text(of: .barcode).trimmed.isEmpty
        case .encoding: format?.holdsBytes == true
        default: true
        }
    }

    /// The kind that the text names; nil if it names none.
    public var format: BarcodeFormat? {
        isTouched(.barcode) ? BarcodeFormat(typed: text(of: .barcode), for: text(of: .number)) : saved.barcode?.format
    }

    /// Makes the barcode of the three fields. Unedited fields keep their saved values, unknown kinds and encodings included.
    func setBarcode(in card: inout Card, problems: inout [DraftField: String]) {
        guard DraftField.ofBarcode.contains(where: isTouched) else { return }
        guard !text(of: .barcode).trimmed.isEmpty else { return card.barcode = nil }
        guard let format else { return problems[.barcode] = "this is not a known kind of barcode" }
        var barcode = Barcode(format: format, value: saved.barcode?.value, encoding: saved.barcode?.encoding)
        if isTouched(.barcodeValue) {
            // Not trimmed: a code can begin or end with blanks.
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

    /// Why the barcode cannot be drawn, or the rule that it breaks although it can. It never prevents saving: the real card may be
    /// wrong as well, and its number is worth keeping.
    public var barcodeProblem: BarcodeProblem? {
        let (card, problems) = parsed
        guard let barcode = card.barcode, problems[.barcode] == nil, problems[.encoding] == nil else { return nil }
        do throws(BarcodeProblem) {
            return try barcode.content(number: card.number).warning
        } catch {
            return error
        }
    }

    /// Whether ``barcodeProblem`` is only a broken rule, and the barcode can be drawn.
    public var isBarcodeDrawable: Bool {
        let card = card
        return (try? card.barcode?.content(number: card.number)) != nil
    }

    /// The content to draw, where only drawing it shows whether it fits.
    public var unsureContent: BarcodeContent? {
        let (card, problems) = parsed
        guard let barcode = card.barcode, problems[.barcode] == nil, problems[.encoding] == nil,
            let content = try? barcode.content(number: card.number), !content.isSureToFit
        else { return nil }
        return content
    }

    /// Writes the corrected value into the field that it comes from.
    public mutating func fixBarcode() {
        guard let problem = barcodeProblem, let fixed = problem.fixed else { return }
        // A number stays as it is printed.
        setText(fixed, of: card.barcode?.value == nil && problem != .spaces(fixed: fixed) ? .number : .barcodeValue)
    }

    /// Nil removes the barcode; the encoded value returns with the next kind. A kind that does not hold bytes has no encoding.
    public mutating func setFormat(_ format: BarcodeFormat?) {
        setText(format?.label ?? "", of: .barcode)
        if let format, !format.holdsBytes { setText("", of: .encoding) }
    }

    /// Accepts a code that was read. Its number becomes the card's number if that is empty; an existing number stays, and a
    /// different number in the code becomes the barcode's value.
    public mutating func apply(_ found: FoundBarcode) {
        if text(of: .number).trimmed.isEmpty { setText(found.number, of: .number) }
        setFormat(found.barcode.format)
        setText(found.value(beside: text(of: .number).trimmed) ?? "", of: .barcodeValue)
        setText(found.barcode.encoding ?? "", of: .encoding)
    }

    /// Accepts a shared card: for a new card all its fields, for an existing one only what a scanned code would set.
    public mutating func apply(sharedCard card: Card) {
        guard mode == .edit else {
            for field in DraftField.allCases where field.isText {
                let text = text(of: field, of: card)
                // A barcode replaces the existing one as a whole.
                let isOfBarcode = card.barcode != nil && DraftField.ofBarcode.contains(field)
                if isOfBarcode || !text.isEmpty { setText(text, of: field) }
            }
            return
        }
        if let barcode = card.barcode {
            apply(FoundBarcode(barcode: barcode, number: card.number))
        } else if text(of: .number).trimmed.isEmpty {
            setText(card.number, of: .number)
        }
    }
}
