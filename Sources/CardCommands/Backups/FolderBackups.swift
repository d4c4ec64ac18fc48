internal import Basics
public import CardSettings
internal import CardTransfer
public import Cards

/// Makes automatic backups in the folder of the settings: with a connection of its own to the store, so that no save waits for it.
public struct FolderBackups: BackupMaking {
    private let settings: @Sendable () -> Config.Backup
    private let store: String
    private let openStore: @Sendable () async throws -> any CardStore
    private let log: Log
    private let clock: CardClock

    /// - Parameters:
    ///   - store: the path of the store, beside which is remembered what was made.
    ///   - settings: those of the moment.
    ///   - openStore: opens the store anew. It is closed when nothing refers to it.
    public init(
        of store: String, log: Log, clock: CardClock, settings: @escaping @Sendable () -> Config.Backup,
        openStore: @escaping @Sendable () async throws -> any CardStore
    ) {
        self.store = store
        self.log = log
        self.clock = clock
        self.settings = settings
        self.openStore = openStore
    }

    private var state: BackupStateFile { BackupStateFile(besideStore: store) }

    public var isOn: Bool { settings().folder != nil }

    /// An archive takes the time of packing, and its password that of a command, which may ask somebody.
    public var isQuick: Bool {
        let settings = settings()
        guard settings.folder != nil, settings.format == .store else { return false }
        return BackupFolder.bytes(ofStore: store) <= Self.quickBytes
    }

    /// Of a store that is copied in a fraction of a second.
    private static let quickBytes = 8 << 20

    public func backups() async -> BackupOverview? {
        guard let path = settings().folder else { return nil }
        let (folder, record) = (BackupFolder(path), state.read())
        let isThere = folder.exists
        let files = record.files(in: path).reversed().filter { !isThere || folder.has($0.name) }
        return BackupOverview(folder: path, isThere: isThere, files: Array(files), failure: record.failure)
    }

    public func password() async -> [UInt8]? { (try? await password(settings().passwordCommand)) ?? nil }

    public func makeBackup() async throws -> BackupOutcome {
        let settings = settings()
        guard let path = settings.folder else { return .off }
        let folder = BackupFolder(path)
        do {
            return try await state.locked { try await make(settings, in: folder) } ?? .busy
        } catch {
            if error is CancellationError || (error as? StoreError) == .stopped { throw CancellationError() }
            throw failure(Self.error(error, in: path))
        }
    }

    private func make(_ settings: Config.Backup, in folder: BackupFolder) async throws -> BackupOutcome {
        let store = try await openStore()
        var record = state.read()
        // Before the copy: what changes meanwhile is in the next one.
        let mark = try await store.changeMark()
        let last = record.files(in: folder.path).last
        let hasLast = last.map { $0.name.format == settings.format && (folder.has($0.name) || !folder.exists) } ?? false
        if record.changes == mark, hasLast { return .unchanged }
        try folder.prepare(wasUsed: last != nil)
        let name = folder.freeName(BackupName(now: clock, format: settings.format))
        try await write(folder.path(of: name), settings, store)
        let file = BackupRecord.File(folder: folder.path, name: name, bytes: folder.size(of: name))
        // What somebody has deleted must not count as one that is kept.
        record.files.removeAll { $0.folder == folder.path && ($0.name == name || !folder.has($0.name)) }
        record.files.append(file)
        (record.changes, record.failure) = (mark, nil)
        // First noted, then thinned: a file that is not noted would never be removed.
        try state.write(record)
        let superfluous = Set(settings.keep.superfluous(of: record.files(in: folder.path).map(\.name)))
        if superfluous.isEmpty { return .made(file) }
        record.files.removeAll { $0.folder == folder.path && superfluous.contains($0.name) && folder.remove($0.name) }
        try state.write(record)
        return .made(file)
    }

    private func write(_ path: String, _ settings: Config.Backup, _ store: any CardStore) async throws {
        switch settings.format {
        case .store: try await store.backUp(to: path)
        case .catima:
            let export = try await ExportFormat.catima.export(
                .all, of: store, password: try await password(settings.passwordCommand), now: clock.now())
            var file = try AtomicFile(replacing: path, followsLinks: false)
            while let chunk = try await export.nextChunk() { try file.write(chunk) }
            try file.commit()
        }
    }

    /// Nil for no password.
    private func password(_ command: String?) async throws -> [UInt8]? {
        guard let command else { return nil }
        do throws(CredentialsError) {
            return Array(
                try await CredentialsReader(log: log, for: "backup.password").read(.command(command)).text.utf8)
        } catch {
            throw BackupError.password(reason: Self.reason(error))
        }
    }

    // MARK: - Failures

    private static func reason(_ error: CredentialsError) -> String {
        let command = "backup.password_command"
        return switch error {
        case .commandFailed(let reason, _): "\(command) failed (\(reason)). Its output is in the log."
        case .commandTooSlow(let limit, _): "\(command) was still running after \(limit.text) and was ended."
        case .commandNotStarted(let reason, _): "\(command) could not be started: \(reason)."
        case .empty: "\(command) printed no password."
        case .notText: "\(command) printed a password that is not plain text."
        case .unreadable, .openToOthers, .notOurs: error.userMessage
        }
    }

    private static func error(_ error: any Error, in folder: String) -> BackupError {
        switch error {
        case let error as BackupError: return error
        case let error as StoreError:
            return switch error {
            case .diskFull, .openedOnFullDisk: .diskFull(folder: folder)
            case .cannotOpen(_, let reason), .failed(_, let reason): .failed(folder: folder, reason: reason + ".")
            default: .failed(folder: folder, reason: error.userMessage)
            }
        case let error as FileError:
            return switch error.kind {
            case .diskFull: .diskFull(folder: folder)
            case .notAllowed: .notAllowed(folder: folder)
            default: .failed(folder: folder, reason: error.userMessage)
            }
        default: return .failed(folder: folder, reason: error.message)
        }
    }

    /// Notes why no backup was made, for `check` and so that the screen says it once.
    private func failure(_ error: BackupError) -> BackupFailure {
        var record = state.read()
        let isKnown = record.failure == error.userMessage
        if !isKnown {
            record.failure = error.userMessage
            try? state.write(record)
            log.write(error.userMessage)
        }
        return BackupFailure(error.userMessage, isKnown: isKnown)
    }
}
