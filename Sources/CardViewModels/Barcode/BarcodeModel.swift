public import Basics
public import CardTransfer
public import Cards

/// A card's barcode over the whole screen, encoded as modules, or why there is none; its further codes; and the code from which another
/// phone imports the card.
///
/// The screen decides how large it is drawn on this terminal; the preferred size is stored with the card.
@MainActor
public final class BarcodeModel: ScreenModel {
    /// Which of the card's two codes.
    public enum Side: Hashable, Sendable { case card, share }

    /// What is drawn.
    public enum Code: Equatable, Sendable {
        /// The card has no barcode.
        case none
        case shown(BarcodeContent, [BarcodeSymbol])
        case problem(BarcodeProblem)
    }

    @Observed public private(set) var identifier: CardID
    @Observed public private(set) var side: Side
    /// Card, side and code belong together; nil until the first are loaded.
    @Observed public private(set) var card: Card?
    @Observed private var codes = Codes()
    @Observed public private(set) var shownSide: Side
    /// Which of the card's codes is requested, and which one is shown: an index of ``Card/allCodes``.
    @Observed private var codeIndex = 0
    @Observed public private(set) var shownIndex = 0
    /// The kinds to choose from if the card has a number and no barcode, the likeliest first; last those that change the number.
    @Observed public private(set) var kinds: [BarcodeSuggestion] = []
    /// Whether the latest request is not shown yet.
    @Observed public private(set) var isBusy = false
    /// The preferred width of a module in thousandths of a column; nil for the largest that fits.
    @Observed public private(set) var moduleWidth: Int?

    /// The cards of a share code of several; empty for one card.
    private let shared: [CardID]
    private let context: ScreenContext
    private let requests = Latest()
    private let subscription = StoreSubscription()
    /// The writes of preferred sizes, and the last of them.
    private var writes: (completed: Int, requested: Int, last: Task<Bool, Never>?) = (0, 0, nil)

    /// - Parameter shared: several cards, for their share code, of which the first is the identifier; empty for one card.
    init(_ identifier: CardID, side: Side = .card, sharing shared: [CardID] = [], context: ScreenContext) {
        self.identifier = identifier
        self.shared = shared
        self.side = side
        shownSide = side
        self.context = context
    }

    private var list: CardListModel { context.list }
    private var store: any CardStore { context.services.store }
    public var shownCard: CardID? { isOfSeveral ? nil : identifier }
    public var isPicture: Bool { true }
    public var code: Code { codes.whole }
    /// The share code without notes, for a window that is too small for ``code``.
    public var codeWithoutNote: Code { codes.withoutNote }
    /// Whether it is the share code of several cards.
    public var isOfSeveral: Bool { !shared.isEmpty }
    /// What the share code of several cards says, with or without their notes.
    public func sharedText(hasNote: Bool) -> ShareText? { hasNote ? codes.text : codes.textWithoutNote }
    /// The name of the card, or how many cards there are.
    public var name: String? { codes.text.map { $0.total.counted("card") } ?? card?.name }
    /// The card's rank in the list, from 1, and how many cards there are.
    public var position: (rank: Int, count: Int) { (list.selectedRank + 1, list.count) }
    /// Whether the list has selected this card, so that it has neighbours.
    public var isInList: Bool { !isOfSeveral && context.isSelected(identifier) }

    /// Reads the card and encodes its barcode. Returns when the screen can be drawn: false if there is no such card.
    func open() async -> Bool {
        await load(isFirst: true)
        guard name != nil, !Task.isCancelled else { return false }
        subscription.start(
            store,
            concerns: { [weak self] cards in
                self.map { model in (model.shared + [model.identifier]).contains { cards.contains($0) } } ?? false
            },
            load: { [weak self] in await self?.load() })
        if !isOfSeveral { context.recordUse(of: identifier) }
        return true
    }

    /// How many codes the card has, besides the share code.
    public var codeCount: Int { card?.allCodes.count ?? 0 }

    /// The shown code beside the card's barcode; nil for that, and for the share code.
    public var furtherCode: FurtherCode? {
        guard shownSide == .card, let card, card.barcode == nil || shownIndex > 0 else { return nil }
        let codes = card.allCodes
        return codes.indices.contains(shownIndex) ? codes[shownIndex] : nil
    }

