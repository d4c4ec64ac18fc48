internal import CardTransfer
public import Cards

/// Adds a code that was read from a picture to a card: the one in the form, or a new one.
@MainActor
public struct ScanFlow {
    let context: ScreenContext
    let forms: FormFlow

    /// Opens the picker for the source of the code: for the form on top, the form of the card on top, or a new card.
    public func readBarcode() {
        switch context.navigator.top {
        case .form(let form): pickSource(Card.Side.allCases.filter { form.draft.photo($0) != nil })
        case .card(let card): forms.edit(card.identifier) { readBarcode() }
        case .barcode(let barcode): forms.edit(barcode.identifier) { readBarcode() }
        case nil: pickSource([])
        default: break
        }
    }

    private func pickSource(_ sides: [Card.Side]) {
        context.prompts.pick(.barcodeSource(BarcodeSources(sides: sides)))
    }

    // MARK: - Reading

    func readPhoto(_ side: Card.Side) {
        guard case .form(let form)? = context.navigator.top else { return }
        read("the \(side.rawValue) photo") { try await form.photoBytes(side) }
    }

    /// Looks for codes in a chosen file.
    func readFile(_ file: String) {
        read(file.lastPathPart) { [files = context.services.files] in
            try await files.read(file, limit: PhotoChoiceModel.maximumBytes)
        }
    }

    /// Looks for codes and adds what is found to the form.
    /// - Parameter name: the name of the picture, for messages.
    private func read(_ name: String, bytes: @escaping () async throws -> [UInt8]?) {
        let reader = context.services.reader
        context.activities.run("Looking for a barcode in \(name)") { () -> [FoundBarcode]? in
            do {
                guard let bytes = try await bytes() else { return nil }
                return try await reader.barcodes(in: bytes)
            } catch PhotoError.notAPicture {
                context.post(Message("\(name.shortName) is neither a picture nor a PDF.", kind: .warning))
                return nil
            } catch {
                // A stopped search reports nothing.
                try Task.checkCancellation()
                throw error
            }
        } then: { found in
            guard !found.isEmpty else {
                return context.post(Message("No barcode was found in \(name).", kind: .warning))
            }
            receive(found, read: "from \(name)")
        }
    }

    /// Receives codes from the camera, and closes its screen in any case: otherwise it would report the same codes again.
    func receive(_ found: [FoundBarcode], seenBy camera: CameraModel) {
        guard context.navigator.isOnTop(camera) else { return }
        receive(found, read: "with the camera")
        if context.navigator.isOnTop(camera) { context.navigator.popThrough(camera) }
    }

    // MARK: - Adding to the form

    /// A single code is added immediately. Of several, and for a doubtful one, a picker asks.
    private func receive(_ found: [FoundBarcode], read how: String) {
        if found.count == 1, !found[0].isDoubtful {
            receive(found[0], read: how)
        } else {
            context.prompts.pick(.barcode(FoundBarcodes(found, read: how)))
        }
    }

    /// Adds a code to the form, or to a new one if none is open, and goes there. A share code fills in the fields of its card.
    /// - Parameter how: how it was read: "from the front photo".
    public func receive(_ found: FoundBarcode, read how: String) {
        let value = found.barcode.value ?? found.number
        if ShareLink.isShareLink(value) { return receive(link: value, read: how) }
        var text = "Scanned \(found.label) \(how)"
        forms.change { draft in
            draft.apply(found)
            if draft.card.barcode?.value != nil, draft.card.number != found.number {
                text += "; set as code value, the number is unchanged"
            }
        }
        context.post(Message(text + "."))
    }

    private func receive(link: String, read how: String) {
        do throws(ShareLinkError) {
            let card = try ShareLink.card(from: link, identifier: .random())
            forms.change { $0.apply(sharedCard: card) }
            context.post(Message("Scanned the card \(card.name.shortName) \(how)."))
        } catch {
            context.messages.post(error)
        }
    }
}

extension FoundBarcode {
    /// "EAN-13 5901234123457".
    public var label: String {
        "\(barcode.format.label) \((barcode.value ?? number).shortName)" + (part.map { ", \($0.label)" } ?? "")
    }

    /// What to know before picking it: its position, and that it may be wrong.
    public var remark: String {
        [page.map { "page \($0)" }, isDoubtful ? "may be wrong" : nil].compactMap { $0 }.joined(separator: ", ")
    }
}
