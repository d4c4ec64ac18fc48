public import Cards
public import Observation

/// What is on top of what: the list at the bottom, and over it a card, a form or a photo; one question at a time; one message.
///
/// It holds no rows and no cards; the models of the screens do.
@MainActor @Observable
public final class AppModel {
    public private(set) var list: CardListModel
    /// What lies over the list, the last on top.
    public internal(set) var path: [Destination] = [] {
        didSet {
            followPhotos(from: oldValue)
            offersNextConflict = false
            askNext()
            if path.isEmpty { followSelection() }
        }
    }
    public internal(set) var question: Question?
    /// The selected card, beside the list; nil where no screen shows it, and without a card.
    public internal(set) var preview: CardModel?
    /// What is being chosen; a question goes before it.
    public internal(set) var choice: Choice?
    /// How the list is looked at, as it is kept for the next start.
    @ObservationIgnored var viewState: ViewState
    /// What takes long; else the last thing said, and behind it the last news of the loader: neither may take the other's place
    /// unread.
    public var message: Message? {
        if let words = activities.words { return Message("\(words)…", offers: [Message.Offer(.stop, "stops")]) }
        let unread = [said, failure, news].compactMap { $0 }
        guard let first = unread.first else { return nil }
        return unread.dropFirst().reduce(first) { $0.followed(by: $1) }
    }
    private var said: Message?
    /// That the backend is being asked: true until it, or the loader, has said something.
    @ObservationIgnored private var asking: Message?
    /// The last failure of the loader, which an earlier one adds nothing to.
    var failure: Message?
    private var news: Message?
    public internal(set) var loaderStatus: LoaderStatus?
    /// Made-up cards of which nothing is kept.
    public private(set) var isDemo: Bool
    /// Set once the person has asked to leave.
    public internal(set) var hasQuit = false

    /// Whether a saving has just named the next card to choose for, and nothing was opened since.
    public internal(set) var offersNextConflict = false
    /// Whether the store had more cards to choose for when it was last asked; the loader counts them, too, and may be behind.
    var knowsConflicts = false
    /// What the loader's statuses have told so far.
    @ObservationIgnored var loaderNews = LoaderNews()
    /// Told when the person has left and what was to be kept is kept.
    @ObservationIgnored public var onQuit: () -> Void = {}
    /// Whether a letter would be typed, or chosen by, so that it must not become an answer.
    @ObservationIgnored public var isTakingKeys: () -> Bool = { false }
    /// Told what the terminal is to put on the person's clipboard.
    @ObservationIgnored public var onCopy: (String) -> Void = { _ in }
    @ObservationIgnored var services: AppServices
    @ObservationIgnored private let cache = PhotoCache()
    @ObservationIgnored var leftovers: [StoredDraft] = []
    public let activities: Activities
    /// Whether the loader's question has been put since it has one.
    @ObservationIgnored var hasAskedToSend = false
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []

    public init(services: AppServices) {
        let isDemo = services.openDemo == nil
        (self.services, self.isDemo) = (services, isDemo)
        if isDemo { (self.services.drafts, self.services.viewState) = (NoDrafts(), NoViewState()) }
        let state = self.services.viewState.load()
        viewState = state
        activities = Activities(clock: services.timer)
        list = CardListModel(store: services.store, clock: services.clock, state: state, activities: activities)
        activities.onEnd = { [weak self] in self?.askNext() }
        listen(to: list)
    }

    private func listen(to list: CardListModel) {
        list.onViewChange = { [weak self] in self?.keepViewState() }
        list.onMessage = { [weak self] in self?.say($0) }
        list.onSelect = { [weak self] in self?.followSelection() }
    }

    public var clock: CardClock { services.clock }
    @ObservationIgnored var keeping: Task<Void, Never>?
    /// Whether a screen shows the selected card beside the list.
    @ObservationIgnored var isPreviewShown = false
    var pictures: PictureLoading {
        PictureLoading(store: services.store, photos: services.photos, cache: cache)
    }
    public var hasBackend: Bool { services.loader != nil }

    /// Shows the first rows of a list that someone has read already: ``start()`` finds out the rest.
    /// They are those by name: where another order is looked at, the first frame waits for no one and shows none.
    public func showFirst(_ rows: [CardSummary], of count: Int?) {
        if list.query == .all { list.showFirst(rows, of: count) }
    }

