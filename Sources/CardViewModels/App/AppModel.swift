public import Cards
public import Observation

/// The program: its list, what it works with, and how it starts and ends.
///
/// Where the person is stands in ``navigator``, what is asked in ``prompts``, what is said in ``messages``; what can be done in the
/// flows. A demo replaces the list, what it works with and the flows.
@MainActor @Observable
public final class AppModel {
    private(set) var context: ScreenContext
    private var flows: Flows
    /// The selected card beside the list.
    public private(set) var preview: CardPreview
    /// Set once the person has asked to leave, and what was to be done is done.
    public private(set) var hasQuit = false
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []

    public init(services: AppServices) {
        var services = services
        if services.openDemo == nil { services.keepNothing() }
        let context = ScreenContext(services)
        (self.context, flows, preview) = (context, Flows(context), CardPreview(context: context))
        context.navigator.follow { [weak self] in self?.followPath() }
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

    /// Made-up cards of which nothing is kept.
    public var isDemo: Bool { context.services.openDemo == nil }
    /// What takes long; else what was said.
    public var message: Message? {
        activities.label.map { Message("\($0)…", offers: [Message.Offer(.stop, "stops")]) } ?? messages.unread
    }
    /// Something that was asked for is on its way to the top: what comes in meanwhile is meant for what follows it.
    public var isBusy: Bool { !activities.isEmpty || navigator.top?.model.isBusy == true }

    private func followPath() {
        conflicts.pathChanged()
        photos.releaseDecoder()
        if navigator.path.isEmpty { preview.follow() }
    }

    // MARK: - The start

    /// Shows the first rows of a list that someone has read already: ``start()`` finds out the rest.
    /// They are those by name: where another order is looked at, the first frame waits for no one and shows none.
    public func showFirst(_ rows: [CardSummary], of count: Int?) {
        if list.query == .all { list.showFirst(rows, of: count) }
    }

    /// Loads the rows around the selection; returns when they can be drawn.
    public func start() async { await list.start() }

    /// What may follow the first frame: the loader's statuses, cards that cannot be read, and the drafts of programs that were cut off.
    public func startBehind() {
        if let loader = context.services.loader {
            tasks.append(
                Task { [weak self] in
                    for await status in await loader.statuses() { self?.sync.receive(status) }
                })
        }
        tasks.append(Task { [conflicts] in await conflicts.count() })
        guard !isDemo else { return }
        tasks.append(Task { [context] in await context.tellDamage() })
        tasks.append(Task { [forms] in await forms.offerLeftovers() })
    }

    private func cancelTasks() {
        for task in tasks { task.cancel() }
        tasks = []
    }

    // MARK: - The end

    /// One step back: the prompt, then what is on top. On the list nothing happens.
    public func back() {
        if let prompt = navigator.top?.model.promptBeforeLeaving { prompts.show(prompt) } else { navigator.goBack() }
    }

    /// One step back, and from the list out of the program, when what was shown or asked for before is done.
    public func quit() {
        guard navigator.path.isEmpty else { return back() }
        guard !viewState.isUntouched || !activities.background.isEmpty else { return hasQuit = true }
        activities.run("Leaving") { [self] in
            let failures = activities.background.failures
            await activities.background.finished()
            await viewState.finished()
            // Why something was not done is on the screen, and has to be read.
            guard activities.background.failures == failures, !Task.isCancelled else { return }
            hasQuit = true
            hooks.quit()
        }
    }

    /// Keeps what is typed into the form for the next start.
    public func keepDraft() async { await navigator.form?.keepDraftNow() }

    /// Returns when what was begun is done and what is typed is kept. Whoever calls it bounds the time that it may take.
    public func end() async {
        // What nobody could write again goes first.
        await keepDraft()
        await activities.finished()
        await viewState.finished()
        await keepDraft()
        cancelTasks()
        list.stop()
        // The camera runs as long as it is on top.
        navigator.top?.model.didDisappear(isRemoved: false)
    }

    // MARK: - The demo

    /// Leaves the user's cards for made-up ones, until the program ends.
    public func openDemo() {
        guard let openDemo = context.services.openDemo else { return }
        activities.run("Making up cards") { [self] in
            let store = try await openDemo()
            guard navigator.path.isEmpty, !isDemo else { return }
            list.stop()
            cancelTasks()
            prompts.withdrawAll()
            viewState.keepNothing()
            let demo = context.replacing(context.services.demo(store))
            (context, flows, preview) = (demo, Flows(demo), CardPreview(context: demo))
            await list.start()
        }
    }
}
