internal import Basics
internal import Glibc
internal import Synchronization

/// Tells that something may have changed in a tree of folders: by inotify, and by the times of the folders every minute, because what
/// other machines write to a network file system is no event here. It ends with its stream.
///
/// A folder is listed once, and again only where it got a folder or its time changed without an event: there may be thousands of photos.
final class FolderWatch: Sendable {
    private static let interval: Int32 = 60_000
    private static let events = UInt32(
        IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    private let base: String
    private let start: [String]
    private let own: WrittenNames
    private let events: AsyncStream<Void>.Continuation
    /// Has an end as soon as the stream has.
    private let wake: Int32

    private init(
        _ base: String, _ start: [String], _ own: WrittenNames, _ events: AsyncStream<Void>.Continuation, _ wake: Int32
    ) {
        self.base = base
        self.start = start
        self.own = own
        self.events = events
        self.wake = wake
    }

    /// - Parameter start: the folders of interest; the way there is watched too, as it may be made later.
    /// - Parameter own: what this program writes: nobody has to be told of it.
    static func hints(in base: String, below start: [String], except own: WrittenNames) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return continuation.finish() }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let watch = FolderWatch(base, start, own, continuation, ends[0])
            let writing = ends[1]
            continuation.onTermination = { _ in
                // The thread sees the end of the pipe.
                close(writing)
            }
            if !DetachedThread.start({ watch.run() }) {
                close(ends[0])
                continuation.finish()
            }
        }
    }

    private func run() {
        var folders = WatchedFolders(base, start, by: inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK)), Self.events)
        folders.watchAll()
        // What was written before the folders were watched is no event.
        events.yield(())
        var polled = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            pollfd(fd: folders.inotify, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&polled, nfds_t(polled.count), Self.interval)
            if count < 0, errno != EINTR { break }
            if polled[0].revents != 0 { break }
            let isOfInterest =
                if count > 0, polled[1].revents != 0 { folders.drain(except: own) } else {
                    count == 0 && folders.look()
                }
            if isOfInterest { events.yield(()) }
        }
        if folders.inotify >= 0 { close(folders.inotify) }
        close(wake)
        events.finish()
    }
}

/// The names of files that this program wrote and that allow no other content.
final class WrittenNames: Sendable {
    private let names = Mutex<Set<String>>([])
    /// Older ones are told of as those of others are: an exchange more.
    private static let kept = 10_000

    func add(_ name: String) {
        names.withLock { names in
            if names.count >= Self.kept { names.removeAll() }
            names.insert(name)
        }
    }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}

/// The folders that are watched.
private struct WatchedFolders {
    /// A tree has the folders of the vault, one for each device and 256 for photos.
    private static let maximum = 4096

    let inotify: Int32
    private let events: UInt32
    /// The folders that lead to the tree, and that itself.
    private let way: [String]
    /// When each was changed, as far as it is known that this was told.
    private var times: [String: Int] = [:]
    private var paths: [Int32: String] = [:]

    init(_ base: String, _ start: [String], by inotify: Int32, _ events: UInt32) {
        self.inotify = inotify
        self.events = events
        way = start.reduce(into: [base]) { $0.append(($0.last ?? base) + "/" + $1) }
    }

    /// Watches all folders that are there, also those that it watches already.
    mutating func watchAll() {
        times = [:]
        for folder in way.dropLast() { watch(folder) }
        if let root = way.last { watchTree(root) }
    }

    private mutating func watchTree(_ root: String) {
        var pending = [root]
        while let folder = pending.popLast(), times.count < Self.maximum {
            watch(folder)
            pending += inner(of: folder)
        }
    }

    private func inner(of folder: String) -> [String] {
        let entries = (try? FolderFiles(base: folder).list([], withSizes: false)) ?? []
        return entries.filter { $0.isFolder && !VaultLayout.isPassing($0.name) }.map { folder + "/" + $0.name }
    }

    private mutating func watch(_ folder: String) {
        // First the watch, then the time: a change between them is told twice at most.
        if inotify >= 0 {
            let number = inotify_add_watch(inotify, PathText.cString(folder), events)
            if number >= 0 { paths[number] = folder }
        }
        times[folder] = time(of: folder)
    }

    /// Nil for one that is not there.
    private func time(of folder: String) -> Int? {
        var status = stat()
        guard stat(PathText.cString(folder), &status) == 0 else { return nil }
        return status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    }

    /// Compares the times of all folders. Returns whether one was changed that no event told of.
    mutating func look() -> Bool {
        guard way.allSatisfy({ times[$0] != nil }) else {
            let before = times
            watchAll()
            return times != before
        }
        var isChanged = false
        for (folder, known) in times {
            let now = time(of: folder)
            if now == known { continue }
            isChanged = true
            times[folder] = now
            if now != nil, isInTree(folder) {
                for inner in inner(of: folder) where times[inner] == nil { watchTree(inner) }
            }
        }
        return isChanged
    }

    private func isInTree(_ folder: String) -> Bool {
        guard let root = way.last else { return false }
        return folder == root || folder.hasPrefix(root + "/")
    }

    // MARK: - Events

    /// Reads all events. Returns whether one is of interest: files in progress and our own are not.
    mutating func drain(except own: WrittenNames) -> Bool {
        var isOfInterest = false
        var isLost = false
        var touched: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(inotify, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            var position = 0
            while position + 16 <= count {
                // wd, mask, cookie, len; then the name with zeros behind it.
                let (number, mask, length) = buffer.withUnsafeBytes { bytes in
                    (
                        bytes.loadUnaligned(fromByteOffset: position, as: Int32.self),
                        bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self),
                        Int(bytes.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self))
                    )
                }
                let raw = buffer[min(position + 16, count)..<min(position + 16 + length, count)].prefix { $0 != 0 }
                let name = String(decoding: raw, as: UTF8.self)
                position += 16 + length
                if mask & UInt32(IN_IGNORED) != 0 {
                    paths[number] = nil
                    continue
                }
                if mask & UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
                    (isLost, isOfInterest) = (true, true)
                    continue
                }
                if let folder = paths[number] {
                    touched.insert(folder)
                    if mask & UInt32(IN_ISDIR) != 0, !VaultLayout.isPassing(name) {
                        follow(folder + "/" + name, isNew: mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0)
                    }
                }
                if !VaultLayout.isPassing(name), !own.contains(name) { isOfInterest = true }
            }
        }
        if isLost { watchAll() }
        for folder in touched { times[folder] = time(of: folder) }
        return isOfInterest
    }

    /// A folder appeared or went.
    private mutating func follow(_ folder: String, isNew: Bool) {
        if !isNew {
            times[folder] = nil
        } else if way.contains(folder) {
            watchAll()
        } else if isInTree(folder) {
            watchTree(folder)
        }
    }
}