    /// Loads the rows around the selection; returns when they can be drawn.
    public func start() async {
        await list.start()
    }

    /// What may follow the first frame: the loader's news and the drafts of programs that were cut off.
    public func startBehind() {
        if let loader = services.loader {
            tasks.append(
                Task { [weak self] in
                    for await status in await loader.statuses() { self?.take(status) }
                })
        }
        tasks.append(Task { [weak self] in await self?.countConflicts() })
        guard !isDemo else { return }
        tasks.append(Task { [weak self] in await self?.tellDamage() })
        tasks.append(
            Task { [weak self, drafts = services.drafts] in
                let leftovers = await drafts.leftovers()
                self?.offer(leftovers)
            })
    }

    func cancelTasks() {
        for task in tasks { task.cancel() }
        tasks = []
    }

    // MARK: - Moving about

    public func openSelected() {
        if let row = list.selectedRow { show(row.id) }
    }

    func show(_ identifier: CardID) {
        let model = CardModel(
            identifier: identifier, store: services.store, pictures: pictures, clock: services.clock, list: list)
        model.onMessage = { [weak self] in self?.say($0) }
        model.onGone = { [weak self, weak model] name in if let model { self?.leave(model, name: name) } }
        path.append(.card(model))
        model.opened()
    }

    public func openPhoto(_ side: Card.Side, of identifier: CardID) {
        let model = PhotoModel(identifier: identifier, side: side, store: services.store, pictures: pictures)
        path.append(.photo(model))
        model.opened()
        recordUse(of: identifier)
    }

    /// A side's photo of the selected card or the card on top.
    public func openPhoto(_ side: Card.Side) {
        guard let identifier = currentIdentifier else { return }
        openPhoto(side, of: identifier)
    }

    public func choose(_ choice: Choice) { self.choice = choice }

    public func endChoice() {
        choice = nil
        askNext()
    }

    public func createCard() { openForm(CardDraft(creating: .random())) }

    public func importFile() {
        path.append(.file(FileChoiceModel(importingInto: services.store, files: services.files)))
    }

    /// Of the marked cards, or all that are shown.
    public func exportFile() {
        path.append(.file(FileChoiceModel(exportingFrom: list, files: services.files)))
    }

    /// Lets a file be named for the photo that is shown.
    public func writePhoto(_ model: PhotoModel) {
        guard let hash = model.hash, let name = model.card?.name else { return }
        let (side, place) = (model.side, path)
        activities.run("Reading the photo") { [self] in
            do {
                guard let bytes = try await services.store.photo(hash) else {
                    return say(Message("The photo is not here.", kind: .warning))
                }
                guard path == place else { return }
                path.append(.file(FileChoiceModel(writing: bytes, of: side, of: name, files: services.files)))
            } catch {
                say(Message(error))
            }
        }
    }

    /// Takes the file at the typed path.
    public func finish(_ model: FileChoiceModel) {
        activities.run(model.purpose.activity) { [self] in
            guard let outcome = await model.start() else { return }
            // The list is seen next, and keys mean what it shows.
            if model.purpose == .importCards { await list.reload() }
            path.removeAll { $0 == .file(model) }
            say(Message(outcome))
        }
    }

    public func editCurrent() {
        if let identifier = currentIdentifier { edit(identifier) }
    }

    /// - Parameter then: done once the form is open.
    public func edit(_ identifier: CardID, then: @escaping () -> Void = {}) {
        let place = path
        activities.run("Opening the card") { [self] in
            do {
                guard let card = try await services.store.card(identifier) else { return }
                // Where a card was that is gone by now, nobody wants its form.
                guard path == place else { return }
                openForm(CardDraft(editing: card))
                then()
            } catch {
                say(Message(error))
            }
        }
    }

    /// One step back: the question, then what is on top. On the list nothing happens.
    public func back() {
        if case .form(let form)? = path.last, form.draft.isChanged {
            question = .leaveForm(name: form.draft.text(of: .name))
            return
        }
        if case .conflict(let conflict)? = path.last, !conflict.decisions.isEmpty {
            question = .leaveConflict(name: conflict.name)
            return
        }
        leaveTop()
    }

