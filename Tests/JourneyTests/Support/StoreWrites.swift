import Dispatch
import Glibc

/// Counts writes to a store's files by any process, and calls back once when a limit is reached.
final class StoreWrites {
    private let source: any DispatchSourceRead

    /// Nil if the kernel's limit of inotify watches is reached.
    init?(of store: String, until limit: Int, reached: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        let folder = store.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY)) >= 0 else { return nil }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "store writes"))
        let counter = Counter(limit: limit)
        source.setEventHandler { if counter.addEvents(from: descriptor) { reached() } }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Used only on the queue of the dispatch source.
    private final class Counter: @unchecked Sendable {
        private let limit: Int
        private var count = 0

        init(limit: Int) { self.limit = limit }

        /// True if these events reached the limit.
        func addEvents(from descriptor: Int32) -> Bool {
            var buffer = [UInt8](repeating: 0, count: 16_384)
            let before = count
            while case let length = read(descriptor, &buffer, buffer.count), length > 0 {
                // Each event has a fixed header, then the name, padded with zeros (inotify(7)).
                var rest = buffer[..<length]
                while rest.count >= MemoryLayout<inotify_event>.size {
                    let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
                    count += 1
                    rest = rest.dropFirst(MemoryLayout<inotify_event>.size + Int(event.len))
                }
            }
            return before < limit && count >= limit
        }
    }
}
