public import Cards
public import Observation

/// The program: its list, its services, and how it starts and ends.
///
/// The path of screens is in ``navigator``, open prompts in ``prompts``, messages in ``messages``; operations are in the flows. Other
/// services bring their own list and flows.
@MainActor @Observable
public final class AppModel {
    private(set) var context: ScreenContext
    private var flows: Flows
    /// The selected card beside the list.
    public private(set) var preview: CardPreview
    /// Set when the person has quit and all pending work is done.
    public private(set) var hasQuit = false
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []

    public init(services: AppServices) {
        var services = services
        if services.openDemo == nil { services.keepNothing() }
        let context = ScreenContext(services)
        (self.context, flows, preview) = (context, Flows(context), CardPreview(context: context))
        context.navigator.follow { [weak self] in self?.followPath() }
        context.hooks.useLoader = { [weak self] in await self?.use($0) }
    }

    public var list: CardListModel { context.list }
    public var navigator: Navigator { context.navigator }
    public var messages: MessageCenter { context.messages }
    public var activities: Activities { context.activities }
    public var prompts: Prompts { context.prompts }
    public var hooks: ScreenHooks { context.hooks }
    public var viewState: ViewStateKeeper { context.viewState }
    public var clock: CardClock { context.services.clock }

    public var cards: CardFlow { flows.cards }
    public var forms: FormFlow { flows.forms }
    public var clipboard: ClipboardFlow { flows.clipboard }
    public var photos: PhotoFlow { flows.photos }
    public var pictures: PictureFlow { flows.pictures }
    public var scans: ScanFlow { flows.scans }
    public var barcodes: BarcodeFlow { flows.barcodes }
    public var conflicts: ConflictFlow { flows.conflicts }
    public var sync: SyncFlow { flows.sync }
    public var history: HistoryFlow { flows.history }
    public var transfer: TransferFlow { flows.transfer }

    /// Whether the cards are made up and nothing is stored.
    public var isDemo: Bool { context.services.openDemo == nil }
    /// The label of a long activity, otherwise the unread messages.
    public var message: Message? {
        activities.label.map { Message("\($0)…", offers: [Message.Offer(.stop, "stops")]) } ?? messages.unread
    }
    /// Whether a result is about to change the screen on top: further input is meant for what follows it and waits.
    public var isBusy: Bool { !activities.isEmpty || navigator.top?.model.isBusy == true }

    private func followPath() {
        conflicts.pathChanged()
        photos.releaseDecoder()
        if navigator.path.isEmpty { preview.follow() }
    }

    // MARK: - Start

    /// Shows first rows that were read earlier, of all cards by name; for any other query nothing, so that the first frame does not wait.
    public func showFirst(_ rows: [CardSummary], of count: Int?) {
        if list.query == .all { list.showFirst(rows, of: count) }
    }

    /// Loads the rows around the selection; returns when they can be drawn.
    public func start() async { await list.start() }

    /// Starts what can wait until after the first frame: the loader's status, damaged cards, and drafts left by programs that were killed.
    public func startBackgroundWork() {
        tasks.append(
            Task { [weak self, loader = context.services.loader] in
                guard let loader else { return }
                for await status in await loader.statuses() { self?.sync.receive(status) }
            })
        tasks.append(Task { [conflicts] in await conflicts.count() })
        guard !isDemo else { return }
        tasks.append(Task { [context] in await context.reportDamage() })
        tasks.append(Task { [forms] in await forms.offerLeftovers() })
    }

    private func stopTasks() {
        for task in tasks { task.cancel() }
        tasks = []
        list.stop()
    }

    // MARK: - Quitting

    /// Goes one step back: closes the prompt, otherwise the screen on top. On the list it does nothing.
    public func back() {
        if let prompt = navigator.top?.model.promptBeforeLeaving { prompts.show(prompt) } else { navigator.goBack() }
    }

    /// Goes one step back; on the list ends the program, after background work and writes of the view state.
    public func quit() {
        guard navigator.path.isEmpty else { return back() }
        guard !viewState.isUntouched || !activities.background.isEmpty else { return hasQuit = true }
        activities.run("Leaving") { [self] in
            let failures = activities.background.failures
            await activities.background.finished()
            await viewState.finished()
            // Where something has failed meanwhile, the error is to be read.
            guard activities.background.failures == failures, !Task.isCancelled else { return }
            hasQuit = true
            hooks.quit()
        }
    }

    /// Stores the draft of the open form for the next start.
    public func keepDraft() async { await navigator.form?.keepDraftNow() }

    /// Returns when all work has ended and drafts are stored. The caller limits how long that may take.
    public func end() async {
        // The draft first: nothing else could restore it.
        await keepDraft()
        await activities.finished()
        await viewState.finished()
        await keepDraft()
        stopTasks()
        // The camera runs as long as its screen is on top.
        navigator.top?.model.didDisappear(isRemoved: false)
    }

    // MARK: - Other services

    /// Replaces the user's cards by made-up ones.
    public func openDemo() {
        guard let openDemo = context.services.openDemo else { return }
        activities.run("Making up cards") { [self] in
            let store = try await openDemo()
            guard navigator.path.isEmpty, !isDemo else { return }
            viewState.keepNothing()
            await goOn(with: context.services.demo(store))
        }
    }

    private func use(_ loader: any CardLoader) async {
        navigator.popToList()
        await goOn(with: context.services.with(loader))
        startBackgroundWork()
        sync.open()
    }

    private func goOn(with services: AppServices) async {
        stopTasks()
        prompts.withdrawAll()
        let context = context.replacing(services)
        (self.context, flows, preview) = (context, Flows(context), CardPreview(context: context))
        await list.start()
    }
}