    /// "2 of 3 · Voucher"; nil for a card with one code, and for the share code.
    public var codePosition: String? {
        guard codeCount > 1, shownSide == .card else { return nil }
        let label = furtherCode.map { " · \($0.title)" } ?? ""
        return "\(shownIndex + 1) of \(codeCount)\(label)"
    }

    /// Shows another code of the card; the last one is followed by the first.
    public func showCode(by step: Int) {
        guard codeCount > 1, side == .card else { return }
        codeIndex = (codeIndex + step + codeCount) % codeCount
        ask()
    }

    public func showNext() { show(neighbour: 1) }
    public func showPrevious() { show(neighbour: -1) }

    private func show(neighbour step: Int) {
        guard !isOfSeveral, let card = context.moveSelection(from: identifier, by: step) else { return }
        (identifier, codeIndex) = (card, 0)
        ask()
    }

    /// Switches between the card's own code and its share code.
    public func flip() {
        if isOfSeveral { return }
        side = side == .card ? .share : .card
        ask()
    }

    /// Loads the requested card and side. What is shown stays until then; keys pressed meanwhile wait.
    private func ask() {
        isBusy = true
        Task { await load() }
    }

    // MARK: - Kind

    /// Saves the kind as the barcode of the card that has none, with the number that it needs, and draws it; keys pressed meanwhile wait.
    public func take(_ kind: BarcodeSuggestion) {
        guard var card, card.barcode == nil else { return }
        var fields: FieldSet = [.barcode]
        card.barcode = Barcode(format: kind.format)
        if let correction = kind.correction {
            card.number = correction.number
            fields.insert(.number)
        }
        context.activities.run("Saving the barcode") { [self] in
            try await store.apply([.set(CardPatch(values: card, fields: fields))])
            await load()
            let number = kind.correction.map { ", and the number \($0.number)" } ?? ""
            context.post(
                Message("\(card.name.shortName): barcode added: \(kind.format.label)\(number)", offers: [.undo]))
        }
    }

    // MARK: - Size

    /// Stores the preferred module width of this card on this machine; nil is the largest that fits. The width of the share code is not
    /// stored.
    public func setModuleWidth(_ width: Int?) {
        guard width != moduleWidth else { return }
        moduleWidth = width
        // Of the share code and of further codes it is kept until they are left.
        guard side == .card, codeIndex == 0 else { return }
        writes.requested += 1
        // Writes are serialized; of several queued ones only the last is executed.
        let keeping = Task { [store, identifier, number = writes.requested, before = writes.last] in
            _ = await before?.value
            guard number == writes.requested || identifier != self.identifier else { return true }
            defer { writes.completed = number }
            do {
                try await store.setModuleWidth(width, of: identifier)
                return true
            } catch {
                context.messages.post(error)
                return false
            }
        }
        writes.last = keeping
        context.activities.background.run { await keeping.value }
    }

    // MARK: - Reading

    private func load(isFirst: Bool = false) async {
        if isOfSeveral { return await loadSeveral() }
        let (side, requested) = (side, codeIndex)
        let answer = await requests.answer { [store, identifier] in
            let (card, usage) = (try await store.card(identifier), try await store.usage(of: identifier))
            // Codes may have been removed meanwhile.
            let index = max(0, min(requested, (card?.allCodes.count ?? 0) - 1))
            return (card, usage, index, codes: await codes(of: card, side, index))
        }
        switch answer {
        case .success((nil, _, _, _)):
            isBusy = false
            if !isFirst { leave() }
        case .success((let card?, let usage, let index, let codes)):
            if codeIndex == requested { codeIndex = index }
            receive(card, codes, side, index, usage)
        case .failure(let error):
            isBusy = false
            context.messages.post(error)
        case nil: break
        }
    }

    /// Leaves the screen of a deleted card and the screens over it; a form stays, since it can restore the card.
    private func leave() {
        let navigator = context.navigator
        guard navigator.contains(self) else { return }
        let isEdited = navigator.screens(over: self).contains { $0 is CardFormModel }
        if isEdited { navigator.remove(self) } else { navigator.popThrough(self) }
        if isOfSeveral {
            context.post(Message("\(shared.count.counted("card")) were deleted elsewhere."))
        } else if let card {
            context.post(Message("\(card.name.shortName) was deleted elsewhere."))
        }
    }

