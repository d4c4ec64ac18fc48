import Observation

/// The moment after a scanner's text: a key that follows in it comes from the scanner, too, which may end with two of them (CR and LF).
@MainActor @Observable
final class ScanPause {
    private var end: Task<Void, Never>?

    /// Longer than between two keys of a scanner, shorter than between two keys of a person.
    private static let duration = Duration.milliseconds(100)

    isolated deinit { end?.cancel() }

    /// Whether further keys may still come from the scanner.
    var isRunning: Bool { end != nil }

    func start(_ clock: any Clock<Duration>) {
        end = Task { [weak self] in
            guard (try? await clock.sleep(for: Self.duration)) != nil else { return }
            self?.end = nil
        }
    }

    /// - Returns: true if it was running.
    func stop() -> Bool {
        end?.cancel()
        defer { end = nil }
        return end != nil
    }
}
