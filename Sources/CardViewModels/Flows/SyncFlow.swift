public import Basics
public import Cards

/// The sync state: the loader's status, the prompts and messages that follow from it, and the screen that shows it.
@MainActor
public final class SyncFlow {
    /// The loader's last status; nil until there is one.
    @Observed public private(set) var status: LoaderStatus?
    /// What has been reported of its statuses.
    private var news = LoaderNews()
    /// Whether the loader's question was shown since it has one.
    private var hasShownConsentPrompt = false
    /// When the backend was last asked because the program is in use.
    private var lastLook: Timestamp?
    private let start: Timestamp
    private let context: ScreenContext
    private let cards: CardFlow
    private let conflicts: ConflictFlow
    private let sharing: SharingFlow

    init(context: ScreenContext, cards: CardFlow, conflicts: ConflictFlow, sharing: SharingFlow) {
        self.context = context
        self.cards = cards
        self.conflicts = conflicts
        self.sharing = sharing
        start = context.services.clock.now()
    }

    /// How old the cards of the backend may become while the program is used.
    private static let maximumAge: Int64 = 15 * 60_000
    /// The pause before a return of the user asks the backend again.
    private static let leastPause: Int64 = 60_000

    private var loader: (any CardLoader)? { context.services.loader }
    public var hasBackend: Bool { loader != nil }
    /// Whether there is a backend, or a device that shares the cards.
    public var canSynchronize: Bool { hasBackend || sharing.isShared }

    /// The sentences about a status.
    /// - Parameter keys: the keys that the sentences may name.
    public func text(of status: LoaderStatus, keys: LoaderText.Keys = LoaderText.Keys()) -> LoaderText {
        LoaderText(status, keys: keys, formatTime: context.services.clock.timeOfDay, name: \.shortName)
    }

    public func synchronize() {
        if sharing.isShared {
            sharing.exchangeNow()
            if loader == nil { return context.messages.showSyncRequest(Message("Syncing with the other devices…")) }
        }
        guard let loader else {
            return context.post(
                Message("No backend is set up.", kind: .warning, offers: [Message.Offer(.showBackend, "sets one up")]))
        }
        context.messages.showSyncRequest(Message("Syncing with \(status?.host ?? "the backend")…"))
        Task { await loader.synchronize() }
    }

    /// The user has just come back to the program: the backend is asked again, without a message. Once a minute at most where that costs
    /// one short answer; a whole list is downloaded as seldom as while the program is used.
    public func lookAgain() {
        guard status?.canAskCheaply == true else { return noteUse() }
        look(pause: Self.leastPause, since: lastLook)
    }

    /// The program is being used: the backend is asked again where the last answer is a quarter of an hour old. No timer runs for it,
    /// so a program that nobody uses stays asleep.
    public func noteUse() {
        look(pause: Self.maximumAge, since: max(start, lastLook ?? start, status?.lastSuccess ?? start))
    }

    /// - Parameter pause: in milliseconds.
    private func look(pause: Int64, since last: Timestamp?) {
        guard let loader, let status, !status.isBusy else { return }
        let now = context.services.clock.now()
        if let last, now.milliseconds - last.milliseconds < pause { return }
        lastLook = now
        Task { await loader.lookAgain() }
    }

    // MARK: - Status

    func receive(_ new: LoaderStatus) {
        let told = news.receive(new, text(of: new))
        let isRequested = context.messages.endSyncRequest()
        if let failure = told.failure {
            if isRequested { context.messages.post(failure) } else { context.messages.report(failure: failure) }
        }
        if let message = told.message { context.messages.add(message) }
        conflicts.receive(count: new.tally.conflicts)
        if told.hasNewRefusals { reportRefusals(new) }
        // An unchanged status needs no frame.
        if status != new { status = new }
        for case let model as SyncModel in context.navigator.path { model.follow(new) }
        updateConsentPrompt(of: new)
    }

