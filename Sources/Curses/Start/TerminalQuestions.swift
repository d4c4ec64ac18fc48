internal import Terminal

/// What the terminal is asked once at the start, and what came of it. Nothing waits for the answers; the fence, which every terminal
/// answers, comes last, and what comes behind it, or too late, changes nothing.
///
/// The input parser tells answers from keys, so a late one is never typed text.
struct TerminalQuestions {
    /// What is known when the fence has come.
    struct Findings: Hashable {
        /// Of all cells together, in pixels.
        var area: Size?
        var version: String?
        var hasSixel = false

        init(area: Size? = nil, version: String? = nil, hasSixel: Bool = false) {
            (self.area, self.version, self.hasSixel) = (area, version, hasSixel)
        }

        /// Whether sixels may be sent. Konsole says so, too, but never erases them; who does not say its name may be one.
        var showsSixels: Bool { hasSixel && version.map { !$0.lowercased().hasPrefix("konsole") } == true }
    }

    /// The size of the area in pixels (xterm's control sequences), name and version (XTVERSION), and the fence (DA1).
    static let bytes = Array("\u{1B}[14t\u{1B}[>q\u{1B}[c".utf8)

    /// An answer that takes longer may be about another size, and would change the screen while somebody works on it.
    let patience: Duration

    private var askedAt: ContinuousClock.Instant?
    private var findings = Findings()

    init(patience: Duration = .seconds(2)) { self.patience = patience }

    mutating func ask(at now: ContinuousClock.Instant) -> [UInt8] {
        (askedAt, findings) = (now, Findings())
        return Self.bytes
    }

    /// Whether answers may still be on their way.
    func isWaiting(at now: ContinuousClock.Instant) -> Bool {
        askedAt.map { $0.duration(to: now) <= patience } ?? false
    }

    /// Takes one answer.
    /// - Returns: all that was found, when this is the fence, in time.
    mutating func receive(_ answer: TerminalAnswer, at now: ContinuousClock.Instant) -> Findings? {
        guard isWaiting(at: now) else { return nil }
        switch answer {
        case .area(let width, let height): findings.area = Size(columns: width, rows: height)
        case .version(let version): findings.version = version
        case .attributes(let numbers):
            askedAt = nil
            // The first number is the terminal's class.
            findings.hasSixel = numbers.dropFirst().contains(4)
            return findings
        }
        return nil
    }
}
