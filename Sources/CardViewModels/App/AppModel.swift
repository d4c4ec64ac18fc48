public import Cards
public import Observation

/// The program: its list, its services, and how it starts and ends.
///
/// The path of screens is in ``navigator``, open prompts in ``prompts``, messages in ``messages``; operations are in the flows. A demo
/// replaces the list, the services and the flows.
@MainActor @Observable
public final class AppModel {
    private(set) var context: ScreenContext
    private var flows: Flows
    /// The selected card beside the list.
    public private(set) var preview: CardPreview
    /// Set when the person has quit and all pending work is done.
    public private(set) var hasQuit = false
    /// The user's own cards, while a demo shows others.
    @ObservationIgnored private var own: (ScreenContext, Flows, CardPreview)?
    @ObservationIgnored private let tasks = RunningTasks()

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
    public var days: DayFollower { context.days }
    public var format: LocalFormat { context.services.format }

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
    public var editor: EditorFlow { EditorFlow(context: context) }
    public var settings: SettingsFlow { SettingsFlow(context: context) }

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

    /// Shows first rows that were read earlier; ``start()`` loads the rest. They are all cards by name: for any other query nothing is
    /// shown, so that the first frame does not wait.
    public func showFirst(_ rows: [CardSummary], of count: Int?) {
        if list.query == .all { list.showFirst(rows, of: count) }
    }

    /// Loads the rows around the selection; returns when they can be drawn.
    public func start() async { await list.start() }

    /// Starts what can wait until after the first frame: following the loader's status, looking for damaged cards, and offering drafts
    /// left by programs that were killed.
    public func startBackgroundWork() { tasks.start(context, flows) }

    // MARK: - Quitting

    /// Goes one step back: closes the prompt, otherwise the screen on top. On the list it leaves a demo.
    public func back() {
        if navigator.path.isEmpty { return closeDemo() }
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
            // If background work has failed meanwhile, the program stays open so that the error can be read.
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
        tasks.cancel()
        list.stop()
        // The camera runs as long as its screen is on top.
        navigator.top?.model.didDisappear(isRemoved: false)
    }

    // MARK: - Demo

    /// Whether the user's own cards can be shown again.
    public var canLeaveDemo: Bool { own != nil }

    private func closeDemo() {
        guard let own, activities.isEmpty else { return }
        show(own)
        self.own = nil
        viewState.keepAgain()
        activities.run("Opening your cards") { [self] in
            await list.start()
            tasks.start(context, flows, isFirst: false)
        }
    }

    private func show(_ cards: (ScreenContext, Flows, CardPreview)) {
        list.stop()
        tasks.cancel()
        prompts.withdrawAll()
        (context, flows, preview) = cards
    }

    /// Replaces the user's cards by made-up ones until the demo is left.
    public func openDemo() {
        guard let openDemo = context.services.openDemo else { return }
        activities.run("Making up cards") { [self] in
            let store = try await openDemo()
            guard navigator.path.isEmpty, !isDemo else { return }
            viewState.keepNothing()
            own = (context, flows, preview)
            let demo = context.replacing(context.services.demo(store))
            show((demo, Flows(demo), CardPreview(context: demo)))
            await list.start()
        }
    }
}
