public import Basics
public import CardTransfer
public import Cards

/// One card on the screen: its fields, its photos while they load, and its neighbours in the list.
@MainActor
public final class CardModel: ScreenModel {
    @Observed public private(set) var identifier: CardID
    /// Nil until the store has answered.
    @Observed public private(set) var card: Card?
    /// Whether the store has not answered the first time.
    @Observed public private(set) var isBusy = true
    @Observed public private(set) var usage = CardUsage()
    /// What a backend sent, or an imported file has, that conflicts with local changes of the card.
    @Observed public private(set) var conflict: CardConflict?
    @Observed private var facts = Facts()
    /// The newest entries of its ledger; nil beside a list.
    @Observed public private(set) var ledger: LedgerExcerpt?
    @Observed public private(set) var pictures: [Card.Side: PictureState] = [:]
    public let code: CardCode
    /// Empty beside a list.
    public let secrets: CardSecrets

    private let context: ScreenContext
    private let requests = Latest()
    private var opening = Opening()
    private let subscription = StoreSubscription()
    private let pictureLoads = Latest()

    private struct Opening {
        /// Whether it has the screen for itself.
        var isPage = false
        /// The card whose use is recorded once it is shown.
        var use: CardID?
    }

    init(_ identifier: CardID, context: ScreenContext) {
        self.identifier = identifier
        self.context = context
        code = CardCode(context.services.barcodes)
        secrets = CardSecrets(context)
    }

    /// What is not in the fields of the card.
    private struct Facts: Equatable {
        var pass: PassPage?
        var timetable: Timetable?
    }

    /// What the pass says that the card came from; nil for other cards.
    public var pass: PassPage? { facts.pass }
    /// When it matters; nil for a card without such days.
    public var timetable: Timetable? { facts.timetable }

    private var list: CardListModel { context.list }
    public var shownCard: CardID? { identifier }
    public var today: CalendarDay { context.services.clock.today() }
    public var due: Validity { Validity(validFrom: card?.validFrom, expiry: card?.expiry, today: today) }
    /// The card's rank in the list, from 1, and how many cards there are; see ``isInList``.
    public var position: (rank: Int, count: Int) { (list.selectedRank + 1, list.count) }
    /// Whether the list has selected this card: one opened from elsewhere may not be in the list at all.
    public var isInList: Bool { context.isSelected(identifier) }

    /// Shows the card and follows its changes. A preview beside the list does not count as a use.
    public func opened() { opened(countsAsUse: true) }

    func opened(countsAsUse: Bool) {
        opening.isPage = countsAsUse
        load()
        subscription.start(
            context.services.store,
            concerns: { [weak self] cards in self.map { cards.contains($0.identifier) } ?? false },
            load: { [weak self] in self?.load() })
        if countsAsUse { opening.use = identifier }
    }

    /// Shows another card; the previous one stays until it is loaded.
    func show(_ other: CardID) {
        guard other != identifier else { return }
        secrets.hide()
        identifier = other
        load()
    }

    public func didDisappear(isRemoved: Bool) { secrets.hide() }

    public func showNext() { show(neighbour: 1) }
    public func showPrevious() { show(neighbour: -1) }

    private func show(neighbour step: Int) {
        if let card = context.moveSelection(from: identifier, by: step) { show(card) }
    }

    public func toggleStar() {
        card?.isStarred.toggle()
        write([.isStarred])
    }

    public func toggleArchive() {
        let isOn = card?.isArchived == false
        card?.setArchived(isOn)
        write(CardField.ofArchive)
    }

    /// Writes fields that are shown already; if the store refuses, the card is read again.
    private func write(_ fields: FieldSet) {
        guard let card else { return }
        context.activities.background.run { [self] in
            guard await list.changes.write(CardPatch(values: card, fields: fields)) else {
                load()
                return false
            }
            return true
        }
    }

