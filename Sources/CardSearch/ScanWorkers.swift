internal import Dispatch
internal import Synchronization

/// Shares work between the calling thread and another one. It keeps no thread: an idle program has none waiting.
struct ScanWorkers: Sendable {
    private let helper = DispatchQueue(label: "cards-tui.scan")

    /// The results in the order of the chunks. Each thread takes the next chunk when it is free, so a busy core delays nothing.
    func map<Chunk: Sendable, Result: Sendable>(
        _ chunks: [Chunk], onTwoThreads: Bool, _ body: @escaping @Sendable (Chunk) -> Result
    ) -> [Result] {
        guard onTwoThreads, chunks.count > 1 else { return chunks.map(body) }
        let board = Board<Result>(count: chunks.count)
        let work: @Sendable () -> Void = {
            while let number = board.nextIndex() { board.store(body(chunks[number]), at: number) }
        }
        helper.async {
            work()
            board.helperIsDone.signal()
        }
        work()
        // Waits only for a chunk that the other thread has begun; if it has not started yet, it will find nothing left.
        while true {
            if let results = board.results { return results }
            board.helperIsDone.wait()
        }
    }

    private final class Board<Result: Sendable>: Sendable {
        let helperIsDone = DispatchSemaphore(value: 0)
        private let count: Int
        private let next = Atomic(0)
        private let found: Mutex<[Int: Result]> = Mutex([:])

        init(count: Int) { self.count = count }

        func nextIndex() -> Int? {
            let number = next.add(1, ordering: .relaxed).oldValue
            return number < count ? number : nil
        }

        func store(_ result: Result, at number: Int) { found.withLock { $0[number] = result } }

        /// Nil while some results are missing.
        var results: [Result]? {
            found.withLock { found in
                found.count < count ? nil : (0..<count).compactMap { found[$0] }
            }
        }
    }
}
