import Terminal

/// Input that came in while something else was on its way to the top, in its order. It does not know what it waits for.
@MainActor
final class HeldInput {
    private var events: [InputEvent] = []
    /// Whether what was held is being done.
    private(set) var isBeingDone = false
    private var whenEmpty: CheckedContinuation<Void, Never>?

    /// What somebody types into a form that takes its time to open.
    private static let maximum = 1 << 17

    var isEmpty: Bool { events.isEmpty }

    func append(_ event: InputEvent) {
        if events.count < Self.maximum { events.append(event) }
    }

    /// What was held is not done any more.
    func drop() { events = [] }

    /// Returns when all of it was done.
    func finished() async {
        if !isEmpty { await withCheckedContinuation { whenEmpty = $0 } }
    }

    /// Does what is held, one after the other, until one of them has to wait.
    /// - Returns: whether nothing is left.
    func perform(_ perform: (InputEvent) -> Void, unless mustWait: (InputEvent) -> Bool) -> Bool {
        isBeingDone = true
        defer { isBeingDone = false }
        var done = 0
        // What is done may drop the rest.
        while done < events.count {
            guard !mustWait(events[done]) else {
                events.removeFirst(done)
                return false
            }
            perform(events[done])
            done += 1
        }
        events = []
        whenEmpty?.resume()
        whenEmpty = nil
        return true
    }
}
