internal import Cards

/// Copies the whole store into a file.
public struct BackupCommand: Hashable, Sendable {
    let file: String

    static let spec = CommandSpec(
        name: .backup, operand: .file, summary: "Copy the whole card store into a file",
        details: """
            The copy has everything: cards, photos, history, trash and what is known of the backend. It is consistent although \
            other programs change the store meanwhile, and readable by you alone. An existing file is replaced when the copy is \
            complete. Prints nothing in a pipe.
            """,
        examples: [
            "backup ~/backup/cards.sqlite",
            "--store other.sqlite backup \"cards-$(date +%F).sqlite\"",
        ])

    init(_ parsed: ArgumentParser) { file = parsed.operands.first ?? "" }
}

/// Makes a new store of a copy.
public struct RestoreCommand: Hashable, Sendable {
    let file: String

    static let spec = CommandSpec(
        name: .restore, operand: .file, summary: "Make a new card store of a backup",
        details: """
            The new store must not exist: move the old one away, or name another with --store. The backup is checked first, and \
            stays as it is.
            """,
        examples: [
            "restore ~/backup/cards.sqlite", "--store other.sqlite restore cards-2026-11-20.sqlite",
        ])

    init(_ parsed: ArgumentParser) throws(UsageError) {
        file = parsed.operands.first ?? ""
        if parsed.values["demo"] != nil { throw parsed.failure("--demo cannot be used with restore") }
    }
}