    /// Cards that are gone meanwhile are left out; without any the screen is left.
    private func loadSeveral() async {
        let answer = await requests.answer { [store, shared, barcodes = context.services.barcodes] in
            var cards: [Card] = []
            for identifier in shared { if let card = try await store.card(identifier) { cards.append(card) } }
            return await Task.detached { [cards] in Codes(sharing: cards, drawing: barcodes) }.value
        }
        switch answer {
        case .success(let codes) where codes.text?.total == 0: leave()
        case .success(let codes): if self.codes != codes { self.codes = codes }
        case .failure(let error): context.messages.post(error)
        case nil: break
        }
    }

    private func receive(_ new: Card, _ codes: Codes, _ side: Side, _ index: Int, _ usage: CardUsage) {
        let isOther = new.identifier != card?.identifier || side != shownSide || index != shownIndex
        if isBusy { isBusy = false }
        if card != new { card = new }
        if self.codes != codes { self.codes = codes }
        if shownSide != side { shownSide = side }
        if shownIndex != index { shownIndex = index }
        let kinds = code == .none && side == .card ? BarcodeSuggestion.all(for: new.number) : []
        if self.kinds != kinds { self.kinds = kinds }
        // A preference that is not stored yet is newer than the store's.
        let isOwn = side == .card && index == 0
        guard isOther || (isOwn && writes.completed == writes.requested) else { return }
        let width = isOwn ? usage.moduleWidth : nil
        if moduleWidth != width { moduleWidth = width }
    }

    /// Encodes away from the main actor: it takes milliseconds.
    private func codes(of card: Card?, _ side: Side, _ index: Int) async -> Codes {
        guard let card else { return Codes() }
        // A code that is shown already is not encoded again.
        if card == self.card, side == shownSide, index == shownIndex { return codes }
        return await Task.detached { [barcodes = context.services.barcodes] in
            let hasShorter = side == .share && !card.note.isEmpty
            return Codes(
                whole: Code(of: card, side, index, drawing: barcodes),
                withoutNote: hasShorter ? Code(of: card, side, index, hasNote: false, drawing: barcodes) : .none)
        }.value
    }
}

extension BarcodeModel {
    /// A code, and for a share code also the one without notes.
    fileprivate struct Codes: Equatable, Sendable {
        var whole = Code.none
        var withoutNote = Code.none
        var text: ShareText?
        var textWithoutNote: ShareText?
    }
}

extension BarcodeModel.Codes {
    /// Encodes the share code of several cards, as many as fit.
    init(sharing cards: [Card], drawing: any BarcodeDrawing) {
        let cards = cards.sorted { TextFolding.fold($0.name) < TextFolding.fold($1.name) }
        func text(hasNote: Bool) -> ShareText {
            ShareText(cards, hasNote: hasNote) { (try? BarcodeContent($0, as: .qrCode)) != nil }
        }
        let (text, shorter) = (text(hasNote: true), text(hasNote: false))
        (self.text, textWithoutNote) = (text, shorter)
        whole = BarcodeModel.Code(sharing: text, drawing: drawing)
        if shorter.text != text.text { withoutNote = BarcodeModel.Code(sharing: shorter, drawing: drawing) }
    }
}

extension BarcodeModel.Code {
    fileprivate init(sharing text: ShareText, drawing: any BarcodeDrawing) {
        guard text.count > 0 else {
            self = .none
            return
        }
        do throws(BarcodeProblem) {
            let content = try BarcodeContent(text.text, as: .qrCode)
            self = .shown(content, try drawing.symbols(for: content))
        } catch {
            self = .problem(error)
        }
    }

    /// Encodes one of the card's codes; takes milliseconds.
    /// - Parameters:
    ///   - index: of ``Card/allCodes``.
    ///   - hasNote: see ``ShareLink``.
    init(
        of card: Card, _ side: BarcodeModel.Side, _ index: Int = 0, hasNote: Bool = true, drawing: any BarcodeDrawing
    ) {
        do throws(BarcodeProblem) {
            let content: BarcodeContent
            switch side {
            case .card:
                let codes = card.allCodes
                guard codes.indices.contains(index) else {
                    self = .none
                    return
                }
                let barcode = codes[index].barcode
                content = try barcode.content(number: card.number)
            case .share:
                // Catima imports no card without a number.
                guard let link = ShareLink(card, isForCode: true, hasNote: hasNote) else {
                    self = .none
                    return
                }
                content = try BarcodeContent(link.url, as: .qrCode)
            }
            self = .shown(content, try drawing.symbols(for: content))
        } catch {
            self = .problem(error)
        }
    }
}
