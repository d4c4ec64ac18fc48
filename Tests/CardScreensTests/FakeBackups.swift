import Cards
import Synchronization
import TestSupport

/// Counts the backups that were asked for, and says what it was told to.
final class FakeBackups: BackupMaking {
    private struct State {
        var made = 0
        var outcome: Result<BackupOutcome, BackupFailure>
        var overview: BackupOverview?
        var isHeld = false
        var isOn: Bool
        var notice: String?
        var erased: [CardID] = []
    }

    private let state: Mutex<State>
    private let changes = Changes()
    let isQuick: Bool
    private let archivePassword: [UInt8]?

    init(
        failure: BackupFailure? = nil, isOn: Bool = true, isQuick: Bool = false, overview: BackupOverview? = nil,
        password: String? = nil, isFolderNamed: Bool = true, notice: String? = nil
    ) {
        self.isFolderNamed = isFolderNamed
        state = Mutex(
            State(
                outcome: failure.map { .failure($0) } ?? .success(.unchanged), overview: overview, isOn: isOn,
                notice: notice))
        (self.isQuick, archivePassword) = (isQuick, password.map { Array($0.utf8) })
    }

    /// Whether the settings do not turn them off.
    var isOn: Bool {
        get { state.withLock { $0.isOn } }
        set { state.withLock { $0.isOn = newValue } }
    }

    var count: Int { state.withLock { $0.made } }

    func set(_ outcome: Result<BackupOutcome, BackupFailure>, _ overview: BackupOverview? = nil) {
        state.withLock { state in
            state.outcome = outcome
            if let overview { state.overview = overview }
        }
    }

    /// From now on a backup takes until ``release()``.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        state.withLock { $0.isHeld = false }
        changes.note()
    }

    let isFolderNamed: Bool

    /// The text is given once.
    func firstNotice() async -> String? {
        state.withLock { state in
            defer { state.notice = nil }
            return state.notice
        }
    }

    /// What was taken out of the backups.
    var erased: [CardID] { state.withLock { $0.erased } }

    func erase(
        _ content: ErasedContent, _ deletes: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        try state.withLock { state in
            if case .failure(let failure) = state.outcome { throw failure }
            if case .cards(let cards) = content { state.erased += cards }
        }
        try await deletes()
        return false
    }

    func makeBackup(isAsked: Bool) async throws -> BackupOutcome {
        state.withLock { $0.made += 1 }
        changes.note()
        while true {
            let seen = changes.count
            if !state.withLock({ $0.isHeld }) { break }
            await changes.wait(after: seen)
        }
        return try state.withLock { $0.outcome }.get()
    }

    func backups() async -> BackupOverview? { state.withLock { $0.overview } }

    func password() async -> [UInt8]? { archivePassword }

    func wait(for number: Int) async throws { try await eventually("backup \(number)") { count >= number } }
}

extension BackupOverview {
    /// Three files, the last one of a quarter to twelve.
    static let sample = BackupOverview(
        folder: "/media/stick/cards", isThere: true,
        files: [
            file("cards-2026-11-20T1145.db", bytes: 217_088), file("cards-2026-11-19T0952.db", bytes: 212_992),
            file("cards-2026-10-31T2210.zip", bytes: 61_865_984),
        ].compactMap { $0 }, failure: nil)

    private static func file(_ name: String, bytes: Int) -> BackupRecord.File? {
        BackupName(name).map { BackupRecord.File(folder: "/media/stick/cards", name: $0, bytes: bytes) }
    }

    func failing(_ reason: String) -> BackupOverview {
        BackupOverview(folder: folder, isThere: isThere, files: files, failure: reason)
    }
}
