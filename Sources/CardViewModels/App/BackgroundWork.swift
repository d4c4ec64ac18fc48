/// Work that blocks no keys, because its result is already on the screen or not shown at all: writing a star, copying a number to the
/// clipboard. Quitting waits for it.
///
/// It holds no results: the caller reports them.
@MainActor
final class BackgroundWork {
    private var running: [Int: Task<Void, Never>] = [:]
    private var last = 0
    /// How many pieces of work have failed since the start.
    private(set) var failures = 0

    var isEmpty: Bool { running.isEmpty }

    /// - Parameter body: returns true if it succeeded; otherwise it has reported the error.
    func run(_ body: @escaping () async -> Bool) {
        last += 1
        let number = last
        running[number] = Task {
            if await !body() { failures += 1 }
            running[number] = nil
        }
    }

    /// Returns when nothing is running.
    func finished() async { while let work = running.first?.value { await work.value } }
}
