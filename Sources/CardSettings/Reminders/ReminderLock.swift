internal import Basics
public import Cards
internal import Glibc

/// Lets one program at a time tell the reminders of a store: another one waits, and finds what was told. Its file has the day on which this
/// machine last did what is done once a day.
public struct ReminderLock: Sendable {
    static let suffix = "-remind-lock"

    private let path: String

    /// - Parameter store: by whatever name or link.
    public init(besideStore store: String) {
        path = (PathText.resolved(store) ?? store) + Self.suffix
    }

    /// Runs the body while no other program tells reminders of the store. Where no lock can be made, such as in a folder that is
    /// read-only, it does so all the same. Throws `CancellationError` when the task is cancelled while it waits.
    public func locked<Value>(_ body: () async throws -> Value) async throws -> Value {
        let lock = try await acquire()
        // Its file stays: removing it would let two programs hold a lock each.
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    /// The day of ``noteWork(on:)``; nil where none was noted.
    public var dayOfWork: CalendarDay? {
        guard let bytes = try? FileReading.bytes(ofFile: path, limit: Self.maximumBytes) else { return nil }
        return CalendarDay(String(decoding: bytes, as: UTF8.self))
    }

    private static let maximumBytes = 100

    /// Notes that the work of this day is done, while the lock is held. Where nothing can be written it is done again, which costs only
    /// time.
    public func noteWork(on day: CalendarDay) {
        try? write(Array(day.text.utf8))
    }

    /// In place, since another file would be another lock. The text of a day always has the same length.
    private func write(_ bytes: [UInt8]) throws {
        let file = try OpenFile(path, O_WRONLY | O_NOFOLLOW)
        try file.write(bytes)
    }

    private func acquire() async throws -> HeldLock? {
        switch try? ProcessLock.acquire(path, waiting: false) {
        case .held(let lock): return HeldLock(lock)
        case .heldElsewhere: break
        case nil: return nil
        }
        let (locks, continuation) = AsyncStream.makeStream(of: HeldLock.self)
        let isStarted = DetachedThread.start { [path] in
            // A lock that nobody waits for any more is released at once.
            if case .held(let lock)? = try? ProcessLock.acquire(path, waiting: true) {
                continuation.yield(HeldLock(lock))
            }
            continuation.finish()
        }
        guard isStarted else { return nil }
        var held = locks.makeAsyncIterator()
        let lock = await held.next()
        try Task.checkCancellation()
        return lock
    }
}
