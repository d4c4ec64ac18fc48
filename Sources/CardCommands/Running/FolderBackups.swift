internal import Basics
public import CardSettings
internal import CardTransfer
public import Cards

/// Makes automatic backups in the folder of the settings, or else in one of the program's own: with a connection of its own to the store, so
/// that no save waits for it.
public struct FolderBackups: BackupMaking {
    private let settings: @Sendable () -> Config.Backup
    private let store: String
    private let ownFolder: String
    /// Takes cards out of a copy of the store at a path. Throws ``StoreError``; then the copy is as it was.
    public typealias CopyErasing =
        @Sendable (_ content: ErasedContent, _ copy: String, _ store: String) async throws -> Void

    private let eraseInCopy: CopyErasing
    private let openStore: @Sendable () async throws -> any CardStore
    private let log: Log
    private let clock: CardClock

    /// - Parameters:
    ///   - store: the path of the store, beside which is remembered what was made.
    ///   - ownFolder: where they are made if the settings name no folder.
    ///   - settings: those of the moment.
    ///   - eraseInCopy: takes cards out of a copy of a store.
    ///   - openStore: opens the store anew. It is closed when nothing refers to it.
    public init(
        of store: String, ownFolder: String, log: Log, clock: CardClock,
        settings: @escaping @Sendable () -> Config.Backup, eraseInCopy: @escaping CopyErasing,
        openStore: @escaping @Sendable () async throws -> any CardStore
    ) {
        (self.ownFolder, self.eraseInCopy) = (ownFolder, eraseInCopy)
        self.store = store
        self.log = log
        self.clock = clock
        self.settings = settings
        self.openStore = openStore
    }

    private var state: BackupStateFile { BackupStateFile(besideStore: store) }

    public var isOn: Bool { settings().place != .off }

    public var isFolderNamed: Bool { if case .folder = settings().place { true } else { false } }

    private func folder(_ settings: Config.Backup) -> BackupFolder? {
        switch settings.place {
        case .ownFolder: BackupFolder(ownFolder)
        case .folder(let path): BackupFolder(path)
        case .off: nil
        }
    }

    private func keeping(_ settings: Config.Backup) -> BackupKeeping {
        settings.place == .ownFolder ? settings.keep.dailyOnly : settings.keep
    }

    /// An archive takes the time of packing, and its password that of a command, which may ask somebody.
    public var isQuick: Bool {
        let settings = settings()
        guard settings.place != .off, settings.format == .store else { return false }
        return BackupFolder.bytes(ofStore: store) <= Self.quickBytes
    }

    /// Of a store that is copied in a fraction of a second.
    private static let quickBytes = 8 << 20

    public func backups() async -> BackupOverview? {
        let settings = settings()
        guard let folder = folder(settings) else { return nil }
        let record = state.read()
        let isThere = folder.exists
        let files = record.files(in: folder.path).reversed().filter { !isThere || folder.has($0.name) }
        let last = folder.path == ownFolder ? nil : files.first
        return BackupOverview(
            folder: folder.path, isThere: isThere, files: Array(files), failure: record.failure,
            refusal: refusal(settings, folder), keptUntil: last.map { settings.keep.lastDay(ofBackupFrom: $0.name.day) }
        )
    }

    public func firstNotice() async -> String? {
        guard settings().place == .ownFolder else { return nil }
        let isDue = try? await state.locked {
            var record = state.read()
            guard !record.isTold, !record.files(in: ownFolder).isEmpty else { return false }
            record.isTold = true
            try state.write(record)
            return true
        }
        // Without a note it would be said at each start.
        guard isDue == true else { return nil }
        let days = max(1, settings().keep.daily)
        return "Backups are made automatically: one for each of the last \(days) days is kept on this disk"
    }

    /// What a store may have, in bytes, that is copied without being asked for.
    private static let largestStore = 50 << 20
    /// How many times the size of the store the disk must have free.
    private static let freeStores = 10

    /// Why nothing is copied into the program's own folder without being asked for.
    private func refusal(_ settings: Config.Backup, _ folder: BackupFolder) -> String? {
        guard settings.place == .ownFolder else { return nil }
        let bytes = BackupFolder.bytes(ofStore: store)
        let remedy = "backup.folder in the settings file sets a folder for them, and m makes one now."
        if bytes > Self.largestStore {
            return
                "No automatic backups are made: the card store is \(bytes.byteText), and the limit is 50 MB. \(remedy)"
        }
        guard let free = folder.freeBytes, free < bytes * Self.freeStores else { return nil }
        return
            "No automatic backups are made: free disk space is less than ten times the size of the card store. \(remedy)"
    }

    public func password() async -> [UInt8]? { (try? await password(settings().passwordCommand)) ?? nil }

    public func makeBackup(isAsked: Bool) async throws -> BackupOutcome {
        let settings = settings()
        guard let folder = folder(settings) else {
            return .off(reason: "Backups are turned off: backup.folder in the settings file is none.")
        }
        if !isAsked, let refusal = refusal(settings, folder) { return .off(reason: refusal) }
        do {
            return try await state.locked { try await make(settings, in: folder, isAsked: isAsked) } ?? .busy
        } catch {
            if error is CancellationError || (error as? StoreError) == .stopped { throw CancellationError() }
            throw failure(Self.error(error, in: folder.path))
        }
    }

