public import Dispatch
internal import Glibc

/// Calls back when another process may have written to one of some files. It uses inotify on their folder, so it costs nothing
/// while nothing happens, and sees files that are made or replaced later.
///
/// A file is told of when its writer closes it, when another is moved to its name, and when its times are set: a store is
/// modified before its commit is complete, so whoever writes to it sets its times afterwards.
public final class FileWatcher {
    private let source: any DispatchSourceRead

    /// Nil where there is no such folder, or where the limit of inotify watches is reached: then changes of other programs are seen
    /// with the next read only. `handler` runs on the queue, once for a burst of events.
    public init?(
        _ names: [String], in folder: String, queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_TO)
        guard inotify_add_watch(descriptor, PathText.cString(folder), events) >= 0 else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { if Self.hasNews(of: names, from: descriptor) { handler() } }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Reads all pending events, so that a burst is reported once. Events of other files in the folder are ignored.
    private static func hasNews(of names: [String], from descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var hasNews = false
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            if !hasNews { hasNews = mentions(names, in: buffer[..<count]) }
        }
        return hasNews
    }

    /// Parses consecutive events: a fixed head, then the name, padded with zeros (inotify(7)).
    private static func mentions(_ names: [String], in events: ArraySlice<UInt8>) -> Bool {
        let head = MemoryLayout<inotify_event>.size
        var rest = events
        while rest.count >= head {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            // When the kernel's queue overflowed, anything may have happened.
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
            let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
            if names.contains(where: { $0.utf8.elementsEqual(name) }) { return true }
            rest = rest.dropFirst(head + Int(event.len))
        }
        return false
    }
}
