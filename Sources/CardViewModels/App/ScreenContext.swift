internal import Cards

/// What models and flows depend on; each receives it in its initializer. A demo has its own.
@MainActor
struct ScreenContext {
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

    init(_ services: AppServices) {
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
