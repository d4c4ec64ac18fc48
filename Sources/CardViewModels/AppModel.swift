public import Cards
public import Observation

/// What is on top of what: the list at the bottom, and over it a card, a form or a photo; one question at a time; one message.
///
/// It holds no rows and no cards; the models of the screens do.
@MainActor @Observable
public final class AppModel {
    public private(set) var list: CardListModel
    /// What lies over the list, the last on top.
    public private(set) var path: [Destination] = [] {
        didSet { askNext() }
    }
    public private(set) var question: Question?
    /// The last thing said, and behind it the last news of the loader: neither may take the other's place unread.
    public var message: Message? {
        guard let said, let news else { return said ?? news }
        return said.followed(by: news)
    }
    private var said: Message?
    private var news: Message?
    public private(set) var loaderStatus: LoaderStatus?
    /// Made-up cards of which nothing is kept.
    public private(set) var isDemo: Bool
    /// Set once the person has asked to leave.
    public private(set) var isOver = false

    /// Told what is to go on the person's clipboard.
    @ObservationIgnored public var onCopy: (String) -> Void = { _ in }
    @ObservationIgnored private var services: AppServices
    @ObservationIgnored private let cache = PhotoCache()
    @ObservationIgnored private var leftovers: [StoredDraft] = []
    /// How many intents are under way that end with something else on top.
    private var errands = 0
    /// Whether the loader's question has been put since it has one.
    @ObservationIgnored private var hasAskedToSend = false
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []

    public init(services: AppServices) {
        let isDemo = services.openDemo == nil
        (self.services, self.isDemo) = (services, isDemo)
        list = CardListModel(store: services.store, clock: services.clock)
        if isDemo { self.services.drafts = NoDrafts() }
        list.onMessage = { [weak self] in self?.say($0) }
    }

    public var clock: CardClock { services.clock }
    private var pictures: PictureLoading {
        PictureLoading(store: services.store, photos: services.photos, cache: cache)
    }
    public var hasBackend: Bool { services.loader != nil }

