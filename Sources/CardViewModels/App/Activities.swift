public import Observation

/// What was asked for and ends with something else to be seen: what is pressed meanwhile waits for that.
///
/// One that takes longer than a moment is said in words, and can be stopped from then on: before, a key that stops it would be
/// meant for what comes of it.
@MainActor @Observable
public final class Activities {
    /// What is said of one that takes long, the first of several; nil while none does.
    public private(set) var words: String?
    public var isEmpty: Bool { count == 0 }
    private var count = 0

    @ObservationIgnored private var running: [Int: (words: String, work: Task<Void, Never>)] = [:]
    @ObservationIgnored private var last = 0
    @ObservationIgnored private let clock: any Clock<Duration>
    /// What runs beside them: no key waits for it.
    let background = BackgroundWork()
    /// Told whenever one has ended.
    @ObservationIgnored var onEnd: () -> Void = {}

    private static let moment = Duration.milliseconds(300)

    init(clock: any Clock<Duration>) { self.clock = clock }

    /// - Parameter words: what it does, without a dot: "Starring 3 cards".
    func run(_ words: String, _ body: @escaping () async -> Void) {
        count += 1
        last += 1
        let number = last
        let telling = Task { [clock] in
            guard (try? await clock.sleep(for: Self.moment)) != nil else { return }
            self.words = firstWords
        }
        let work = Task {
            await body()
            telling.cancel()
            running[number] = nil
            count -= 1
            if self.words != nil { self.words = firstWords }
            onEnd()
        }
        running[number] = (words, work)
    }

    private var firstWords: String? { running.min { $0.key < $1.key }?.value.words }

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
