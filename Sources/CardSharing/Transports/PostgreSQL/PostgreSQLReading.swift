internal import Synchronization

/// What the server says of a change: who made it, and the revision that the vault has since.
struct PostgreSQLNotice: Sendable {
    let process: Int32
    let text: String
}

/// What a transport's connection for queries has read and written, for the connection that listens: a change that it knows is no news.
final class PostgreSQLReading: Sendable {
    private let latest = Atomic<Int64>(-1)
    private let writer = Atomic<Int32>(0)

    /// The revision up to which all was listed; nil if nothing was.
    var revision: Int64? {
        let value = latest.load(ordering: .acquiring)
        return value < 0 ? nil : value
    }

    /// What was read from one server says nothing of another one that took over.
    func forget() { latest.store(-1, ordering: .releasing) }

    func note(_ revision: Int64) { latest.store(revision, ordering: .releasing) }

    /// - Parameter process: the server's process that writes for this transport.
    func note(writer process: Int32) { writer.store(process, ordering: .releasing) }

    /// Whoever writes lists behind it what others wrote meanwhile. Without a number, which older tables do not tell, everything is new.
    func isNew(_ notice: PostgreSQLNotice) -> Bool {
        if notice.process == writer.load(ordering: .acquiring) { return false }
        guard let revision, let told = Int64(notice.text) else { return true }
        return told > revision
    }
}
