internal import Dispatch
internal import Synchronization

/// Shares work between the calling thread and one more. It keeps no thread: an idle program has none waiting.
struct ScanWorkers: Sendable {
    private let helper = DispatchQueue(label: "cards-tui.scan")

    /// The results in the order of the pieces. Whoever is free takes the next piece, so a busy core holds nobody up.
    func map<Piece: Sendable, Result: Sendable>(
        _ pieces: [Piece], onTwoThreads: Bool, _ body: @escaping @Sendable (Piece) -> Result
    ) -> [Result] {
        guard onTwoThreads, pieces.count > 1 else { return pieces.map(body) }
        let board = Board<Result>(count: pieces.count)
        let work: @Sendable () -> Void = {
            while let number = board.take() { board.put(body(pieces[number]), at: number) }
        }
        helper.async {
            work()
            board.helperIsDone.signal()
        }
        work()
        // Only a helper that has taken a piece is waited for; one that has not begun yet will find nothing to do.
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

        func take() -> Int? {
            let number = next.add(1, ordering: .relaxed).oldValue
            return number < count ? number : nil
        }

        func put(_ result: Result, at number: Int) { found.withLock { $0[number] = result } }

        /// Nil while some are missing.
        var results: [Result]? {
            found.withLock { found in
                found.count < count ? nil : (0..<count).compactMap { found[$0] }
            }
        }
    }
}
