internal import Basics
internal import Cards

extension CommandRunner {
    /// Renames a group in all its cards.
    func renameGroup(_ old: String, to new: String, _ form: ActionForm, _ store: any CardStore) async throws {
        guard let changes = try await store.changes(renamingGroup: old, to: new) else {
            throw CommandFailure("there is no group \"\(old)\". See: \(again("group list"))")
        }
        try await apply(changes, form, store) { changed in
            changed.isEmpty
                ? "No changes: \(oneLine(old))"
                : "Renamed \(oneLine(old)) to \(oneLine(new)): \(changed.count.counted("card"))"
        }
    }

    func listGroups(_ store: any CardStore, asJSON: Bool) async throws {
        let groups = try await store.groupCounts()
        if asJSON {
            for group in groups {
                try write(object: [("name", .string(group.name)), ("cards", .number(String(group.count)))])
            }
            return
        }
        try write(rows: groups.map { [$0.name, String($0.count)] })
    }
}
