internal import Basics
internal import CardSettings
internal import CardTransfer
internal import Cards

/// Makes a new store of a backup, or brings its cards back into the store that there is.
struct RestoreCommand: ShellCommand {
    var file: String
    let isDryRun: Bool
    /// Whether nobody is asked.
    let isConfirmed: Bool
    let passwordFile: String?
    /// What messages call the file.
    private(set) var name: String

    static let spec = CommandSpec(
        name: "restore", operand: .file,
        options: [
            OptionSpec("dry-run", "Only show what would be added and changed"),
            OptionSpec("yes", "Restore without asking, for scripts"),
            OptionSpec(
                "password-file", takes: .file, "Read the password of an archive from the first line of this file"),
        ],
        summary: "Restore the cards of a backup",
        details: """
            If there is no card store yet, it is created from the backup, with history and trash. Otherwise cards are added or \
            changed to match the backup: they are listed first, and you are asked once. Cards that are not in the backup stay, \
            those in your trash are restored, and all of it is a single undo step. FILE is checked first and never changed: a \
            backup of either format (see backup.format in the settings), or any other file that import reads. The password of \
            an archive is asked for, unless backup.password_command prints it.
            """,
        examples: [
            "restore ~/backup/cards.sqlite --dry-run", "--store other.sqlite restore cards-2026-11-20T0152.db",
        ], readsInput: true, read: { parsed, _ throws(UsageError) in try RestoreCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        file = parsed.operands.first ?? ""
        name = file == "-" ? "standard input" : file
        isDryRun = parsed.has("dry-run")
        isConfirmed = parsed.has("yes")
        passwordFile = parsed.value("password-file")
        if parsed.has("demo") { throw parsed.failure("--demo cannot be used with restore") }
        try parsed.exclude("dry-run", "yes")
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.restoreBackup(self, options)
    }
}

extension CommandRunner {
    func restoreBackup(_ command: RestoreCommand, _ options: Invocation.Options) async throws -> ExitCode {
        let paths = try paths(options)
        let own = OwnFiles(paths)
        try own.checkReading(command.file)
        if command.file == "-" || FileReading.isPipe(command.file) {
            // It is read several times, and opened by its name.
            let input = try FileChunks(ofInput: command.file, limit: .max, pipeLimit: TransferLimits.pipeBytes)
            if try input.byteCount == 0 {
                throw CommandFailure("\(command.name) is empty. Nothing was restored.")
            }
            let file = try PrivateFile(inState: paths.state)
            try copy(input, to: file.path)
            var command = command
            command.file = file.path
            do {
                return try await restoreBackup(command, options)
            } catch let error as StoreError where error.message.contains(bytesOf: file.path) {
                // The store names the copy, which nobody knows.
                throw CommandFailure(error.message.replacing(bytesOf: file.path, with: command.name), .store)
            }
        }
        // Any other file is imported into the new store.
        let isStore = (try? FileFormat.isStore(Self.open(command.file, nil))) ?? true
        guard !own.hasStore, isStore else {
            return try await mergeBackup(command, options)
        }
        let count = try await platform.restoreStore(command.file, command.isDryRun ? nil : paths.store)
        let cards = count.counted("card")
        try output.print(
            command.isDryRun
                ? "\(cards) would be restored to \(paths.store)" : "\(cards) restored to \(paths.store)")
        return .success
    }

    /// Brings the cards of a backup back into a store that there is.
    private func mergeBackup(_ command: RestoreCommand, _ options: Invocation.Options) async throws -> ExitCode {
        let store = try await store(options)
        let path = command.file
        let inputs = [ImportInput(name: command.name) { try Self.open(path, nil) }]
        let file = try Self.open(path, nil)
        let version = try file.version
        var request = importRequest()
        request.options = .preview
        if let path = command.passwordFile { request.password = try password(ofFile: path) }
        let backups = try automaticBackups(options)
        let preview = try await importFiles(inputs, &request, into: store) { await backups.password() }
        try show(preview, staying: try await store.count())
        if command.isDryRun { return preview.report.skipped.isEmpty ? .success : .refused }
        guard preview.report.isChange else {
            try output.report("Nothing to restore: the cards here already match the backup.")
            return preview.report.skipped.isEmpty ? .success : .refused
        }
        guard
            try await isAgreed(
                isGiven: command.isConfirmed, "Restore these cards?", declined: "Nothing was restored.")
        else { return .refused }
        guard try Self.open(path, nil).version == version else {
            throw CommandFailure("\(command.name) has changed in the meantime. Nothing was restored.")
        }
        (request.options.isDryRun, request.options.listsCards) = (false, false)
        let report = try await importFiles(inputs, &request, into: store).report
        let secrets = report.secrets > 0 ? ", " + report.secrets.counted("secret field") : ""
        try output.report("\(report.added) added, \(report.changed) changed\(secrets). Undo reverts this.")
        return report.skipped.isEmpty && report.conflicts == 0 ? .success : .refused
    }

    /// What a restore would do.
    /// - Parameter count: how many cards are here.
    private func show(_ result: FileImportReport, staying count: Int) throws {
        let report = result.report
        for remark in report.remarks { output.warn(remark.userMessage) }
        for skipped in report.skipped { output.warn("\(skipped.userMessage); it would be skipped") }
        try write(changesOf: report, withNew: true)
        let others = max(0, count - report.changed - report.unchanged)
        var parts = ["\(report.added) added", "\(report.changed) changed", "\(report.unchanged) unchanged"]
        if report.secrets > 0 { parts.append(report.secrets.counted("secret field")) }
        let text = parts.joined(separator: ", ")
        try output.print(
            others > 0 ? text + "; \(others.counted("card")) not in the backup, unchanged" : text)
    }
}

extension CommandRunner {
    private func copy(_ input: FileChunks, to path: String) throws {
        var file = try AtomicFile(replacing: path)
        while case let chunk = try input.next(), !chunk.isEmpty { try file.write(chunk) }
        try file.commit()
    }
}
