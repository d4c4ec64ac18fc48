internal import CardTransfer
internal import Cards

/// Adds a code that was read from a picture to a card: the one in the form, or a new one.
@MainActor
public struct ScanFlow {
    let context: ScreenContext
    let forms: FormFlow
    let photos: PhotoFlow

    private var pictures: PictureFlow { PictureFlow(context: context, photos: photos, scans: self) }

    /// Opens the picker for the source of the code: for the form on top, the form of the card on top, or a new card.
    public func readBarcode() {
        switch context.navigator.top {
        case let form as CardFormModel: pickSource(Card.Side.faces.filter { form.draft.photo($0) != nil })
        case let card as CardModel: forms.edit(card.identifier) { readBarcode() }
        case let barcode as BarcodeModel: forms.edit(barcode.identifier) { readBarcode() }
        case nil: pickSource([])
        default: break
        }
    }

    /// - Parameter sides: those of which the card in the form has a photo.
    private func pickSource(_ sides: [Card.Side]) {
        let options =
            sides.map { side in Picker.Option("from the \(side.noun)") { readPhoto(side) } } + [
                Picker.Option("from a picture or PDF file…") { pictures.chooseFile(for: .barcode) },
                Picker.Option("with the camera…") { pictures.openCamera(for: .barcode) },
            ]
        context.prompts.pick(Picker("Scan a barcode", placeholder: "Scan from", options, isShort: true))
    }

    // MARK: - Reading

    private func readPhoto(_ side: Card.Side) {
        guard let form = context.navigator.top as? CardFormModel else { return }
        read("the \(side.noun)") { try await form.photoBytes(side) }
    }

    /// Looks for codes in a chosen file. A picture becomes the front photo of a card that has none, as by an import.
    func readFile(_ file: String) {
        let hasNone = context.navigator.form?.draft.photo(.front) == nil
        read(file.lastPathPart, keepsPicture: hasNone) { [files = context.services.files] in
            try await files.read(file, limit: FilePickerModel.maximumBytes)
        }
    }

    /// Looks for codes and adds what is found to the form.
    /// - Parameter name: the name of the picture, for messages.
    private func read(_ name: String, keepsPicture: Bool = false, bytes: @escaping () async throws -> [UInt8]?) {
        let (reader, photos) = (context.services.reader, context.services.photos)
        context.activities.run("Looking for a barcode in \(name)") { () -> FoundBarcodes? in
            do {
                guard let bytes = try await bytes() else { return nil }
                var found = FoundBarcodes(try await reader.barcodes(in: bytes), read: "from \(name)")
                // A document, and what cannot be decoded, makes no photo.
                if keepsPicture, !PhotoFileName.isDocument(bytes),
                    let photo = try? await photos.crop(bytes, to: .everything)
                {
                    found.photo = await NewPhoto.named(photo, bytes, .everything, by: photos)
                }
                try Task.checkCancellation()
                return found
            } catch PhotoError.notAPicture {
                context.post(Message("\(name.shortName) is neither a picture nor a PDF.", kind: .warning))
                return nil
            } catch {
                // A stopped search reports nothing.
                try Task.checkCancellation()
                throw error
            }
        } then: { found in
            if !found.codes.isEmpty { return receive(found) }
            guard let photo = found.photo else {
                return context.post(Message("No barcode was found in \(name).", kind: .warning))
            }
            offer(photo, of: name)
        }
    }

    /// A card may have no barcode.
    private func offer(_ photo: NewPhoto, of name: String) {
        let use =
            context.navigator.form == nil
            ? "Add it as a new card?" : "Use it as the front photo?"
        context.prompts.show(
            Prompt(
                .keepPicture, title: "No barcode", text: "No barcode was found in \(name). \(use)",
                choices: [
                    Prompt.Choice("y", "yes") {
                        forms.change { _ in }
                        keep(photo)
                    }, Prompt.Choice("n", "no"),
                ], defaultKey: "y"))
    }

    /// Looks for a barcode in a PDF that was added to a card without one, and asks whether it is that of the card.
    func offerCode(of document: [UInt8]) {
        guard PhotoFileName.isDocument(document), let form = context.navigator.form,
            form.draft.card.barcode == nil
        else { return }
        let reader = context.services.reader
        // Keys wait: a letter that is typed meanwhile must not answer the question.
        context.activities.run("Looking for a barcode in the PDF", on: form) { () -> FoundBarcode? in
            // What cannot be read has no barcode to offer; its page says why.
            let codes = try? await reader.barcodes(in: document)
            try Task.checkCancellation()
            return codes?.first { !$0.isDoubtful && $0.part == nil }
        } then: { code in
            let found = FoundBarcodes([code], read: "from the PDF")
            context.prompts.show(
                Prompt(
                    .useCode, title: "Barcode",
                    text: "The PDF has a barcode: \(code.label). Is it the barcode of this card?",
                    choices: [
                        Prompt.Choice("y", "yes") { receive(code, of: found) }, Prompt.Choice("n", "no"),
                    ], defaultKey: "y"))
        }
    }

