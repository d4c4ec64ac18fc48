public import Observation

/// What was asked for and ends with something else to be seen: what is pressed meanwhile waits for that.
///
/// One that takes longer than a moment is named on the screen, and can be stopped from then on: before, a key that stops it would be
/// meant for what comes of it. Errors are said here, and nowhere else.
@MainActor @Observable
public final class Activities {
    /// The name of one that takes long, the first of several; nil while none does.
    public private(set) var label: String?
    public var isEmpty: Bool { count == 0 }
    private var count = 0

    @ObservationIgnored private var running: [Int: (label: String, work: Task<Void, Never>)] = [:]
    @ObservationIgnored private var last = 0
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let navigator: Navigator
    @ObservationIgnored private let messages: MessageCenter
    /// What runs beside them: no key waits for it.
    let background = BackgroundWork()
    /// Told whenever one has ended.
    @ObservationIgnored var onEnd: () -> Void = {}

    private static let moment = Duration.milliseconds(300)

    init(clock: any Clock<Duration>, navigator: Navigator, messages: MessageCenter) {
        (self.clock, self.navigator, self.messages) = (clock, navigator, messages)
    }

    /// - Parameter label: what it does, without a dot: "Starring 3 cards".
    func run(_ label: String, _ work: @escaping () async throws -> Void) {
        count += 1
        last += 1
        let number = last
        let telling = Task { [clock] in
            guard (try? await clock.sleep(for: Self.moment)) != nil else { return }
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

    /// Runs what ends on the screen from which it was asked for. Nothing is done with the result where that screen was left meanwhile, or
    /// the activity was stopped.
    /// - Parameters:
    ///   - model: that of the screen, which has to be on top; nil where nothing may have changed on the path.
    ///   - work: gives nil where there is nothing to go on with; why was said already.
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

    /// Runs what no key waits for.
    func runInBackground(_ work: @escaping () async throws -> Void) {
        background.run { await self.attempt(work) }
    }

    /// - Returns: whether it succeeded.
    @discardableResult
    private func attempt(_ work: () async throws -> Void) async -> Bool {
        do {
            try await work()
            return true
        } catch is CancellationError {
            // It was stopped: everything is as it was.
        } catch {
            messages.say(error)
        }
        return false
    }

    private var firstLabel: String? { running.min { $0.key < $1.key }?.value.label }

    /// Returns when nothing runs any more, neither waited for nor in the background.
    func finished() async {
        while let work = running.first?.value.work {
            await work.value
        }
        await background.finished()
        if !running.isEmpty { await finished() }
    }

    /// Asks all of them to stop; each ends soon, and says what came of it.
    public func stop() { for activity in running.values { activity.work.cancel() } }
}
