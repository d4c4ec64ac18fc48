/// Requests and work of which only the latest counts. What was started ends with its owner.
@MainActor
final class Latest {
    private var number = 0
    private var task: Task<Void, Never>?

    isolated deinit { task?.cancel() }

    /// Begins a request.
    /// - Returns: whether no other was begun meanwhile.
    func begin() -> () -> Bool {
        number += 1
        return { [self, number] in number == self.number }
    }

    /// - Returns: what the request returns or throws; nil if another was begun meanwhile.
    func answer<Answer>(to request: () async throws -> Answer) async -> Result<Answer, any Error>? {
        let isLatest = begin()
        let result: Result<Answer, any Error>
        do { result = .success(try await request()) } catch { result = .failure(error) }
        return isLatest() ? result : nil
    }

    /// Starts work in place of what was started before, which is cancelled.
    func start(_ work: @escaping () async -> Void) {
        task?.cancel()
        task = Task { await work() }
    }

    /// - Parameter receive: is given the value, unless other work was started or this was cancelled.
    func start<Value>(_ work: @escaping () async -> Value, then receive: @escaping (Value) -> Void) {
        start {
            let value = await work()
            if !Task.isCancelled { receive(value) }
        }
    }

    func cancel() { task?.cancel() }

    /// Returns when what was started last has ended.
    func finished() async { await task?.value }
}

/// One piece of work at a time: of the values that arrive meanwhile only the newest is worked on. It ends with its owner.
@MainActor
final class Serial<Value> {
    private var next: Value?
    private var task: Task<Void, Never>?

    isolated deinit { task?.cancel() }

    /// Whether a value waits for the end of the present work.
    var hasNext: Bool { next != nil }

    /// Lets the present work be followed by this; starts none.
    func enqueue(_ value: Value) { next = value }

    /// - Returns: a task that ends when nothing is left to do.
    @discardableResult
    func request(_ value: Value, _ work: @escaping @MainActor (Value) async -> Void) -> Task<Void, Never> {
        next = value
        if let task { return task }
        let new = Task { [weak self] in
            while let value = self?.takeNext() { await work(value) }
        }
        task = new
        return new
    }

    private func takeNext() -> Value? {
        // Cancelled work was replaced or is no longer wanted.
        if Task.isCancelled { return nil }
        guard let value = next else {
            task = nil
            return nil
        }
        next = nil
        return value
    }

    func cancel() {
        task?.cancel()
        (task, next) = (nil, nil)
    }

    /// Returns when nothing is left to do.
    func finished() async { await task?.value }
}
