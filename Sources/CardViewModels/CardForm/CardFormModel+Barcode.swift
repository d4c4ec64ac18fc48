public import Cards

/// How the form helps a card to its barcode: kinds that fit, a value that would be right, and what a scanner types.
extension CardFormModel {
    /// What one key takes.
    public enum BarcodeOffer: Hashable, Sendable {
        /// The value with which the barcode would be right.
        case value(String)
        /// A kind that the number fits.
        case format(BarcodeFormat)
    }

    /// Why no barcode can be drawn, or the rule that it breaks.
    public var barcodeProblem: BarcodeProblem? {
        drawingProblem ?? draft.barcodeProblem
    }

    /// Whether the barcode is drawn although it breaks a rule.
    var isDrawnAllTheSame: Bool { drawingProblem == nil && draft.isDrawnAllTheSame }

    private var drawingProblem: BarcodeProblem? { drawingCheck.problem(with: draft.unsureContent) }

    /// The kinds that the number fits, the likeliest first; none where a kind was typed already, whatever it is.
    public var fittingFormats: [BarcodeFormat] {
        let number = draft.text(of: .number).trimmed
        guard !number.isEmpty, draft.text(of: .barcode).trimmed.isEmpty else { return [] }
        return BarcodeFormat.fitting(number)
    }

    /// Nil where there is nothing to offer.
    public var barcodeOffer: BarcodeOffer? {
        if let fixed = draft.barcodeProblem?.fixed { return .value(fixed) }
        return fittingFormats.first.map { .format($0) }
    }

    public func takeBarcodeOffer() {
        switch barcodeOffer {
        case .value: draft.fixBarcode()
        case .format(let format): draft.setFormat(format)
        case nil: return
        }
        formatByDigits = nil
        keep()
    }

    /// Nil for no barcode.
    public func choose(_ format: BarcodeFormat?) {
        draft.setFormat(format)
        formatByDigits = nil
        keep()
    }

    // MARK: - Codes that were read

    /// Changes the draft by what was read.
    func change(_ change: (inout CardDraft) -> Void) {
        var changed = draft
        change(&changed)
        (draft, formatByDigits) = (changed, nil)
        keep()
    }

    /// The bytes of the photo that a side has; nil without one.
    func photoBytes(_ side: Card.Side) async throws -> [UInt8]? {
        guard let hash = draft.photo(side) else { return nil }
        if let bytes = draft.photos[hash] { return bytes }
        guard let bytes = try await services.store.photo(hash) else { throw PhotoError.decoderFailed("it is not here") }
        return bytes
    }

    // MARK: - A scanner at the keyboard

    /// Enter ended the number, as a scanner does behind what it types: where a check digit tells the kind, and nobody chose one, that
    /// becomes the kind.
    public func endNumber() {
        guard draft.mode == .create, draft.text(of: .barcode).isEmpty,
            let format = BarcodeFormat(digitsOf: draft.text(of: .number))
        else { return }
        receive(scanned: format)
    }

    /// Enter ended the name. A name like the number of an EAN-13 or UPC-A, its check digit too, in a form that has nothing else yet:
    /// that was a scanner, and it becomes the number. One in ten numbers that long would pass for one, and nobody types such a name.
    /// - Returns: whether it did; nothing is lost where it should not have.
    public func moveScannedName() -> Bool {
        let typed = draft.text(of: .name).trimmed
        let others = draft.fields.filter { $0 != .name }
        guard draft.mode == .create, typed.count >= 12, let format = BarcodeFormat(digitsOf: typed),
            others.allSatisfy({ draft.text(of: $0).isEmpty })
        else { return false }
        draft.setText("", of: .name)
        draft.setText(typed, of: .number)
        receive(scanned: format)
        context.say(Message("\(typed) went to the number. What is the card called?"))
        return true
    }

    private func receive(scanned format: BarcodeFormat) {
        draft.setFormat(format)
        formatByDigits = format
        keep()
        scanEnd = Task { [weak self, timer = services.timer] in
            guard (try? await timer.sleep(for: Self.scannerPause)) != nil else { return }
            self?.scanEnd = nil
        }
    }

    /// A key follows what a scanner typed; told of each.
    /// - Returns: whether it follows at once: an Enter is the scanner's own then, which ends with two of them (CR and LF).
    public func endScan() -> Bool {
        scanEnd?.cancel()
        defer { scanEnd = nil }
        return scanEnd != nil
    }

    /// What follows from the digits goes with them.
    func forgetFormatByDigits(after field: DraftField) {
        guard let format = formatByDigits, field == .number || field == .barcode else { return }
        formatByDigits = nil
        if field == .number, draft.format == format { draft.setFormat(nil) }
    }
}