    private func make(
        _ settings: Config.Backup, in folder: BackupFolder, isAsked: Bool
    ) async throws -> BackupOutcome {
        let store = try await openStore()
        var record = state.read()
        // Before the copy: what changes meanwhile is in the next one.
        let mark = try await store.changeMark()
        let last = record.files(in: folder.path).last
        // The program's own folder is on no disk that may be away.
        let mayBeAway = settings.place != .ownFolder
        let hasLast =
            last.map { $0.name.format == settings.format && (folder.has($0.name) || mayBeAway && !folder.exists) }
            ?? false
        if record.changes == mark, hasLast { return .unchanged }
        if settings.place == .ownFolder, !isAsked, try await isEmpty(store) { return .unchanged }
        try folder.prepare(wasUsed: mayBeAway && last != nil)
        let name = folder.freeName(BackupName(now: clock, format: settings.format))
        // What somebody has deleted must not count as one that is kept.
        record.files.removeAll { $0.folder == folder.path && ($0.name == name || !folder.has($0.name)) }
        let former = record
        // First noted, then written: a file that is not noted would never be removed, and what is deleted for good would stay in it.
        record.files.append(BackupRecord.File(folder: folder.path, name: name, bytes: 0))
        try state.write(record)
        do {
            try await write(folder.path(of: name), settings, store)
        } catch {
            if !folder.has(name) { try? state.write(former) }
            throw error
        }
        let file = BackupRecord.File(folder: folder.path, name: name, bytes: folder.size(of: name))
        record = former
        record.files.append(file)
        (record.changes, record.failure) = (mark, nil)
        try state.write(record)
        let superfluous = Set(keeping(settings).superfluous(of: record.files(in: folder.path).map(\.name)))
        let removed = record.files.filter { file in
            file.folder == folder.path ? superfluous.contains(file.name) : isLeftOver(file, settings)
        }.filter { BackupFolder($0.folder).remove($0.name) }
        if removed.isEmpty { return .made(file) }
        record.files.removeAll { removed.contains($0) }
        try state.write(record)
        return .made(file)
    }

    /// Whether it is an old backup in the program's own folder, and the settings have named another one since.
    private func isLeftOver(_ file: BackupRecord.File, _ settings: Config.Backup) -> Bool {
        file.folder == ownFolder && file.name.day.adding(days: settings.keep.daily) < clock.today()
    }

    private func isEmpty(_ store: any CardStore) async throws -> Bool {
        let cards = try await store.count()
        return try await store.trashSummary().count + cards == 0
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

    // MARK: - Deleting for good

    public func erase(
        _ content: ErasedContent, _ deletes: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        do {
            let isRemoved = try await state.locked {
                let isRemoved = try await eraseInFiles(content)
                try await deletes()
                return isRemoved
            }
            if let isRemoved { return isRemoved }
            // Beside a store in memory nobody makes any.
            guard !state.isPossible else { throw BackupError.busy }
            try await deletes()
            return false
        } catch let error as BackupError {
            throw BackupFailure(error.userMessage, isKnown: false)
        }
    }

    /// - Returns: whether one had to be removed.
    private func eraseInFiles(_ content: ErasedContent) async throws -> Bool {
        let folder = BackupFolder(ownFolder)
        var record = state.read()
        guard record.files.contains(where: { $0.folder == ownFolder }) else { return false }
        var isRemoved = false
        for (index, file) in record.files.enumerated().reversed() where file.folder == ownFolder {
            try Task.checkCancellation()
            guard folder.has(file.name) else { continue }
            // Archives have no secret fields.
            if case .secrets = content, file.name.format != .store { continue }
            if file.name.format == .store {
                do {
                    try await eraseInCopy(content, file.path, store)
                    record.files[index] = BackupRecord.File(
                        folder: ownFolder, name: file.name, bytes: folder.size(of: file.name))
                    continue
                } catch {
                    if error is CancellationError { throw error }
                    if case .diskFull? = error as? StoreError {
                        // The next one could not be made.
                        throw BackupError.keepsCards(file: file.path, reason: "The disk is full.")
                    }
                    log.write("\(file.path) is removed because nothing can be erased from it: \(error.message)")
                }
            }
            guard folder.remove(file.name) else {
                throw BackupError.keepsCards(file: file.path, reason: "It cannot be changed.")
            }
            record.files.remove(at: index)
            isRemoved = true
        }
        if isRemoved { record.changes = nil }
        try state.write(record)
        return isRemoved
    }

    // MARK: - Failures

    private static func reason(_ error: CredentialsError) -> String {
        let command = "backup.password_command"
        return switch error {
        case .commandFailed(let reason, _): "\(command) failed (\(reason)). Its output is in the log."
        case .commandTooSlow(let limit, _): "\(command) was still running after \(limit.text) and was stopped."
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