    /// Shows the loader's question once, with the current count.
    private func updateConsentPrompt(of status: LoaderStatus) {
        if let prompt = promptToSend(status) {
            if !hasShownConsentPrompt || context.prompts.isWaiting(.sendCards) { context.prompts.enqueueFirst(prompt) }
            hasShownConsentPrompt = true
        } else {
            context.prompts.withdraw(.sendCards)
            hasShownConsentPrompt = false
        }
    }

    private func promptToSend(_ status: LoaderStatus) -> Prompt? {
        guard let count = status.cardsAwaitingConsent else { return nil }
        return Prompt(
            .sendCards, title: "New backend",
            text: "\(LoaderText.earlierCards(count, host: status.host)). Send \(count == 1 ? "it" : "them") there?",
            choices: [
                Prompt.Choice("y", "send") { [self] in setConsent(.granted) },
                Prompt.Choice("n", "keep here") { [self] in setConsent(.declined) }, Prompt.Choice("l", "later"),
            ], defaultKey: "l", escapeKey: "l")
    }

    private func setConsent(_ consent: BackendConsent) {
        context.activities.background.run { [loader] in
            await loader?.setConsent(consent)
            return true
        }
    }

    /// Reports cards that the backend refused since the last report. The status has only their number; the reasons have to be
    /// requested.
    private func reportRefusals(_ new: LoaderStatus) {
        guard let loader else { return }
        Task { [weak self] in
            let pending = (try? await loader.pendingCards(limit: SyncModel.maximumRows)) ?? []
            guard let self, status?.tally.refused ?? 0 > 0 else { return }
            let refusals = news.newRefusals(among: pending)
            // The backend's screen shows them already.
            if context.navigator.top is SyncModel { return }
            guard !refusals.isEmpty else { return }
            context.messages.add(
                Message(
                    text(of: new).refusal(of: refusals), kind: .warning,
                    offers: [Message.Offer(.showBackend, "shows it")]))
        }
    }

    // MARK: - Screen

    public func open() {
        switch context.navigator.top {
        case is SyncModel, is BackendFormModel, is SharingFormModel: return
        default: break
        }
        if loader == nil, !sharing.isShared, context.services.backendSetup != nil {
            return sharing.canShare ? pickPartner() : openBackendForm()
        }
        let model = SyncModel(status: status, remotes: sharing.statuses, context: context)
        context.navigator.push(model)
    }

    /// Asks whom the cards are to be shared with, before anything is set up.
    private func pickPartner() {
        let options = [
            Picker.Option("with my other devices", detail: "a folder, WebDAV or PostgreSQL") { [sharing] in
                sharing.openForm()
            },
            Picker.Option("with a server", detail: "My Cards or Firebase") { [self] in openBackendForm() },
        ]
        context.prompts.pick(Picker("Share my cards", placeholder: "Share", options, isShort: true))
    }

    /// Opens the form that sets a backend.
    public func openBackendForm() {
        guard let setup = context.services.backendSetup else { return }
        let form = BackendFormModel(setup: setup, context: context) { [context] in await context.hooks.useLoader($0) }
        context.navigator.push(form)
        tellBackups()
    }

    /// When the last automatic backup was, or why it failed: the screen of a backend has a line for that, the form that sets one has none.
    private func tellBackups() {
        Task { [context] in
            guard let backups = await context.services.backups?.backups(),
                context.navigator.top is BackendFormModel
            else { return }
            if let failure = backups.failure { return context.post(Message(failure, kind: .warning)) }
            let last = backups.files.first.map { "The last backup is of \($0.name.time)" }
            context.post(Message(last ?? "No backup has been made yet"))
        }
    }

    /// Opens the selected row: a card, or the target of the line.
    public func openSelected(in model: SyncModel) {
        switch model.selection {
        case .card(let card): if model.selectedRow?.isHere != false { cards.open(card) }
        case .consent:
            if context.prompts.prompt == nil, let prompt = status.flatMap(promptToSend) { context.prompts.show(prompt) }
        case .conflicts: conflicts.open()
        case .absent:
            context.navigator.popToList()
            context.groups.findInAll("is:local")
        case .remote, .device, nil: break
        }
    }
}
