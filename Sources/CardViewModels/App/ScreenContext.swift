public import Basics
public import Cards

/// What models and flows depend on; each receives it in its initializer. A demo has its own. A class: a flow is asked for at every key,
/// and would copy all of these references.
@MainActor
final class ScreenContext {
    let services: AppServices
    let navigator: Navigator
    let messages: MessageCenter
    let activities: Activities
    let prompts: Prompts
    let hooks: ScreenHooks
    let viewState: ViewStateKeeper
    let settings: SettingsState
    let pictures: PictureLoading
    let list: CardListModel
    let groups: GroupStrip
    let days: DayFollower
    let damage = DamageLook()
    let copies = ClipboardClearing()

    convenience init(_ services: AppServices) {
        let (navigator, messages, hooks) = (Navigator(), MessageCenter(), ScreenHooks())
        let activities = Activities(clock: services.timer, navigator: navigator, messages: messages)
        let prompts = Prompts(navigator: navigator, activities: activities, hooks: hooks)
        self.init(
            services, navigator, messages, activities, prompts, hooks, ViewStateKeeper(services.viewState),
            SettingsState())
        navigator.follow { [weak navigator, messages] in messages.isHolding = navigator?.top?.isPicture == true }
    }

    /// The same context over other services: another store on the same screen.
    func replacing(_ services: AppServices) -> ScreenContext {
        ScreenContext(services, navigator, messages, activities, prompts, hooks, viewState, settings)
    }

    private init(
        _ services: AppServices, _ navigator: Navigator, _ messages: MessageCenter, _ activities: Activities,
        _ prompts: Prompts, _ hooks: ScreenHooks, _ viewState: ViewStateKeeper, _ settings: SettingsState
    ) {
        self.services = services
        self.navigator = navigator
        self.messages = messages
        self.activities = activities
        self.prompts = prompts
        self.hooks = hooks
        self.viewState = viewState
        self.settings = settings
        pictures = PictureLoading(store: services.store, photos: services.photos, cache: PhotoCache())
        days = DayFollower(services.clock)
        list = CardListModel(services: services, activities: activities, messages: messages, viewState: viewState)
        groups = GroupStrip(list, viewState)
    }

    /// The card that a command applies to: that of the screen on top, or the selected one.
    var currentCard: CardID? {
        guard let top = navigator.top else { return list.selectedRow?.id }
        return top.shownCard ?? list.selectedRow?.id
    }

    /// Whether the list has selected this card, or jumps to a row that is not loaded yet.
    func isSelected(_ card: CardID) -> Bool { list.isJumping || list.selectedRow?.id == card }

    /// Selects the card before or after one that is shown, if the list has selected that.
    /// - Returns: the card that is selected now; nil if there is no other, or it is not loaded yet.
    func moveSelection(from card: CardID, by step: Int) -> CardID? {
        guard isSelected(card) else { return nil }
        let before = list.selectedRank
        list.moveSelection(by: step)
        return list.selectedRank == before ? nil : list.selectedRow?.id
    }

    func post(_ message: Message) { messages.post(message) }

    /// Records a use of the card, in the background, unless the settings say not to.
    func recordUse(of card: CardID) {
        guard services.countsUses else { return }
        activities.background.run { [store = services.store] in
            // A failure is not worth a message.
            try? await store.recordUse(of: card)
            return true
        }
    }
}

/// Removes what may be left of cards that were deleted for good.
extension ScreenContext {
    /// Once, after the first frame. As an activity: it keeps the store busy, and takes long with many photos.
    func removeLeftovers() async {
        let store = services.store
        guard (try? await store.hasLeftovers()) == true else { return }
        activities.run("Removing leftover files") { try await store.removeLeftovers() }
    }
}

/// What the models need from the terminal and the program. The screen sets these closures when it is attached to a terminal.
@MainActor
public final class ScreenHooks {
    /// Copies text to the clipboard, if the terminal supports that.
    public var copy: (String) -> Void = { _ in }
    /// Ends the program: the person has quit and everything is stored.
    public var quit: () -> Void = {}
    /// Whether the screen takes letters as text or as a selection, so that a prompt must not appear and read them as its answer.
    public var capturesKeys: () -> Bool = { false }
    /// Gives the terminal back while the work uses it, and takes it again afterwards.
    public var lendTerminal: (@escaping @MainActor () async -> Void) async -> Void = { await $0() }
    /// Reads the settings again and applies what can be applied while the program runs.
    public var reloadSettings: () async -> SettingsOutcome = { SettingsOutcome() }
    /// Continues with the loader of a backend that was set just now.
    var useLoader: @MainActor (any CardLoader) async -> Void = { _ in }

    init() {}

    /// Runs work that needs the terminal, for example an editor. Throws `CancellationError` when the program ends.
    func lend<Value: Sendable>(to work: @escaping @MainActor () async throws -> Value) async throws -> Value {
        let outcome = Outcome<Value>()
        await lendTerminal {
            do { outcome.result = .success(try await work()) } catch { outcome.result = .failure(error) }
        }
        guard let result = outcome.result else { throw CancellationError() }
        return try result.get()
    }

    @MainActor
    private final class Outcome<Value: Sendable> {
        var result: Result<Value, any Error>?
    }
}

/// Today, for screens that nobody touches at midnight. Whatever shows days reads the clock; this only says when to look again.
@MainActor
public final class DayFollower {
    /// The day of the last look.
    @Observed public private(set) var today: CalendarDay
    private let clock: CardClock

    init(_ clock: CardClock) { (self.clock, today) = (clock, clock.today()) }

    /// - Parameter onNewDay: called after each change of the day.
    func follow(onNewDay: () async -> Void) async {
        for await _ in clock.newDays() {
            let day = clock.today()
            guard day != today else { continue }
            today = day
            await onNewDay()
        }
    }
}
