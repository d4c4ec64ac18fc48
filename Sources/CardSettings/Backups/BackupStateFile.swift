public import Cards

/// What is remembered of the automatic backups of a store, in a file beside it. Of several programs, one at a time makes a backup.
public struct BackupStateFile: Sendable {
    /// A larger file is no record.
    private static let maximumBytes = 1 << 20

    static let suffix = "-backups"
    static let lockSuffix = suffix + "-lock"

    private let path: String
    private let lockPath: String

    public init(besideStore store: String) { (path, lockPath) = (store + Self.suffix, store + Self.lockSuffix) }

    /// Empty where there is none, or one that cannot be read: then a backup more is made.
    public func read() -> BackupRecord {
        FileReading.json(ofFile: path, limit: Self.maximumBytes).flatMap { BackupRecord(json: $0) } ?? BackupRecord()
    }

    public func write(_ record: BackupRecord) throws(FileError) {
        try AtomicFile.writePrivate(JSONWriter.bytes(of: record.json), to: path)
    }

    /// Runs the body while no other program makes a backup of the store. Nil if another one does, or if nothing can be written there.
    public func locked<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value? {
        guard let lock = acquire() else { return nil }
        // Its file stays: removing it would let two programs hold a lock each.
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    private func acquire() -> HeldLock? {
        guard case .held(let lock) = try? ProcessLock.acquire(lockPath, waiting: false) else { return nil }
        return HeldLock(lock)
    }
}
