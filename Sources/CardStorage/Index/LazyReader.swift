internal import Cards
internal import Glibc

/// Where a store's content is, so that another connection can be opened to the very same.
struct StorePlace: Sendable {
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

/// A reading connection that is opened when it is first needed: the first frame does not wait for it. It belongs to one actor.
final class LazyReader {
    private let place: StorePlace
    private var opened: Connection?

    init(_ place: StorePlace) { self.place = place }

    func connection() throws(StoreError) -> Connection {
        if let opened { return opened }
        let connection = try place.open()
        opened = connection
        return connection
    }

    /// Gives its memory back until it is needed again.
    func close() { opened = nil }
}
