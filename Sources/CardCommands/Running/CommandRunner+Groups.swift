internal import Basics
internal import Cards

extension CommandRunner {
    /// Renames a group in all its cards; cards that are in the new one already leave the old one only.
    func renameGroup(_ old: String, to new: String, _ form: ActionForm, _ store: any CardStore) async throws {
        let group = CardToggle.group(old)
        var changes: [(card: Card, change: CardChange)] = []
        var count = 0
        try await forEachCard(in: store) { card in
            guard group.isOn(card) else { return }
            count += 1
            var renamed = card
            renamed.groups = Self.groups(card.groups, renaming: old, to: new)
            if renamed != card { changes.append((card, .set(CardPatch(from: card, to: renamed)))) }
        }
        if count == 0 { throw CommandFailure("there is no group \"\(old)\". See: \(again("group list"))") }
        try await apply(changes, form, store) { changed in
            changed.isEmpty
                ? "No changes: \(oneLine(old))"
                : "Renamed \(oneLine(old)) to \(oneLine(new)): \(changed.count.counted("card"))"
        }
    }

    /// The new name in the place of the old one, once.
    static func groups(_ groups: [String], renaming old: String, to new: String) -> [String] {
        var known: Set<String> = []
        return groups.map { TextFolding.fold($0) == TextFolding.fold(old) ? new : $0 }
            .filter { TextFolding.fold($0) != TextFolding.fold(new) || known.insert(TextFolding.fold($0)).inserted }
    }

    /// The groups by name, each in the spelling that comes first in the list, with the number of its cards.
    func listGroups(_ store: any CardStore, asJSON: Bool) async throws {
        var counts: [String: (name: String, count: Int)] = [:]
        try await ListedCards(ListRequest(), in: store).forEachPage { page in
            for card in page {
                var known: Set<String> = []
                for name in card.groups where known.insert(TextFolding.fold(name)).inserted {
                    counts[TextFolding.fold(name), default: (name, 0)].count += 1
                }
            }
        }
        let groups = counts.sorted { $0.key < $1.key }.map(\.value)
        if asJSON {
            for group in groups {
                try write(object: [("name", .string(group.name)), ("cards", .number(String(group.count)))])
            }
            return
        }
        try write(rows: groups.map { [$0.name, String($0.count)] })
    }
}
