public import Basics
public import Cards

/// The devices that share the cards: exchanges happen by themselves, and this tells what came of them.
@MainActor
public final class SharingFlow {
    /// The state of each remote; empty where the cards are not shared.
    @Observed public private(set) var statuses: [RemoteStatus] = []
    /// The failures that were told, each once until it is over.
    private var told: [RemoteID: String] = [:]
    /// The remotes that were asked and have not answered yet, each with its exchange that had ended before.
    private var asked: [RemoteID: Int] = [:]
    /// What was told of other devices' changes since the last key.
    private var news = VaultMergeReport()
    private let context: ScreenContext

    init(context: ScreenContext) { self.context = context }

    private var control: (any VaultControl)? { context.services.sharing }
    public var isShared: Bool { !statuses.isEmpty }

    /// Starts the exchanges, and follows them until it is cancelled.
    func follow() async {
        guard let control else { return }
        await control.start()
        for await new in await control.statuses() { receive(new) }
    }

    func followReports() async {
        guard let control else { return }
        for await report in await control.reports() { receive(report) }
    }

    /// Asks every remote now, also one that an error had stopped.
    func exchangeNow() {
        asked = Dictionary(statuses.map { ($0.remote, $0.lastEnd) }, uniquingKeysWith: { first, _ in first })
        Task { [control] in await control?.exchangeNow() }
    }

    /// Whether a place for the cards can be added: not in a demo.
    public var canShare: Bool { control != nil }

    /// Opens the form for an address over which the cards are to be shared, in place of the form for a backend.
    public func openForm() {
        guard let control else { return }
        let form = SharingFormModel(control: control, context: context)
        context.navigator.remove { $0 is BackendFormModel }
        context.navigator.push(form)
    }

    private func receive(_ new: [RemoteStatus]) {
        endRequest(new)
        for status in new {
            guard let failure = status.failure else {
                told[status.remote] = nil
                continue
            }
            guard told.updateValue(failure, forKey: status.remote) != failure else { continue }
            context.messages.report(
                failure: Message(failure, kind: .warning, offers: [Message.Offer(.showBackend, "shows more")]))
        }
        // An unchanged state needs no frame.
        if statuses != new { statuses = new }
        for case let model as SyncModel in context.navigator.path { model.follow(new) }
    }

    /// Somebody who asked is told how it ended, also if that is nothing new.
    private func endRequest(_ new: [RemoteStatus]) {
        if asked.isEmpty { return }
        for status in new where asked[status.remote].map({ status.lastEnd > $0 }) == true {
            (asked[status.remote], told[status.remote]) = (nil, nil)
        }
        let there = Set(new.map(\.remote))
        asked = asked.filter { there.contains($0.key) }
        // With a backend the message of the request is about that.
        guard asked.isEmpty, context.services.loader == nil, context.messages.endSyncRequest(), !new.isEmpty,
            new.allSatisfy({ $0.failure == nil })
        else { return }
        context.post(Message("Synced with \(new.count == 1 ? new[0].name : "\(new.count) addresses")"))
    }

    private func receive(_ told: RemoteReport) {
        let report = told.report
        if report.becameNewDevice {
            context.messages.add(
                Message("This store was copied from another device. It is a separate device now."))
        }
        for name in report.merge.revived.prefix(3) {
            context.messages.add(
                Message("\(name.shortName) was deleted on one device and changed on another: it is kept."))
        }
        if !context.messages.hasUnreadChanges { news = VaultMergeReport() }
        if isShown(report.merge) { return }
        news += report.merge
        guard let sentence = news.sentence else { return }
        let offers = news.conflicts > 0 ? [Message.Offer(.resolveConflicts, "resolves")] : []
        context.messages.report(changes: Message(sentence, offers: offers))
    }

    /// Whether all that changed is the card in the open form, which tells it itself.
    private func isShown(_ merge: VaultMergeReport) -> Bool {
        // A form with an invalid text tells that first.
        guard merge.conflicts == 0, let form = context.navigator.top as? CardFormModel, form.canSave else {
            return false
        }
        return merge.news.allSatisfy { $0.card == form.draft.identifier }
    }
}
