internal import Basics
internal import Cards
internal import Glibc
internal import Synchronization

/// The location of an open store, for opening another connection to the same file.
struct StoreLocation: Equatable, Sendable {
    let source: Connection.Source
    /// The path for error messages.
    let path: String
    /// Distinguishes the file from another one that is later at its path; nil in memory.
    private let file: FileNumber?

    private struct FileNumber: Equatable {
        let device: UInt64
        let inode: UInt64

        init?(_ path: String) {
            var status = stat()
            guard stat(PathText.cString(path), &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    init(_ connection: Connection) {
        // Resolved, since the working directory and symbolic links may change later.
        switch connection.source {
        case .file(let path): source = .file(connection.realPath ?? path)
        case .immutable(let path): source = .immutable(connection.realPath ?? path)
        case .memory(let name): source = .memory(name)
        case .temporary: source = .temporary
        }
        path = connection.path
        file = connection.realPath.flatMap { FileNumber($0) }
    }

    /// Opens another connection, for reading only.
    func open() throws(StoreError) -> Connection {
        let connection = try Connection(source, path: path)
        guard connection.realPath.flatMap({ FileNumber($0) }) == file else {
            throw .cannotOpen(path: path, reason: "the file was moved or deleted while it was open")
        }
        try connection.execute("PRAGMA query_only = ON; PRAGMA cache_size = -512")
        return connection
    }
}

/// The location of a store, which changes when the store is reopened: first read-only on a full disk, then as usual when there is
/// space.
final class SharedLocation: Sendable {
    private let location: Mutex<StoreLocation>
    /// Told of what the readers of the store meet.
    let damage = DamageSign()

    init(_ location: StoreLocation) { self.location = Mutex(location) }

    var current: StoreLocation {
        get { location.withLock { $0 } }
        set { location.withLock { $0 = newValue } }
    }
}

/// Tells, once, that something was read that is damaged, whichever connection read it. Who hears it looks through the whole store.
final class DamageSign: Sendable {
    private struct State {
        var isSeen = false
        let listeners = Broadcast<Void>()
    }

    private let state = Mutex(State())

    func note() {
        state.withLock { state in
            if state.isSeen { return }
            state.isSeen = true
            state.listeners.send(())
            state.listeners.finish()
        }
    }

    /// One element, also where the damage was met before, and the end.
    func listen() -> AsyncStream<Void> { state.withLock { $0.listeners.listen(first: $0.isSeen ? () : nil) } }
}

/// A connection for reading, opened on first use, since the first frame does not need it. It belongs to one actor.
final class LazyReader {
    private let location: SharedLocation
    private var opened: (location: StoreLocation, connection: Connection)?

    init(_ location: SharedLocation) { self.location = location }

    func connection() throws(StoreError) -> Connection {
        let location = location.current
        if let opened, opened.location == location { return opened.connection }
        let connection = try location.open()
        connection.damage = self.location.damage
        opened = (location, connection)
        return connection
    }

    /// Closes the connection until the next use.
    func close() { opened = nil }
}
