/// Work whose requests that arrive while it runs cause one more run in total, not one each.
@MainActor
final class CoalescedWork {
    /// Whether it was requested since the last run began.
    private(set) var isWanted = false
    private var task: Task<Void, Never>?

    /// Requests one more run after the current one.
    func repeatOnce() { isWanted = true }

    /// Returns when no run is left.
    func run(_ work: @escaping () async -> Void) async { await request(work).value }

    /// - Returns: a task that ends when no run is left.
    @discardableResult
    func request(_ work: @escaping () async -> Void) -> Task<Void, Never> {
        isWanted = true
        if let task { return task }
        let new = Task {
            while isWanted {
                isWanted = false
                await work()
            }
            task = nil
        }
        task = new
        return new
    }
}
