internal import Dispatch
internal import Glibc

/// Tells when another process may have written the store: it sleeps in the kernel (inotify on the store's folder) and costs
/// nothing while nothing happens.
///
/// A writer's last bytes reach the file before its commit counts, so a change of the file comes too early to look. Therefore
/// every store of ours rings when its commit is done: it sets the file's times, which the others see as a change of
/// attributes. Other programs are noticed when they close the file.
final class StoreWatcher {
    private let source: any DispatchSourceRead

    /// Nil where the kernel has no watch left to give: then changes from elsewhere are seen at the next own read only.
    /// `handler` runs on the queue, once for a burst.
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

    /// Wakes the watchers of this file in other processes.
    static func ring(_ file: String) { utimensat(AT_FDCWD, file, nil, 0) }

    /// Reads all that waits, so that a burst is told once. Other files of the folder are none of our business.
    private static func hasNews(of names: [String], from descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var hasNews = false
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            if !hasNews { hasNews = mentions(names, in: buffer[..<count]) }
        }
        return hasNews
    }

    /// The events stand one behind the other: a fixed head, then the name, padded with zeros (inotify(7)).
    private static func mentions(_ names: [String], in events: ArraySlice<UInt8>) -> Bool {
        let head = MemoryLayout<inotify_event>.size
        var rest = events
        while rest.count >= head {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            // When the kernel's queue ran over, anything may have happened.
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
            let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
            if names.contains(where: { $0.utf8.elementsEqual(name) }) { return true }
            rest = rest.dropFirst(head + Int(event.len))
        }
        return false
    }
}
