internal import Basics
internal import CardSettings
internal import Cards

/// Copies the whole store into a file, or makes an automatic backup, or lists these.
struct BackupCommand: ShellCommand {
    enum Action: Equatable, Sendable {
        case copy(to: String)
        case now
        case list(asJSON: Bool)
    }

    let action: Action

    static let spec = CommandSpec(
        name: "backup", operand: .file, isOperandRequired: false,
        options: [
            OptionSpec("now", "Make an automatic backup, if cards have changed since the last one"),
            OptionSpec("list", "List the automatic backups"), OptionSpec("json", "With --list: write JSON"),
        ],
        summary: "Copy the whole card store into a file",
        details: """
            The copy contains everything: cards, photos, history, trash and the state of the backend. It is consistent even \
            while other programs change the store, and only you can read it. An existing file is replaced when the copy is \
            complete. FILE may be a pipe, and - is standard output, unless that is a terminal. Prints nothing when piped. \
            --now makes a backup as the screen does automatically, in backup.folder or in the program's own folder, and \
            removes old ones according to backup.keep; if no card has changed since the last backup, it makes none. --list \
            lists these backups, newest first.
            """,
        examples: [
            "backup ~/backup/cards.sqlite",
            "--store other.sqlite backup \"cards-$(date +%F).sqlite\"", "backup - | ssh host 'cat > cards.sqlite'",
        ], read: { parsed, _ throws(UsageError) in try BackupCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        let file = parsed.operands.first
        let (isNow, isList) = (parsed.has("now"), parsed.has("list"))
        try parsed.exclude("demo", "now", "list")
        if file != nil, isNow || isList { throw parsed.failure("--\(isNow ? "now" : "list") takes no FILE") }
        try parsed.require("json", with: "list")
        if isNow {
            action = .now
        } else if isList {
            action = .list(asJSON: parsed.has("json"))
        } else if let file {
            if file.isEmpty { throw parsed.failure("FILE is empty") }
            action = .copy(to: file)
        } else {
            throw parsed.failure("FILE is missing")
        }
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.backUp(self, options)
        return .success
    }
}

extension CommandRunner {
    func backUp(_ command: BackupCommand, _ options: Invocation.Options) async throws {
        switch command.action {
        case .copy(let file): try await copyStore(to: file, options)
        case .now: try await makeBackup(options)
        case .list(let asJSON): try await listBackups(asJSON: asJSON, options)
        }
    }

    private func copyStore(to file: String, _ options: Invocation.Options) async throws {
        if file == "-", output.out.isTerminal {
            throw CommandFailure("a copy of the card store cannot be written to a terminal", .usage)
        }
        let paths = try paths(options)
        try OwnFiles(paths).check(file)
        let store = try await store(options)
        if file == "-" || FileReading.isPipe(file) {
            let copy = try PrivateFile(inState: paths.state)
            try await store.backUp(to: copy.path)
            let chunks = try FileChunks(ofFile: copy.path, limit: .max)
            // The open file needs no name: nothing of it stays, however the reader or this program ends.
            _ = consume copy
            return try send(chunks, to: file)
        }
        if FileReading.isFolder(file) { throw FileError(path: file, action: .write, kind: .isFolder) }
        guard FileReading.exists(AtomicFile.folder(of: file)) else {
            throw CommandFailure("\(file): there is no such folder. Create the folder, or name another file.", .refused)
        }
        do {
            try await store.backUp(to: file)
        } catch let error as StoreError {
            throw Self.failure(of: error, writing: file)
        }
        guard output.out.isTerminal else { return }
        let count = try await store.count()
        try output.report("\(count.counted("card")) copied to \(file)")
    }

    /// What is wrong with the copy is not wrong with the store.
    private static func failure(of error: StoreError, writing path: String) -> any Error {
        switch error {
        case .cannotOpen(path, let reason), .failed(path, let reason):
            CommandFailure("\(path) cannot be written: \(reason). No copy was made.", .refused)
        case .diskFull(path): FileError(path: path, action: .write, kind: .diskFull)
        default: error
        }
    }

    private func send(_ chunks: FileChunks, to path: String) throws {
        if path == "-" {
            while case let chunk = try chunks.next(), !chunk.isEmpty { try output.out.write(chunk) }
            return
        }
        var pipe = try AtomicFile(replacing: path)
        while case let chunk = try chunks.next(), !chunk.isEmpty { try pipe.write(chunk) }
        try pipe.commit()
    }

    // MARK: - Automatic backups

    private func makeBackup(_ options: Invocation.Options) async throws {
        switch try await automaticBackups(options, notesProblems: true).makeBackup(isAsked: true) {
        case .made(let file): try output.print(file.path)
        case .unchanged: try output.report("No card has changed since the last backup.")
        case .busy:
            throw CommandFailure(
                "another program is making a backup, or the folder of the store cannot be written. Try again later.")
        case .off(let reason): throw CommandFailure(reason, .usage)
        }
    }

    private func listBackups(asJSON: Bool, _ options: Invocation.Options) async throws {
        let backups = try automaticBackups(options, notesProblems: true)
        guard let overview = await backups.backups() else {
            throw CommandFailure(
                "backups are turned off: backup.folder in \(try paths(options).config) is none.", .usage)
        }
        for file in overview.files {
            if asJSON {
                try write(object: [
                    ("file", .string(file.path)), ("time", .string(file.name.time)),
                    ("format", .string(file.name.format.rawValue)), ("bytes", .integer(file.bytes)),
                ])
            } else {
                try write(rows: [[file.name.time, file.size, file.path]], areCut: false)
            }
        }
        if let failure = overview.failure { output.warn("\(CommandLineTable.program): \(failure)") }
    }

    /// The automatic backups of the store that these options name.
    func automaticBackups(_ options: Invocation.Options, notesProblems: Bool = false) throws -> FolderBackups {
        let paths = try paths(options)
        let settings = try config(options, notesProblems: notesProblems).backup
        return FolderBackups(
            of: paths.store, ownFolder: paths.backups, log: Log(path: paths.log), clock: clock,
            settings: { settings }, eraseInCopy: platform.erase(_:inCopy:of:),
            openStore: { [platform] in try await platform.openStore(.file(paths.store)) })
    }

    /// What is known of the automatic backups, for `check`: nil where the settings turn them off, and before the first one in the program's own
    /// folder.
    func backupState(_ options: Invocation.Options) async throws -> BackupState? {
        if options.isDemo { return nil }
        let backups = try automaticBackups(options)
        guard let overview = await backups.backups() else { return nil }
        if !backups.isFolderNamed, overview.files.isEmpty, overview.failure == nil { return nil }
        return BackupState(overview: overview)
    }
}

/// What `check` says about automatic backups.
struct BackupState {
    let overview: BackupOverview

    private var folder: String { overview.folder }
    private var files: [BackupRecord.File] { overview.files }
    /// Why the last attempt failed.
    var failure: String? { overview.failure }

    var sentence: String {
        guard let last = files.first else { return "No backup has been made yet in \(folder)." }
        return
            "The last backup is of \(last.name.time): \(last.path), \(last.size). \(files.count.counted("backup")) kept."
    }

    var json: JSON {
        let last = files.first
        let path = last.map { JSON.string($0.path) } ?? .null
        let bytes = last.map { JSON.integer($0.bytes) } ?? .null
        let reason = failure.map { JSON.string($0) } ?? .null
        let members: [JSONObject.Member] = [
            ("folder", .string(folder)), ("kept", .integer(files.count)), ("last", path), ("bytes", bytes),
            ("failure", reason),
        ]
        return .object(JSONObject(members))
    }
}
