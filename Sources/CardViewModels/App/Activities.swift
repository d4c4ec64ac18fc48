public import Basics

/// Foreground work that the person asked for; keys pressed meanwhile wait until it ends.
///
/// An activity that takes longer than a moment is named on the screen and can be stopped from then on; earlier, a stop key would be
/// meant for its result. Errors of activities are reported here and nowhere else.
@MainActor
public final class Activities {
    /// The label of the oldest activity that takes long; nil while none does.
    @Observed public private(set) var label: String?
    /// The label as a message; nil while there is none.
    public var message: Message? { label.map { Message("\($0)…", offers: [Message.Offer(.stop, "stops")]) } }
    public var isEmpty: Bool { count == 0 }
    @Observed private var count = 0

    private var running: [Int: (label: String, work: Task<Void, Never>)] = [:]
    private var last = 0
    private let clock: any Clock<Duration>
    private let navigator: Navigator
    private let messages: MessageCenter
    /// Work that blocks no keys.
    let background = BackgroundWork()
    /// Called whenever an activity has ended.
    var onEnd: () -> Void = {}

    private static let delayBeforeShown = Duration.milliseconds(300)

    init(clock: any Clock<Duration>, navigator: Navigator, messages: MessageCenter) {
        self.clock = clock
        self.navigator = navigator
        self.messages = messages
    }

    /// - Parameter label: what the activity does, without a full stop: "Starring 3 cards".
    func run(_ label: String, _ work: @escaping () async throws -> Void) {
        count += 1
        last += 1
        let number = last
        let telling = Task { [clock] in
            guard (try? await clock.sleep(for: Self.delayBeforeShown)) != nil else { return }
            self.label = firstLabel
        }
        let task = Task {
            await attempt(work)
            telling.cancel()
            running[number] = nil
            count -= 1
            if self.label != nil { self.label = firstLabel }
            onEnd()
        }
        running[number] = (label, task)
    }

    /// Runs an activity whose result belongs to the screen that asked for it. The result is dropped if that screen was left meanwhile
    /// or the activity was stopped.
    /// - Parameters:
    ///   - model: the screen's model, which must still be on top; nil if the path must not have changed at all.
    ///   - work: returns nil if there is no result; it has reported why.
    func run<Result>(
        _ label: String, on model: (any ScreenModel)? = nil, _ work: @escaping () async throws -> Result?,
        then: @escaping (Result) throws -> Void
    ) {
        let position = navigator.position
        run(label) { [navigator] in
            guard let result = try await work(), !Task.isCancelled else { return }
            guard model.map(navigator.isOnTop) ?? (navigator.position == position) else { return }
            try then(result)
        }
    }

    /// Runs work that blocks no keys; errors are reported like those of activities.
    func runInBackground(_ work: @escaping () async throws -> Void) {
        background.run { await self.attempt(work) }
    }

    /// - Returns: true if the work succeeded.
    @discardableResult
    private func attempt(_ work: () async throws -> Void) async -> Bool {
        do {
            try await work()
            return true
        } catch is CancellationError {
            // A stopped activity has changed nothing.
        } catch {
            messages.post(error)
        }
        return false
    }

    private var firstLabel: String? { running.min { $0.key < $1.key }?.value.label }

    /// Returns when all activities and all background work have ended.
    func finished() async {
        while let work = running.first?.value.work {
            await work.value
        }
        await background.finished()
        if !running.isEmpty { await finished() }
    }

    /// Cancels all activities; each ends soon and reports its outcome.
    public func stop() { for activity in running.values { activity.work.cancel() } }
}

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