    /// Shows the first rows of a list that someone has read already: ``start()`` finds out the rest.
    public func showFirst(_ rows: [CardSummary], of count: Int) { list.showFirst(rows, of: count) }

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
        guard !isDemo else { return }
        tasks.append(
            Task { [weak self, drafts = services.drafts] in
                let leftovers = await drafts.leftovers()
                self?.offer(leftovers)
            })
    }

    /// Ends what runs for the screens; what is typed is kept.
    public func stop() {
        cancelTasks()
        list.stop()
        form?.keepDraftNow()
    }

    private func cancelTasks() {
        for task in tasks { task.cancel() }
        tasks = []
    }

    // MARK: - Moving about

    public func openSelected() {
        guard let row = list.selectedRow else { return }
        let model = CardModel(
            identifier: row.id, store: services.store, pictures: pictures, clock: services.clock, list: list)
        model.onMessage = { [weak self] in self?.say($0) }
        model.onGone = { [weak self, weak model] name in if let model { self?.leave(model, name: name) } }
        path.append(.card(model))
        model.opened()
    }

    public func openPhoto(_ side: Card.Side, of identifier: CardID) {
        let model = PhotoModel(identifier: identifier, side: side, store: services.store, pictures: pictures)
        path.append(.photo(model))
        model.opened()
        Task { [store = services.store] in try? await store.recordUse(of: identifier) }
    }

    /// A side's photo of the selected card or the card on top.
    public func openPhoto(_ side: Card.Side) {
        guard let identifier = currentIdentifier else { return }
        openPhoto(side, of: identifier)
    }

    public func createCard() { openForm(CardDraft(creating: .random())) }

    public func importFile() {
        let model = ImportModel(store: services.store, files: services.files)
        path.append(.importFile(model))
    }

    public func finishImport(_ model: ImportModel) async {
        if let outcome = await model.start() {
            // The list is seen next, and keys mean what it shows.
            await list.reload(selecting: list.selectedRow?.id)
            path.removeAll { $0 == .importFile(model) }
            say(Message(outcome))
        }
    }

    public func editCurrent() {
        guard let identifier = currentIdentifier else { return }
        let place = path
        errand { [self] in
            do {
                guard let card = try await services.store.card(identifier) else { return }
                // Where a card was that is gone by now, nobody wants its form.
                guard path == place else { return }
                openForm(CardDraft(editing: card))
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
        leaveTop()
    }

    public func quit() {
        guard path.isEmpty else { return back() }
        isOver = true
    }

    /// Something that was asked for is on its way to the top: what comes in meanwhile is meant for what follows it.
    public var isBusy: Bool {
        if errands > 0 { return true }
        return switch path.last {
        case .card(let card): card.isOpening
        case .form(let form): form.isSaving
        case .photo, .importFile, nil: false
        }
    }

    private func errand(_ body: @escaping () async -> Void) {
        errands += 1
        Task {
            await body()
            errands -= 1
            askNext()
        }
    }

    private func leaveTop() {
        guard let top = path.popLast() else { return }
        if case .form(let form) = top { form.discard() }
    }

    /// Leaves a card that is gone, and its photo; a form stays, it can bring the card back.
    private func leave(_ model: CardModel, name: String?) {
        guard path.contains(.card(model)) else { return }
        path.removeAll { place in
            if case .photo(let photo) = place { photo.identifier == model.identifier } else { place == .card(model) }
        }
        if let name { say(Message("\(name) was deleted elsewhere.")) }
    }

    private func openForm(_ draft: CardDraft, kept key: StoredDraft.Key? = nil) {
        let form = CardFormModel(draft: draft, services: services, pictures: pictures, keptAs: key)
        form.onMessage = { [weak self] in self?.say($0) }
        form.onSaved = { [weak self, weak form] identifier in
            guard let self, let form else { return }
            if case .leaveForm? = question { question = nil }
            path.removeAll { $0 == .form(form) }
            errand { [list] in await list.reload(selecting: identifier) }
        }
        path.append(.form(form))
        form.opened()
    }

    private var form: CardFormModel? {
        path.lazy.compactMap { if case .form(let form) = $0 { form } else { nil } }.first
    }

    private var currentIdentifier: CardID? { path.last?.identifier ?? list.selectedRow?.id }

    // MARK: - Doing

    public func copyNumber() {
        guard let identifier = currentIdentifier else { return }
        Task {
            do {
                guard let card = try await services.store.card(identifier) else { return }
                guard !card.number.isEmpty else {
                    return say(Message("\(card.name) has no number.", kind: .warning))
                }
                say(Message("Copied \(card.number)", copied: card.number))
                try await services.store.recordUse(of: identifier)
            } catch {
                say(Message(error))
            }
        }
    }

    public func copy(link: String) { say(Message("Copied \(link)", copied: link)) }

    public func open(link: String) {
        Task {
            do {
                try await services.links.open(link)
                say(Message("Opened \(link)"))
            } catch {
                say(Message(error.words, kind: .warning, copied: link))
            }
        }
    }

    public func synchronize() {
        guard let loader = services.loader else {
            return say(Message("No backend is set: backend.url in the config file names one.", kind: .warning))
        }
        say(Message("Asking \(loaderStatus?.host ?? "the backend")…"))
        Task { await loader.synchronize() }
    }

    public func askToDelete() {
        switch path.last {
        case .card(let model): if let card = model.card { question = .delete(card.identifier, name: card.name) }
        case .form(let form) where form.draft.mode == .edit:
            question = .delete(form.draft.identifier, name: form.draft.saved.name)
        case nil: if let row = list.selectedRow { question = .delete(row.id, name: row.name) }
        default: break
        }
    }

    /// Leaves the user's cards for made-up ones, until the program ends.
    public func openDemo() {
        guard let openDemo = services.openDemo else { return }
        services.openDemo = nil
        errand { [self] in
            do {
                let store = try await openDemo()
                guard path.isEmpty else { return services.openDemo = openDemo }
                list.stop()
                cancelTasks()
                (services.store, services.loader, services.drafts) = (store, nil, NoDrafts())
                (isDemo, loaderStatus, question, leftovers) = (true, nil, nil, [])
                list = CardListModel(store: store, clock: services.clock)
                list.onMessage = { [weak self] in self?.say($0) }
                await list.start()
            } catch {
                services.openDemo = openDemo
                say(Message(error))
            }
        }
    }

    public func say(_ message: Message) {
        said = message
        if let text = message.copied { onCopy(text) }
    }

    public func dismissMessage() {
        if said != nil { said = nil }
        if news != nil { news = nil }
    }

    // MARK: - Questions

    public func answer(_ answer: Question.Answer) {
        guard let question else { return }
        self.question = nil
        switch (question, answer) {
        case (.delete(let identifier, let name), .yes): delete(identifier, name: name)
        case (.leaveForm, .yes): leaveTop()
        // The next one waits until this form is left.
        case (.leftover(let draft, _), .yes): return resume(draft)
        case (.leftover(let draft, _), .discard): discard(draft)
        case (.sendCards, .yes): decide(.granted)
        case (.sendCards, .no): decide(.declined)
        default: break
        }
        askNext()
    }

    private func delete(_ identifier: CardID, name: String) {
        errand { [self] in
            do {
                try await services.store.apply([.delete(identifier)])
                if let form, form.draft.identifier == identifier { form.discard() }
                // Only what shows the card: something else may have been opened, and typed into, meanwhile.
                path.removeAll { $0.identifier == identifier }
                await list.reload(selecting: nil)
                say(Message("Deleted \(name)"))
            } catch {
                say(Message(error))
            }
        }
    }

    private func decide(_ consent: BackendConsent) {
        Task { [loader = services.loader] in await loader?.answer(consent) }
    }

    private func take(_ status: LoaderStatus) {
        if let new = status.news(since: loaderStatus) { news = new }
        loaderStatus = status
        if status.question == nil {
            hasAskedToSend = false
            if case .sendCards? = question { question = nil }
        }
        askNext()
    }

    private func offer(_ drafts: [StoredDraft]) {
        leftovers = drafts
        askNext()
    }

    /// Asks what waits to be asked, on the list and with nothing on its way to the top only: in the middle of something else what
    /// is being typed would be its answer.
    private func askNext() {
        guard question == nil, path.isEmpty, errands == 0 else { return }
        if let status = loaderStatus, let count = status.question, !hasAskedToSend {
            hasAskedToSend = true
            question = .sendCards(count, host: status.host)
        } else if !leftovers.isEmpty {
            let draft = leftovers.removeFirst()
            guard let form = CardDraft(json: draft.form, photos: draft.photos) else { return askNext() }
            question = .leftover(draft, name: form.text(of: .name))
        }
    }

    private func resume(_ draft: StoredDraft) {
        guard let form = CardDraft(json: draft.form, photos: draft.photos) else { return }
        errand { [self] in
            // The card may have changed since: what was not touched shows what is saved now.
            let saved = try? await services.store.card(draft.identifier)
            openForm(saved.map { form.rebased(on: $0) } ?? form, kept: draft.key)
        }
    }

    private func discard(_ draft: StoredDraft) {
        Task { [drafts = services.drafts] in try? await drafts.remove(draft.key) }
    }
}
