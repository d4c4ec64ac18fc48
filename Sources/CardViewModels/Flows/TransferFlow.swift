import CardTransfer
internal import Cards

/// Writes photos and barcodes to files, and adds cards from share links. The flows of import and export are reached from here.
@MainActor
public struct TransferFlow {
    let context: ScreenContext

    private var files: any LocalFiles { context.services.files }

    public var imports: ImportFlow { ImportFlow(context: context) }
    public var passes: PassFlow { PassFlow(context: context) }
    public var exports: ExportFlow { ExportFlow(context: context) }

    private func open(_ model: FileFormModel) { context.navigator.push(model) }

    /// Asks for a file name for the shown photo.
    public func writePhoto(_ model: PhotoModel) {
        guard let hash = model.hash, let name = model.card?.name else { return }
        let photo = model.photo
        context.activities.run("Reading the photo") {
            let bytes = try await context.services.store.photo(hash)
            if bytes == nil { context.post(Message("The photo is missing.", kind: .warning)) }
            return bytes
        } then: {
            open(FileFormModel(writing: $0, of: photo, of: name, files: files))
        }
    }

    /// Asks for a file name for the shown barcode.
    /// - Parameter picture: makes the file's bytes; nil if that fails.
    public func writeBarcode(_ model: BarcodeModel, picture: @escaping @Sendable () -> [UInt8]?) {
        guard let name = model.name else { return }
        let isShared = model.shownSide == .share
        context.activities.run("Drawing the barcode") {
            Drawn(bytes: await Self.bytes(of: picture))
        } then: { drawn in
            guard let bytes = drawn.bytes else {
                return context.post(
                    Message("A picture needs the library libpng, which is not installed.", kind: .warning))
            }
            let subject = "\(isShared ? "the share code" : "the barcode") of \(name)"
            let file = "\(PhotoFileName.stem(of: name))-\(isShared ? "share" : "barcode").png"
            open(
                FileFormModel(
                    writing: bytes, for: .writeBarcode(subject: subject), subject: subject, path: file, files: files))
        }
    }

    private struct Drawn {
        /// Nil if the picture could not be made.
        let bytes: [UInt8]?
    }

    /// Away from the main actor; nil if cancelled before it began.
    @concurrent private nonisolated static func bytes(of picture: @Sendable () -> [UInt8]?) async -> [UInt8]? {
        Task.isCancelled ? nil : picture()
    }

    /// Reads or writes the file at the typed path; asks before one is replaced.
    public func finish(_ model: FileFormModel) {
        guard model.purpose != .importCards else { return imports.read(model) }
        context.activities.run("Checking the file", on: model) {
            await model.replacesFile()
        } then: { replacesFile in
            if replacesFile { askToReplace(model) } else { perform(model) }
        }
    }

    private func askToReplace(_ model: FileFormModel) {
        context.prompts.show(
            Prompt(
                .replaceFile, title: "Replace the file?", text: "\(model.chosenPath) exists. Replace it?",
                isIrreversible: true,
                choices: [Prompt.Choice("y", "replace") { perform(model) }, Prompt.Choice("n", "cancel")]))
    }

    private func perform(_ model: FileFormModel) {
        context.activities.run(model.purpose.activity) {
            guard let outcome = await model.start() else { return }
            switch model.purpose {
            case .exportCards, .writeLedger:
                context.viewState.update { $0.folders.exports = model.chosenFolder }
            case .importCards, .writePhoto, .writeBarcode: break
            }
            context.navigator.remove(model)
            context.post(Message(outcome))
        }
    }

    /// Adds the card of the only share link in a text, and shows what an import of several would do.
    public func addCards(sharedIn text: String) {
        let isShort = text.utf8.count <= Self.maximumLinkBytes
        let links = isShort ? ShareLink.links(in: text) : []
        if isShort, links.count < 2 {
            addCard(fromLink: links.first?.text ?? text)
        } else {
            imports.start(linksIn: text)
        }
    }

    /// Whether a text has a share link. Of a long one only the beginning is searched: keys wait.
    public func hasLink(_ text: String) -> Bool { ShareLink.hasLink(text, withinBytes: Self.maximumLinkBytes) }

    /// A longer text is not searched for links while keys wait.
    private static let maximumLinkBytes = 64 << 10

    /// Adds the card of a share link as one undoable step, and selects it in the list. An invalid link is reported and changes nothing.
    public func addCard(fromLink text: String) {
        let card: Card
        do throws(ShareLinkError) {
            card = try ShareLink.card(from: text, identifier: .random())
        } catch {
            return context.post(Message(error.userMessage + " Nothing was added.", kind: .warning))
        }
        let missing = context.services.validation.missing(in: card).map(\.description)
        guard missing.isEmpty else {
            let text =
                "A card needs \(missing.joined(separator: " and ")), which a link does not contain. Nothing was added."
            return context.post(Message(text, kind: .warning))
        }
        context.activities.run("Adding \(card.name.shortName)") {
            try await context.services.store.apply([.set(CardPatch(from: nil, to: card))])
            await context.list.reload(.card(card.identifier))
            context.post(Message("Added \(card.name.shortName) from the link", offers: [.undo]))
        }
    }
}
