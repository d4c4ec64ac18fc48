/// Work that no key waits for, because what comes of it is on the screen already or nowhere: a star being written, a number on its
/// way to the clipboard. The end of the program waits for it.
///
/// It holds no results: whoever begins something says what came of it.
@MainActor
final class BackgroundWork {
    private var running: [Int: Task<Void, Never>] = [:]
    private var last = 0
    /// How much of it has failed since the start.
    private(set) var failures = 0

    var isEmpty: Bool { running.isEmpty }

    /// - Parameter body: returns whether it succeeded; it has said why where it did not.
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
