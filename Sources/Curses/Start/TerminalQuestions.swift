internal import Terminal

/// The queries sent once at the start, and their results. Nothing waits for the answers. Every terminal answers the
/// last query; answers behind that one, or too late, are ignored.
///
/// The input parser separates answers from keys, so a late one is never typed text.
struct TerminalQuestions {
    /// The results, complete with the answer to the last query.
    struct Findings: Equatable {
        /// The size of the text area in pixels.
        var area: Size?
        var version: String?
        var hasSixel = false
        /// The largest picture in sixels, in pixels.
        var sixelLimit: Size?

        init(area: Size? = nil, version: String? = nil, hasSixel: Bool = false, sixelLimit: Size? = nil) {
            self.area = area
            self.version = version
            self.hasSixel = hasSixel
            self.sixelLimit = sixelLimit
        }

        /// Whether sixels may be sent. Konsole claims them, too, but never erases them; a terminal that does not report
        /// its name may be Konsole.
        var showsSixels: Bool { hasSixel && version.map { !$0.lowercased().hasPrefix("konsole") } == true }
    }

    /// What can be asked for together.
    struct Topics: OptionSet {
        let rawValue: Int
        /// The size of the text area in pixels (xterm's control sequences), name and version (XTVERSION).
        static let pictures = Topics(rawValue: 1)
        /// The color of the background.
        static let background = Topics(rawValue: 2)

        /// With the last query (DA1).
        var bytes: [UInt8] {
            Array(
                ((contains(.pictures) ? "\u{1B}[14t\u{1B}[>q" : "")
                    + (contains(.background) ? "\u{1B}]11;?\u{1B}\\" : "")
                    + "\u{1B}[c").utf8)
        }
    }

    /// Asked of a terminal that has sixels, for the size of the largest (XTSMGRAPHICS): others may scroll. Then the last query again.
    static let sixelBytes = Array("\u{1B}[?2;4;0S\u{1B}[c".utf8)

    /// A later answer may refer to another size, and would change the screen while the user is working.
    let timeout: Duration

    private(set) var asked: Topics = []
    /// Whether the screen depends on the background.
    var followsBackground = false
    /// Nil while no answer is awaited.
    private var askedAt: ContinuousClock.Instant?
    /// How long the terminal took to answer the last question; nil before.
    private(set) var answerTime: Duration?
    private var findings = Findings()
    /// The bytes to send next; empty for none.
    private var followUp: [UInt8] = []

    init(timeout: Duration = .seconds(2)) { self.timeout = timeout }

    /// Topics that were asked for before are left out, unless their answers are still awaited.
    /// - Returns: the bytes to send; empty for nothing.
    mutating func ask(_ topics: Topics, at now: ContinuousClock.Instant) -> [UInt8] {
        let isNew = !topics.isSubset(of: asked)
        let wanted = isWaiting(at: now) ? topics.union(asked) : topics.subtracting(asked)
        guard isNew else { return [] }
        (asked, askedAt, findings) = (asked.union(topics), now, Findings())
        return wanted.bytes
    }

    /// Whether answers may still arrive.
    func isWaiting(at now: ContinuousClock.Instant) -> Bool { deadline.map { now <= $0 } ?? false }

    /// Until when answers are awaited; nil if none are.
    var deadline: ContinuousClock.Instant? { askedAt.map { $0.advanced(by: timeout) } }

    /// Processes an answer.
    /// - Returns: all results, if this is the answer to the last query and in time.
    mutating func receive(_ answer: TerminalAnswer, at now: ContinuousClock.Instant) -> Findings? {
        guard isWaiting(at: now) else { return nil }
        switch answer {
        case .area(let width, let height): findings.area = Size(columns: width, rows: height)
        case .version(let version): findings.version = version
        case .sixelLimit(let width, let height): findings.sixelLimit = Size(columns: width, rows: height)
        case .background, .focus: break
        case .attributes(let numbers):
            answerTime = askedAt?.duration(to: now)
            askedAt = nil
            guard asked.contains(.pictures), !findings.hasSixel else { return findings }
            // The first number is the terminal's class.
            findings.hasSixel = numbers.dropFirst().contains(4)
            guard findings.hasSixel else { return findings }
            (followUp, askedAt) = (Self.sixelBytes, now)
        }
        return nil
    }

    /// The largest picture in sixels, once all answers are there.
    var sixelLimit: Size? { askedAt == nil ? findings.sixelLimit : nil }

    /// What to ask after the last answer; empty for nothing.
    mutating func takeFollowUp() -> [UInt8] {
        defer { followUp = [] }
        return followUp
    }
}

/// A terminal's answer to one of our queries, or a report that we asked for. It is never a key.
enum TerminalAnswer: Equatable, Sendable {
    /// To `CSI 14 t`: the size of the text area in pixels.
    case area(width: Int, height: Int)
    /// To `CSI > q`: name and version, as "XTerm(379)".
    case version(String)
    /// To `CSI c`: its features, by DEC's numbers.
    case attributes([Int])
    /// To `CSI ? 2 ; 4 ; 0 S`: the largest picture in sixels, in pixels (XTSMGRAPHICS).
    case sixelLimit(width: Int, height: Int)
    /// To `OSC 11 ; ?` and to `CSI ? 996 n`, and without a query after `CSI ? 2031 h`: whether the background is light.
    case background(isLight: Bool)
    /// The user came to the terminal's window or left it; sent without a query, after `CSI ? 1004 h`.
    case focus(isGained: Bool)

    /// Parses the content of a DCS (`P`) or OSC (`]`) string.
    init?(string bytes: [UInt8], introducer: UInt8) {
        switch introducer {
        case UInt8(ascii: "P") where bytes.starts(with: Array(">|".utf8)):
            self = .version(String(decoding: bytes.dropFirst(2), as: UTF8.self))
        case UInt8(ascii: "]"):
            guard let isLight = TerminalBackground.isLight(answer: bytes) else { return nil }
            self = .background(isLight: isLight)
        default: return nil
        }
    }
}

/// Whether the terminal's background is light, from what it says.
public enum TerminalBackground {
    /// From `COLORFGBG`, which rxvt, Konsole and others set: the numbers of the text's and the background's color, `15;0` or
    /// `0;default;15`. Nil where it says nothing. Light are white and light grey.
    public static func isLight(_ colors: String?) -> Bool? {
        guard let last = colors?.split(separator: ";").last, let number = Int(last), (0...15).contains(number) else {
            return nil
        }
        return number == 7 || number == 15
    }

    /// From the answer to `OSC 11 ; ?`, as xterm writes colors: `11;rgb:ffff/ffff/ffff` with one to four digits each, perhaps
    /// `rgba:` with the opacity behind them. Nil for any other text.
    static func isLight(answer bytes: [UInt8]) -> Bool? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let prefix = ["11;rgb:", "11;rgba:"].first(where: text.hasPrefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return nil }
        var values: [Double] = []
        for digits in parts.prefix(3) {
            guard (1...4).contains(digits.utf8.count), let value = UInt16(digits, radix: 16) else { return nil }
            values.append(Double(value) / Double((1 << (4 * digits.utf8.count)) - 1))
        }
        // The brightness of television (ITU-R BT.601), which is near enough to what eyes see.
        return 0.299 * values[0] + 0.587 * values[1] + 0.114 * values[2] > 0.5
    }
}