    /// Reads the card; what is shown stays until the answer arrives.
    private func load() {
        Task { [weak self, services = context.services, requests, identifier, isPage = opening.isPage] in
            let answer = await requests.answer {
                let store = services.store
                let card = try await store.card(identifier)
                var read = Answer(card: card, usage: try await store.usage(of: identifier))
                read.conflict = try await store.conflict(of: identifier)
                if isPage {
                    read.ledger = LedgerExcerpt(
                        try await store.ledger(of: identifier, after: nil, limit: LedgerExcerpt.limit))
                    read.secrets = try await store.secrets(of: identifier)
                }
                if let card {
                    let timetable = Timetable(card, services.clock)
                    read.facts.timetable = timetable.isEmpty ? nil : timetable
                    read.facts.pass = await PassPage.page(
                        of: card, in: store, language: LocalFormat.language, format: services.format,
                        clock: services.clock)
                }
                return read
            }
            switch answer {
            case .success(let answer): self?.receive(answer)
            case .failure(let error):
                self?.isBusy = false
                self?.context.messages.post(error)
            case nil: break
            }
        }
    }

    /// What the store says of the card.
    private struct Answer {
        let card: Card?
        let usage: CardUsage
        var conflict: CardConflict?
        var facts = Facts()
        var ledger: LedgerExcerpt?
        var secrets: [CardSecret] = []
    }

    private func receive(_ answer: Answer) {
        if isBusy { isBusy = false }
        guard let new = answer.card else { return leave() }
        let old = card
        // An unchanged card needs no frame.
        if card != new { card = new }
        if usage != answer.usage { usage = answer.usage }
        if conflict != answer.conflict { conflict = answer.conflict }
        if facts != answer.facts { facts = answer.facts }
        if ledger != answer.ledger { ledger = answer.ledger }
        secrets.receive(answer.secrets)
        guard old?.identifier != new.identifier || old?.front != new.front || old?.back != new.back else {
            // A photo of another device comes after its card.
            if pictures.values.contains(where: \.isFailed) { loadPictures(of: new, keepingShown: true) }
            return
        }
        loadPictures(of: new)
        // After the read: a write takes longer, and the read would wait for it.
        guard let used = opening.use else { return }
        opening.use = nil
        context.recordUse(of: used)
    }

    /// Leaves the screens of a deleted card and of its photo; a form stays, since it can restore the card. A preview beside the list
    /// has no screen to leave.
    private func leave() {
        guard context.navigator.contains(self) else { return }
        context.navigator.remove { $0 === self || ($0 as? PhotoModel)?.identifier == identifier }
        if let card { context.post(Message("\(card.name.shortName) was deleted elsewhere.")) }
    }

    /// - Parameter keepingShown: loads only those that failed before; what is shown stays until they are there.
    private func loadPictures(of card: Card, keepingShown: Bool = false) {
        let wanted = Card.Side.faces.filter { side in
            guard keepingShown, let picture = pictures[side] else { return true }
            return picture.isFailed || picture.isLoading
        }
        if !keepingShown {
            pictures = [.front: card.front == nil ? .none : .loading, .back: card.back == nil ? .none : .loading]
        }
        pictureLoads.start { [weak self, loading = context.pictures] in
            for side in wanted {
                guard let hash = card[side] else { continue }
                let picture = await loading.picture(hash)
                if Task.isCancelled { return }
                guard let self, self.card?[side] == hash else { continue }
                pictures[side] = picture
            }
        }
    }
}

/// The selected card beside the list, on terminals that are wide enough.
@MainActor
public final class CardPreview {
    /// Nil if no preview is shown or no card is selected.
    @Observed public private(set) var card: CardModel?
    private var isShown = false
    private let context: ScreenContext

    init(context: ScreenContext) {
        self.context = context
        context.list.rows.onSelect = { [weak self] in self?.follow() }
    }

    /// Called by the screen: whether it shows the selected card beside the list.
    public func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        // Deferred: called during layout, when models must not change.
        Task { follow() }
    }

    /// Shows the card that is selected now.
    func follow() {
        // A screen over the list may move the selection; the preview follows when the list is on top again.
        guard context.navigator.path.isEmpty || card == nil else { return }
        guard isShown, let row = context.list.selectedRow else {
            if card != nil { card = nil }
            return
        }
        if let card { return card.show(row.id) }
        let model = CardModel(row.id, context: context)
        card = model
        model.opened(countsAsUse: false)
    }
}

/// The newest entries of a card's ledger, for its page. There is none where nothing happened but that the balance was set once.
public struct LedgerExcerpt: Equatable, Sendable {
    /// Enough for a chart.
    static let limit = 64

    /// The newest first, those that were taken back left out.
    public let lines: [Ledger.Line]
    /// That of the card; nil means points.
    public let currency: String?

    init?(_ page: LedgerPage) {
        lines = page.events
        currency = page.currency
        if lines.isEmpty { return nil }
    }
}
