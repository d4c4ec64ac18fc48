internal import Basics
internal import Glibc
internal import Synchronization

/// Tells that something may have changed in a tree of folders: by inotify, and by the times of the folders every minute, because what
/// other machines write to a network file system is no event here. It ends with its stream.
final class FolderWatch: Sendable {
    private static let interval: Int32 = 60_000
    private static let events = UInt32(
        IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
    /// A tree has the folders of the vault, one for each device and 256 for photos.
    private static let maximumFolders = 4096

    private let base: String
    private let start: [String]
    private let events: AsyncStream<Void>.Continuation
    /// Has an end as soon as the stream has.
    private let wake: Int32

    private init(_ base: String, _ start: [String], _ events: AsyncStream<Void>.Continuation, _ wake: Int32) {
        (self.base, self.start, self.events, self.wake) = (base, start, events, wake)
    }

    /// - Parameter start: the folders of interest; the way there is watched too, as it may be made later.
    static func hints(in base: String, below start: [String]) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return continuation.finish() }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let watch = FolderWatch(base, start, continuation, ends[0])
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
        let inotify = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
        var folders = watchAll(inotify)
        // What was written before the folders were watched is no event.
        events.yield(())
        var polled = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&polled, nfds_t(polled.count), Self.interval)
            if count < 0, errno != EINTR { break }
            if polled[0].revents != 0 { break }
            let hasEvent = count > 0 && polled[1].revents != 0 && drain(inotify)
            guard hasEvent || count == 0 else { continue }
            let now = watchAll(inotify)
            if hasEvent || now != folders { events.yield(()) }
            folders = now
        }
        if inotify >= 0 { close(inotify) }
        close(wake)
        events.finish()
    }

    /// Watches all folders that are there, also those that it watches already. Returns when each was changed.
    private func watchAll(_ inotify: Int32) -> [String: Int] {
        var times: [String: Int] = [:]
        var path = base
        note(path, inotify, &times)
        for name in start {
            path += "/" + name
            note(path, inotify, &times)
        }
        var pending = [path]
        while let folder = pending.popLast(), times.count < Self.maximumFolders {
            guard let entries = try? FolderFiles(base: folder).list([]) else { continue }
            for entry in entries where entry.isFolder && !VaultLayout.isPassing(entry.name) {
                let inner = folder + "/" + entry.name
                note(inner, inotify, &times)
                pending.append(inner)
            }
        }
        return times
    }

    private func note(_ folder: String, _ inotify: Int32, _ times: inout [String: Int]) {
        // First the watch, then the time: a change between them is told twice at most.
        if inotify >= 0 { inotify_add_watch(inotify, folder, Self.events) }
        var status = stat()
        if stat(folder, &status) == 0 {
            times[folder] = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
        }
    }

    /// Whether an event is of interest: files in progress are not.
    private func drain(_ inotify: Int32) -> Bool {
        var isOfInterest = false
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(inotify, $0.baseAddress, $0.count) }
            guard count > 0 else { return isOfInterest }
            var position = 0
            while position + 16 <= count {
                // wd, mask, cookie, len; then the name with zeros behind it.
                let length = Int(
                    buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self) })
                let name = buffer[min(position + 16, count)..<min(position + 16 + length, count)].prefix { $0 != 0 }
                if !VaultLayout.isPassing(String(decoding: name, as: UTF8.self)) { isOfInterest = true }
                position += 16 + length
            }
        }
    }
}
