/// Sends elements to many listeners. A listener that does not keep up loses single elements, but then gets `summary`, which
/// stands for all that it missed.
final class Broadcast<Element: Sendable> {
    private static var bufferSize: Int { 64 }

    private let summary: Element
    private var listeners: [AsyncStream<Element>.Continuation] = []

    init(summary: Element) { self.summary = summary }

    deinit { for listener in listeners { listener.finish() } }

    func listen() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
        listeners.append(continuation)
        return stream
    }

    func send(_ element: Element) {
        listeners.removeAll { listener in
            switch listener.yield(element) {
            case .dropped: if case .terminated = listener.yield(summary) { true } else { false }
            case .terminated: true
            default: false
            }
        }
    }
}
