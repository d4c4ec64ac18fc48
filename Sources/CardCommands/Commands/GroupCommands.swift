internal import Basics
internal import Cards

/// Renames a group in all its cards.
struct RenameGroupCommand: ShellCommand {
    let old: String
    let new: String
    let form: ActionForm

    static let spec = CommandSpec(
        name: "group rename", firstOperands: [.group], operand: .text("NEW-NAME"),
        options: [CommandLineTable.dryRun, CommandLineTable.json],
        summary: "Rename a group in all its cards",
        details: "If there is a group of the new name, the two become one. The whole change is a single undo step.",
        examples: ["group rename food groceries", "group rename travel Travel --dry-run"],
        read: { parsed, _ throws(UsageError) in try RenameGroupCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        old = parsed.operands.first ?? ""
        new = try parsed.group(parsed.operands.last ?? "")
        form = ActionForm(parsed)
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.renameGroup(old, to: new, form, runner.store(options))
        return .success
    }
}

/// Lists the groups with the number of their cards.
struct ListGroupsCommand: ShellCommand {
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "group list", options: [CommandLineTable.json], summary: "List the groups with their number of cards",
        examples: ["group list", "group list --json"],
        read: { parsed, _ in ListGroupsCommand(isJSON: parsed.has("json")) })

    var mayBeLong: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.listGroups(runner.store(options), asJSON: isJSON)
        return .success
    }
}

extension CommandRunner {
    /// Renames a group in all its cards.
    fileprivate func renameGroup(_ old: String, to new: String, _ form: ActionForm, _ store: any CardStore) async throws
    {
        guard let changes = try await store.changes(renamingGroup: old, to: new) else {
            throw CommandFailure("there is no group \"\(old)\". See: \(again("group list"))")
        }
        try await apply(changes, form, store) { changed in
            changed.isEmpty
                ? "No changes: \(oneLine(old))"
                : "Renamed \(oneLine(old)) to \(oneLine(new)): \(changed.count.counted("card"))"
        }
    }

    fileprivate func listGroups(_ store: any CardStore, asJSON: Bool) async throws {
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
