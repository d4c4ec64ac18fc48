internal import CardTransfer
public import Cards
public import Observation

/// A card's barcode over the whole screen, worked out as modules, or why there is none; and the code by which another phone takes
/// the card over.
///
/// How large it is drawn on this terminal belongs to the screen; the wish for a size is the card's.
@MainActor @Observable
public final class BarcodeModel {
    /// Which of a card's two codes.
    public enum Side: Hashable, Sendable { case card, share }

    /// What there is to be drawn.
    public enum Code: Hashable, Sendable {
        /// The card has no barcode.
        case none
        case shown(BarcodeContent, [BarcodeSymbol])
        case problem(BarcodeProblem)
    }

    public private(set) var identifier: CardID
    public private(set) var side = Side.card
    /// The three belong together; nil until the first have come.
    public private(set) var card: Card?
    public private(set) var code = Code.none
    public private(set) var shownSide = Side.card
    /// Whether what was asked for last is not shown yet.
    private(set) var isOpening = false
    /// Thousandths of a column; nil for the largest that fits.
    public private(set) var moduleWidth: Int?

    @ObservationIgnored var onMessage: (Message) -> Void = { _ in }
    /// Told that the card is no longer in the store, with its name where it was known.
    @ObservationIgnored var onGone: (String?) -> Void = { _ in }
    @ObservationIgnored private let store: any CardStore
    @ObservationIgnored private let barcodes: any BarcodeDrawing
    @ObservationIgnored private let list: CardListModel
    @ObservationIgnored private let requests = LatestRequest()
    @ObservationIgnored private let subscription = StoreSubscription()
    /// The last wish for a size on its way to the store.
    @ObservationIgnored private var keeping: Task<Bool, Never>?
    @ObservationIgnored private var kept = 0
    @ObservationIgnored private var wished = 0

    init(identifier: CardID, store: any CardStore, barcodes: any BarcodeDrawing, list: CardListModel) {
        (self.identifier, self.store, self.barcodes, self.list) = (identifier, store, barcodes, list)
    }

    /// The card's place in the list, from 1, and how many there are.
    public var place: (rank: Int, count: Int) { (list.selectedRank + 1, list.count) }
    /// Whether it is the card that the list has selected, so that it has neighbours.
    public var isInList: Bool { list.isJumping || list.selectedRow?.id == identifier }

    /// Reads the card and works out its modules; returns when the page can be drawn, false where there is no such card.
    func open() async -> Bool {
        await load(isFirst: true)
        guard card != nil, !Task.isCancelled else { return false }
        subscription.start(
            store, concerns: { [weak self] cards in self.map { cards.contains($0.identifier) } ?? false },
            load: { [weak self] in await self?.load() })
        list.activities.background.run { [store, identifier] in
            try? await store.recordUse(of: identifier)
            return true
        }
        return true
    }

    public func showNext() { show(neighbour: 1) }
    public func showPrevious() { show(neighbour: -1) }

    private func show(neighbour step: Int) {
        guard isInList else { return }
        let before = list.selectedRank
        list.moveSelection(by: step)
        guard list.selectedRank != before, let row = list.selectedRow else { return }
        identifier = row.id
        ask()
    }

    /// The card's own code, or the one to hand it over by.
    public func flip() {
        side = side == .card ? .share : .card
        ask()
    }

    /// What is shown stays until the other has come; keys that come meanwhile wait for it.
    private func ask() {
        isOpening = true
        Task { await load() }
    }

    // MARK: - The size

    /// Remembers the size of this card's modules on this machine; nil is the largest that fits. That of the other code is not
    /// remembered.
    public func setModuleWidth(_ width: Int?) {
        guard width != moduleWidth else { return }
        moduleWidth = width
        guard side == .card else { return }
        wished += 1
        // One after the other, and of those that were passed on the way only the last.
        let keeping = Task { [store, identifier, number = wished, before = keeping] in
            _ = await before?.value
            guard number == wished || identifier != self.identifier else { return true }
            defer { kept = number }
            do {
                try await store.setModuleWidth(width, of: identifier)
                return true
            } catch {
                onMessage(Message(error))
                return false
            }
        }
        self.keeping = keeping
        list.activities.background.run { await keeping.value }
    }

    // MARK: - Reading

    private func load(isFirst: Bool = false) async {
        let side = side
        let answer = await requests.answer { [store, identifier] in
            let (card, usage) = (try await store.card(identifier), try await store.usage(of: identifier))
            return (card, usage, code: await code(of: card, side))
        }
        switch answer {
        case .success((nil, _, _)):
            isOpening = false
            if !isFirst { onGone(card?.name) }
        case .success((let card?, let usage, let code)): receive(card, code, side, usage)
        case .failure(let error):
            isOpening = false
            onMessage(Message(error))
        case nil: break
        }
    }

    private func receive(_ new: Card, _ code: Code, _ side: Side, _ usage: CardUsage) {
        let isOther = new.identifier != card?.identifier || side != shownSide
        if isOpening { isOpening = false }
        if card != new { card = new }
        if self.code != code { self.code = code }
        if shownSide != side { shownSide = side }
        // A wish that the store has not been told yet is newer than what it says.
        guard isOther || (side == .card && kept == wished) else { return }
        let width = side == .card ? usage.moduleWidth : nil
        if moduleWidth != width { moduleWidth = width }
    }

    /// Away from the main actor: modules take milliseconds.
    private func code(of card: Card?, _ side: Side) async -> Code {
        guard let card else { return .none }
        // What is shown already is not worked out again.
        if card == self.card, side == shownSide { return code }
        return await Task.detached { [barcodes] () -> Code in
            do throws(BarcodeProblem) {
                let content: BarcodeContent
                switch side {
                case .card:
                    guard let barcode = card.barcode else { return .none }
                    content = try barcode.content(number: card.number)
                case .share:
                    // Catima takes no card without a number.
                    guard let link = ShareLink(card, isForCode: true) else { return .none }
                    content = try BarcodeContent(link.url, as: .qrCode)
                }
                return .shown(content, try barcodes.symbols(for: content))
            } catch {
                return .problem(error)
            }
        }.value
    }
}
