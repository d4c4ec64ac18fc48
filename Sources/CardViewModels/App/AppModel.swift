public import Basics
public import Cards

/// The program: its list, its services, and how it starts and ends.
///
/// The path of screens is in ``navigator``, open prompts in ``prompts``, messages in ``messages``; operations are in the flows. Other
/// services bring their own list and flows.
@MainActor
public final class AppModel {
    @Observed private var shown: ShownCards
    /// Set when the person has quit and all pending work is done.
    @Observed public private(set) var hasQuit = false
    /// The user's own cards, while a demo shows others.
    private var own: ShownCards?
    private let tasks = RunningTasks()

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

/// The cards on the screen, with the flows that work on them: the user's own, or those of a demo. A class, as every look at a flow would
/// copy the references of all.
@MainActor
final class ShownCards {
    let context: ScreenContext
    let flows: Flows
    /// The selected card beside the list.
    let preview: CardPreview

    init(_ context: ScreenContext) {
        self.context = context
        flows = Flows(context)
        preview = CardPreview(context: context)
    }
}

/// The flows, operations that cross screens, over one store. Each receives the flows that it continues with.
@MainActor
struct Flows {
    let cards: CardFlow
    let forms: FormFlow
    let clipboard: ClipboardFlow
    let photos: PhotoFlow
    let pictures: PictureFlow
    let scans: ScanFlow
    let barcodes: BarcodeFlow
    let conflicts: ConflictFlow
    let sync: SyncFlow
    let sharing: SharingFlow
    let history: HistoryFlow
    let transfer: TransferFlow
    let backups: BackupFlow

    init(_ context: ScreenContext) {
        cards = CardFlow(context: context)
        forms = FormFlow(context: context)
        clipboard = ClipboardFlow(context: context)
        photos = PhotoFlow(context: context)
        scans = ScanFlow(context: context, forms: forms, photos: photos)
        pictures = PictureFlow(context: context, photos: photos, scans: scans)
        barcodes = BarcodeFlow(context: context)
        conflicts = ConflictFlow(context: context)
        sharing = SharingFlow(context: context)
        sync = SyncFlow(context: context, cards: cards, conflicts: conflicts, sharing: sharing)
        history = HistoryFlow(context: context)
        transfer = TransferFlow(context: context)
        backups = BackupFlow(context: context, imports: transfer.imports)
    }
}

/// What runs beside the screen from its start to its end, and is cancelled together.
@MainActor
final class RunningTasks {
    private var tasks: [Task<Void, Never>] = []

    /// Follows the loader's status, the devices that share cards, and the day, makes backups, counts conflicts, follows
    /// the settings, looks for damaged cards, removes what is left of deleted ones, offers drafts and edited texts of programs that were killed, archives expired
    /// cards, and tells which expire soon.
    /// - Parameter isFirst: false where only the loader is new, or a demo was left: what is looked for once has been found.
    func start(_ context: ScreenContext, _ flows: Flows, isFirst: Bool = true) {
        if let loader = context.services.loader {
            tasks.append(
                Task { [weak sync = flows.sync] in
                    for await status in await loader.statuses() { sync?.receive(status) }
                })
        }
        tasks.append(Task { [sharing = flows.sharing] in await sharing.follow() })
        tasks.append(Task { [sharing = flows.sharing] in await sharing.followReports() })
        tasks.append(Task { [conflicts = flows.conflicts] in await conflicts.follow() })
        tasks.append(Task { await context.days.follow { await context.list.dayChanged() } })
        tasks.append(Task { [backups = flows.backups] in await backups.follow() })
        // A demo leaves nothing behind, and has nothing that could be damaged.
        if context.services.openDemo == nil { return }
        let settings = SettingsFlow(context: context, backups: flows.backups)
        tasks.append(Task { await settings.follow() })
        tasks.append(Task { await context.damage.follow(context) })
        tasks.append(Task { await context.damage.lookWeekly(context) })
        guard isFirst else { return }
        tasks.append(
            Task { [forms = flows.forms] in
                await forms.offerLeftovers()
                await EditorFlow(context: context).offerLeftovers()
            })
        tasks.append(Task { await context.removeLeftovers() })
        tasks.append(
            Task {
                await context.archiveExpired()
                await context.tellExpiring()
            })
    }

    func cancel() {
        for task in tasks { task.cancel() }
        tasks = []
    }
}

/// What quitting waits for: background work, writes of the view state, and a backup that takes a moment.
@MainActor
struct PendingWork {
    let context: ScreenContext
    let backups: BackupFlow

    private var background: BackgroundWork { context.activities.background }

    var isEmpty: Bool { context.viewState.isUntouched && background.isEmpty && !backups.isDueAtEnd }

    /// - Returns: false where something has failed meanwhile: the error is to be read.
    func finish() async -> Bool {
        let failures = background.failures
        await background.finished()
        await context.viewState.finished()
        guard background.failures == failures, !Task.isCancelled else { return false }
        return await backups.makeLast()
    }
}
