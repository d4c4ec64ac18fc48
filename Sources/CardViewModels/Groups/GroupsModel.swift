import Basics
public import Cards

/// The groups with the number of their cards, and which one is selected.
@MainActor
public final class GroupsModel: ScreenModel, RowsModel {
    /// Nil until the store has answered.
    @Observed private var loaded: [GroupCount]?
    @Observed public var selectedRank = 0

    /// The group to select once it is there.
    private var wanted: String?
    private let context: ScreenContext
    private let requests = Latest()
    private let subscription = StoreSubscription()

    init(context: ScreenContext) { self.context = context }

    /// In the order of this machine.
    public var rows: [GroupCount] { loaded ?? [] }
    /// Whether the store has not answered yet; keys wait until then.
    public var isBusy: Bool { loaded == nil }
    public var selectedRow: GroupCount? { rows.indices.contains(selectedRank) ? rows[selectedRank] : nil }
    public var selectableCount: Int { rows.count }

    public func opened() {
        subscription.start(context.services.store) { [weak self] in await self?.load() }
    }

    private func load() async {
        switch await requests.answer(to: { [store = context.services.store] in try await store.groupCounts() }) {
        case .success(let groups): show(groups)
        case .failure(let error):
            loaded = loaded ?? []
            context.messages.post(error)
        case nil: break
        }
    }

    private func show(_ groups: [GroupCount]) {
        let selected = selectedRow?.name
        loaded = groups.inGroupOrder(context.viewState.state.groupOrder)
        func rank(of name: String?) -> Int? {
            name.flatMap { name in rows.firstIndex { TextFolding.fold($0.name) == TextFolding.fold(name) } }
        }
        let found = rank(of: wanted)
        if found != nil { wanted = nil }
        select(rank: found ?? rank(of: selected) ?? selectedRank)
    }

    // MARK: - Intents

    /// Lists the cards of the selected group.
    public func showCards() {
        guard let name = selectedRow?.name else { return }
        context.navigator.popToList()
        context.list.find("")
        context.groups.show(name)
    }

    /// Moves the selected group up or down; this machine remembers the order, and undo does not change it.
    public func move(down: Bool) {
        let target = selectedRank + (down ? 1 : -1)
        guard selectedRow != nil, rows.indices.contains(target) else { return }
        var moved = rows
        moved.swapAt(selectedRank, target)
        loaded = moved
        context.viewState.update { $0.groupOrder = moved.map(\.name) }
        context.groups.sort()
        select(rank: target)
    }

    /// Asks for the new name of the selected group.
    public func askForName() {
        guard let row = selectedRow else { return }
        let others = rows.map(\.name).filter { $0 != row.name }
        let model = GroupNameModel(row.name, among: others) { [self] form, name in
            context.navigator.remove(form)
            if let name { rename(row, to: name) }
        }
        context.navigator.push(model)
    }

    /// Asks whether all cards are to leave the selected group.
    public func askToDelete() {
        guard let row = selectedRow else { return }
        context.prompts.show(
            Prompt(
                .deleteGroup, title: "Delete group",
                text: "Take \(row.count.counted("card")) out of \(row.name.shortName)?",
                note: Message(row.count == 1 ? "The card stays" : "The cards stay", offers: [.undo]),
                choices: [Prompt.Choice("y", "delete group") { [self] in delete(row) }, Prompt.Choice("n", "keep")]))
    }

    private func delete(_ group: GroupCount) {
        context.activities.run("Deleting the group \(group.name)") { [self] in
            let store = context.services.store
            let cards = try await store.cards(ofGroup: group.name)
            _ = try await store.toggle(.group(group.name), of: cards)
            await load()
            context.post(Message("\(group.name.shortName) no longer has any cards", offers: [.undo]))
        }
    }

    /// Renames a group in all its cards, as one step. An existing group of the new name takes them in.
    private func rename(_ group: GroupCount, to name: String) {
        context.activities.run("Renaming \(group.name)") { [self] in
            let store = context.services.store
            let changes = try await store.changes(renamingGroup: group.name, to: name) ?? []
            if changes.isEmpty { return }
            wanted = name
            let isShown = context.groups.isShown(group.name)
            try await store.apply(changes.map(\.change))
            if isShown { context.groups.show(name) }
            context.viewState.update { $0.groupOrder = $0.groupOrder.renamingGroup(group.name, to: name) }
            await load()
            context.post(
                Message(
                    "Renamed \(group.name.shortName) to \(name.shortName): \(changes.count.counted("card"))",
                    offers: [.undo]))
        }
    }
}
