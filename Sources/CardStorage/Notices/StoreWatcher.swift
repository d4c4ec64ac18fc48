internal import Dispatch
internal import Glibc

/// Calls back when another process may have written to the store. It uses inotify on the store's folder, so it costs nothing
/// while nothing happens.
///
/// A writer's last bytes reach the file before its commit is complete, so a modification of the file comes too early. Therefore
/// every card store sets the file's times after its commit, which others see as a change of attributes. Other programs are
/// noticed when they close the file.
final class StoreWatcher {
    private let source: any DispatchSourceRead

    /// Nil where the limit of inotify watches is reached: then other programs' changes are seen with the next read only.
    /// `handler` runs on the queue, once for a burst of events.
    init?(of file: String, queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_TO)
        guard inotify_add_watch(descriptor, StoreFile.folder(of: file), events) >= 0 else {
            close(descriptor)
            return nil
        }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { if Self.hasNews(of: [name, name + "-wal"], from: descriptor) { handler() } }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Notifies the watchers of this file in other processes.
    static func notifyOthers(of file: String) { utimensat(AT_FDCWD, file, nil, 0) }

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