    /// Makes it the front photo of the card in the form, which has none.
    private func keep(_ photo: NewPhoto) {
        do throws(PhotoError) {
            try context.navigator.form?.receive(photo, .front)
        } catch {
            context.messages.post(error)
        }
    }

    /// Receives codes from the camera, and closes its screen in any case: otherwise it would report the same codes again.
    func receive(_ found: [FoundBarcode], seenBy camera: CameraModel) {
        guard context.navigator.isOnTop(camera) else { return }
        receive(FoundBarcodes(found, read: "with the camera"))
        if context.navigator.isOnTop(camera) { context.navigator.popThrough(camera) }
    }

    // MARK: - Adding to the form

    /// A single code is added immediately. Of several, and for a doubtful one, a picker asks. Several share links are an import, unless the
    /// card of one is to go into a form.
    private func receive(_ all: FoundBarcodes) {
        let isImport =
            all.links.count > 1 && all.codes.allSatisfy { $0.hasLink && !$0.isDoubtful }
            && context.navigator.form == nil
        if isImport { return ImportFlow(context: context).start(linksIn: all.links.joined(separator: "\n")) }
        let found = all.withEachLink
        if found.codes.count == 1, !found.codes[0].isDoubtful {
            receive(found.codes[0], of: found)
        } else {
            pick(found)
        }
    }

    /// Asks which of several codes is meant.
    func pick(_ found: FoundBarcodes) {
        let options = found.codes.map { code in
            Picker.Option(code.label, detail: code.remark) { receive(code, of: found) }
        }
        context.prompts.pick(
            Picker("\(options.count) barcodes", placeholder: "Choose one for the card", options, isShort: true))
    }

    /// Adds a code to the form, or to a new one if none is open, and goes there. A share code fills in the fields of its card.
    /// - Parameter all: what it was read with.
    private func receive(_ found: FoundBarcode, of all: FoundBarcodes) {
        if let link = ShareLink.links(in: found.text).first { return receive(link: link.text, of: all) }
        var text = "Scanned \(found.label) \(all.how)"
        forms.change { draft in
            draft.apply(found)
            if draft.card.barcode?.value != nil, draft.card.number != found.number {
                text += "; set as code value, the number is unchanged"
            }
        }
        end(text, of: all)
    }

    /// Keeps the picture, and says what was scanned.
    private func end(_ text: String, of all: FoundBarcodes) {
        context.post(Message(text + (all.photo == nil ? "." : "; the picture is the front photo.")))
        if let photo = all.photo { keep(photo) }
    }

    private func receive(link: String, of all: FoundBarcodes) {
        do throws(ShareLinkError) {
            let card = try ShareLink.card(from: link, identifier: .random())
            forms.change { $0.apply(sharedCard: card) }
            end("Scanned the card \(card.name.shortName) \(all.how)", of: all)
        } catch {
            context.messages.post(error)
        }
    }
}

extension FoundBarcode {
    /// "EAN-13 5901234123457".
    fileprivate var label: String {
        if let card = sharedCard { return "the card \(card.name.shortName)" }
        return "\(barcode.format.label) \(value.shortName)" + (part.map { ", \($0.label)" } ?? "")
    }

    fileprivate var hasLink: Bool { ShareLink.hasLink(text) }

    fileprivate var links: [String] { ShareLink.links(in: text).map(\.text) }

    /// The card of the only share link in it.
    private var sharedCard: Card? {
        let links = links
        return links.count == 1 ? try? ShareLink.card(from: links[0], identifier: .random()) : nil
    }

    /// What to know before picking it: its position, and that it may be wrong.
    fileprivate var remark: String {
        [page.map { "page \($0)" }, isDoubtful ? "may be wrong" : nil].compactMap { $0 }.joined(separator: ", ")
    }
}

/// Several codes from one picture or document, of which one is picked.
struct FoundBarcodes: Sendable {
    let codes: [FoundBarcode]
    /// How they were read, for a message: "off the front photo".
    let how: String
    /// The picture, for a card that has no front photo; nil for none.
    var photo: NewPhoto?

    init(_ codes: [FoundBarcode], read how: String) { (self.codes, self.how) = (codes, how) }

    /// The share links of all codes.
    fileprivate var links: [String] { codes.flatMap(\.links) }

    /// The same with a code for each share link, of which one is picked.
    fileprivate var withEachLink: FoundBarcodes {
        var found = FoundBarcodes(
            codes.flatMap { code -> [FoundBarcode] in
                let links = code.links
                if links.count < 2 { return [code] }
                return links.map { link in
                    var one = FoundBarcode(
                        barcode: Barcode(format: code.barcode.format), number: link, page: code.page)
                    one.isDoubtful = code.isDoubtful
                    return one
                }
            }, read: how)
        found.photo = photo
        return found
    }
}
