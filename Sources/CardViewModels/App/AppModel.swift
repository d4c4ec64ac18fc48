public import Cards
public import Observation

/// The program: its list, its services, and how it starts and ends.
///
/// The path of screens is in ``navigator``, open prompts in ``prompts``, messages in ``messages``; operations are in the flows. Other
/// services bring their own list and flows.
@MainActor @Observable
public final class AppModel {
    private var shown: ShownCards
    /// Set when the person has quit and all pending work is done.
    public private(set) var hasQuit = false
    /// The user's own cards, while a demo shows others.
    @ObservationIgnored private var own: ShownCards?
    @ObservationIgnored private let tasks = RunningTasks()

    public init(services: AppServices) {
        shown = ShownCards(ScreenContext(services))
        context.navigator.follow { [weak self] in self?.followPath() }
        context.hooks.useLoader = { [weak self] in await self?.use($0) }
    }

    var context: ScreenContext { shown.context }
    /// The selected card beside the list.
    public var preview: CardPreview { shown.preview }
    public var list: CardListModel { context.list }
    public var groups: GroupStrip { context.groups }
    public var navigator: Navigator { context.navigator }
    public var messages: MessageCenter { context.messages }
    public var activities: Activities { context.activities }
    public var prompts: Prompts { context.prompts }
    public var hooks: ScreenHooks { context.hooks }
    public var viewState: ViewStateKeeper { context.viewState }
    public var clock: CardClock { context.services.clock }
    public var days: DayFollower { context.days }
    public var damage: DamageLook { context.damage }
    public var format: LocalFormat { context.services.format }

    public var cards: CardFlow { shown.flows.cards }
    public var forms: FormFlow { shown.flows.forms }
    public var clipboard: ClipboardFlow { shown.flows.clipboard }
    public var photos: PhotoFlow { shown.flows.photos }
    public var pictures: PictureFlow { shown.flows.pictures }
    public var scans: ScanFlow { shown.flows.scans }
    public var barcodes: BarcodeFlow { shown.flows.barcodes }
    public var conflicts: ConflictFlow { shown.flows.conflicts }
    public var sync: SyncFlow { shown.flows.sync }
    public var sharing: SharingFlow { shown.flows.sharing }
    public var history: HistoryFlow { shown.flows.history }
    public var transfer: TransferFlow { shown.flows.transfer }
    public var backups: BackupFlow { shown.flows.backups }
    public var editor: EditorFlow { EditorFlow(context: context) }
    public var settings: SettingsFlow { SettingsFlow(context: context, backups: backups) }
    /// Whether the cards are made up and nothing is stored.
    public var isDemo: Bool { context.services.openDemo == nil }
    /// The label of a long activity, otherwise the unread messages.
    public var message: Message? { activities.message ?? messages.unread }
    /// Whether a result is about to change the screen on top: further input is meant for what follows it and waits.
    public var isBusy: Bool { !activities.isEmpty || navigator.top?.isBusy == true }

    private func followPath() {
        conflicts.pathChanged()
        photos.releaseDecoder()
        if navigator.path.isEmpty { preview.follow() }
    }

    // MARK: - Start

    /// Shows first rows of all cards by name, or what is in the trash; for any other query nothing, so that the first frame does not wait.
    public func showFirst(_ rows: [CardSummary], of count: Int?, trash: TrashSummary) {
        if list.query == .all { list.showFirst(rows, of: count, trash: trash) }
    }

    /// Loads the rows around the selection; returns when they can be drawn.
    public func start() async { await list.start() }

    /// Starts what can wait until after the first frame: the loader's status, damaged cards, and drafts left by programs that were killed.
    public func startBackgroundWork() { tasks.start(context, shown.flows) }

    // MARK: - Quitting

    /// Goes one step back: closes the prompt, otherwise the screen on top. On the list it leaves a demo.
    public func back() {
        if navigator.path.isEmpty { return closeDemo() }
        if let prompt = navigator.top?.promptBeforeLeaving { prompts.show(prompt) } else { navigator.goBack() }
    }

    /// Goes one step back; on the list ends the program, after what is pending.
    public func quit() {
        guard navigator.path.isEmpty else { return back() }
        let pending = PendingWork(context: context, backups: backups)
        guard !pending.isEmpty else { return hasQuit = true }
        activities.run("Leaving") { [self] in
            guard await pending.finish(), !Task.isCancelled else { return }
            hasQuit = true
            hooks.quit()
        }
    }

    /// Stores the draft of the open form for the next start.
    public func keepDraft() async { await navigator.form?.keepDraftNow() }

    /// Returns when all work has ended and drafts are stored. The caller limits how long that may take.
    public func end() async {
        await keepDraft()  // First: nothing else could restore it.
        await activities.finished()
        await viewState.finished()
        await keepDraft()
        await context.copies.finish()
        tasks.cancel()
        list.stop()
        // The camera runs as long as its screen is on top.
        navigator.top?.didDisappear(isRemoved: false)
    }

    /// Whether the user's own cards can be shown again.
    public var canLeaveDemo: Bool { own != nil }

    private func closeDemo() {
        guard let own, activities.isEmpty else { return }
        show(own)
        self.own = nil
        viewState.keepAgain()
        activities.run("Opening your cards") { [self] in await resume() }
    }

    private func show(_ cards: ShownCards) {
        list.stop()
        tasks.cancel()
        prompts.withdrawAll()
        shown = cards
    }

    private func resume() async {
        await list.start()
        tasks.start(context, shown.flows, isFirst: false)
    }

    /// Replaces the user's cards by made-up ones until the demo is left.
    public func openDemo() {
        guard let openDemo = context.services.openDemo else { return }
        activities.run("Creating sample cards") { [self] in
            let store = try await openDemo()
            guard navigator.path.isEmpty, !isDemo else { return }
            viewState.keepNothing()
            own = shown
            show(ShownCards(context.replacing(context.services.demo(store))))
            await list.start()
        }
    }

    private func use(_ loader: any CardLoader) async {
        navigator.popToList()
        show(ShownCards(context.replacing(context.services.with(loader))))
        await resume()
        sync.open()
    }
}