    /// Something that was asked for is on its way to the top: what comes in meanwhile is meant for what follows it.
    public var isBusy: Bool {
        if !activities.isEmpty { return true }
        return switch path.last {
        case .card(let card): card.isOpening
        case .form(let form): form.isSaving
        case .file(let file): file.isWorking
        case .trash(let trash): trash.isOpening
        case .photoChoice(let choice): choice.isReading
        case .sync(let sync): sync.isOpening
        case .conflict(let conflict): conflict.isOpening || conflict.isSaving
        case .barcode(let barcode): barcode.isOpening
        case .photo, .crop, .camera, .barcodeChoice, nil: false
        }
    }

    func leaveTop() {
        guard let top = path.popLast() else { return }
        guard case .form(let form) = top else { return }
        form.discard()
        activities.background.run {
            await form.draftSettled()
            return true
        }
    }

    /// Leaves a card that is gone, and its photo; a form stays, it can bring the card back.
    private func leave(_ model: CardModel, name: String?) {
        guard path.contains(.card(model)) else { return }
        path.removeAll { place in
            if case .photo(let photo) = place { photo.identifier == model.identifier } else { place == .card(model) }
        }
        if let name { say(Message("\(name.shortName) was deleted elsewhere.")) }
    }

    func openForm(_ draft: CardDraft, kept key: StoredDraft.Key? = nil) {
        let form = CardFormModel(
            draft: draft, services: services, pictures: pictures, keptAs: key, background: activities.background)
        form.onMessage = { [weak self] in self?.say($0) }
        form.onSaved = { [weak self, weak form] identifier in
            guard let self, let form else { return }
            if case .leaveForm? = question { question = nil }
            // With what was opened over it meanwhile.
            if let place = path.firstIndex(of: .form(form)) { path.removeSubrange(place...) }
            activities.run("Opening the list") { [list] in await list.reload(.card(identifier)) }
        }
        path.append(.form(form))
        form.opened()
    }

    var form: CardFormModel? {
        path.lazy.compactMap { if case .form(let form) = $0 { form } else { nil } }.first
    }

    var currentIdentifier: CardID? { path.last?.identifier ?? list.selectedRow?.id }

    // MARK: - Doing

    public func copyNumber() {
        guard let identifier = currentIdentifier else { return }
        inBackground { [self] in
            guard let card = try await services.store.card(identifier) else { return }
            guard !card.number.isEmpty else {
                return say(Message("\(card.name.shortName) has no number.", kind: .warning))
            }
            await copy(card.number)
            try await services.store.recordUse(of: identifier)
        }
    }

    public func copy(link: String, named name: String? = nil) {
        inBackground { [self] in await copy(link, named: name) }
    }

    public func open(link: String) {
        activities.background.run { [self] in
            do {
                try await services.links.open(link)
                say(Message("Opened \(link)"))
                return true
            } catch {
                await copy(link, because: error.message)
                return false
            }
        }
    }

    public func synchronize() {
        guard let loader = services.loader else {
            return say(Message("No backend is set: backend.url in the config file names one.", kind: .warning))
        }
        say(Message("Asking \(loaderStatus?.host ?? "the backend")…"))
        asking = said
        Task { await loader.synchronize() }
    }

    /// Leaves the user's cards for made-up ones, until the program ends.
    public func openDemo() {
        guard let openDemo = services.openDemo else { return }
        services.openDemo = nil
        activities.run("Making up cards") { [self] in
            do {
                let store = try await openDemo()
                guard path.isEmpty else { return services.openDemo = openDemo }
                list.stop()
                cancelTasks()
                (services.store, services.loader) = (store, nil)
                (services.drafts, services.viewState) = (NoDrafts(), NoViewState())
                (isDemo, loaderStatus, question, leftovers) = (true, nil, nil, [])
                loaderNews = LoaderNews()
                knowsConflicts = false
                preview = nil
                list = CardListModel(store: store, clock: services.clock, state: viewState, activities: activities)
                listen(to: list)
                await list.start()
            } catch {
                services.openDemo = openDemo
                say(Message(error))
            }
        }
    }

    public func say(_ message: Message) { said = message }

    public func dismissMessage() {
        if said != nil { said = nil }
        if failure != nil { failure = nil }
        if news != nil { news = nil }
    }

    /// The loader's word takes the place of that it was asked.
    func endAsking() {
        if asking != nil, said == asking { said = nil }
        asking = nil
    }

    /// Behind the news that nobody has read yet.
    func add(_ new: Message) {
        // What is there already need not be there twice.
        if let news, news.words.contains(new.words) { return }
        news = news?.followed(by: new) ?? new
    }
}
