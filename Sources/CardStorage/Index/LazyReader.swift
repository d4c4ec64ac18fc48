internal import Cards
internal import Glibc
internal import Synchronization

/// Where a store's content is, so that another connection can be opened to the very same.
struct StorePlace: Hashable, Sendable {
    let source: Connection.Source
    /// What errors say.
    let path: String
    /// Tells the file from another one that stands at its path later; nil in memory.
    private let file: FileNumber?

    private struct FileNumber: Hashable {
        let device: UInt64
        let inode: UInt64

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    init(_ connection: Connection) {
        // The working directory may change, and links may point elsewhere later.
        switch connection.source {
        case .file(let path): source = .file(connection.realPath ?? path)
        case .immutable(let path): source = .immutable(connection.realPath ?? path)
        case .memory(let name): source = .memory(name)
        }
        path = connection.path
        file = connection.realPath.flatMap { FileNumber($0) }
    }

    /// Another connection, which only reads.
    func open() throws(StoreError) -> Connection {
        let connection = try Connection(source, path: path)
        guard connection.realPath.flatMap({ FileNumber($0) }) == file else {
            throw .cannotOpen(path: path, reason: "the file was moved or deleted while it was open")
        }
        try connection.execute("PRAGMA query_only = ON; PRAGMA cache_size = -512")
        return connection
    }
}

/// The place of a store that may be opened anew elsewhere: read-only on a full disk, and as usual when there is room.
final class SharedPlace: Sendable {
    private let place: Mutex<StorePlace>

    init(_ place: StorePlace) { self.place = Mutex(place) }

    var current: StorePlace {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }
}

/// A reading connection that is opened when it is first needed: the first frame does not wait for it. It belongs to one actor.
final class LazyReader {
    private let place: SharedPlace
    private var opened: (place: StorePlace, connection: Connection)?

    init(_ place: SharedPlace) { self.place = place }

    func connection() throws(StoreError) -> Connection {
        let place = place.current
        if let opened, opened.place == place { return opened.connection }
        let connection = try place.open()
        opened = (place, connection)
        return connection
    }

    /// Gives its memory back until it is needed again.
    func close() { opened = nil }
}
