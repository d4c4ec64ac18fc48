/// Work that is asked for again while it runs is done once more behind that, and not once for each request.
@MainActor
final class CoalescedWork {
    /// Whether it was asked for since it last began.
    private(set) var isWanted = false
    private var task: Task<Void, Never>?

    /// What is running now is not enough: it is done once more.
    func repeatOnce() { isWanted = true }

    /// Returns when nothing is left to be done.
    func run(_ work: @escaping () async -> Void) async { await request(work).value }

    /// - Returns: what ends when nothing is left to be done.
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
