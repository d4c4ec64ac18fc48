internal import Basics
internal import CCurl
internal import Cards

/// How long a backend asks to be left alone: its `Retry-After` (RFC 9110, 10.2.3), never longer than ``longest``.
struct RetryAfter: Hashable, Sendable {
    /// Nobody waits longer than this because of one header.
    static let longest = Duration.seconds(3600)

    let delay: Duration

    /// Reads seconds, or a date. What is negative or past is no wait at all; nil for what is neither.
    /// - Parameters:
    ///   - date: the answer's own `Date`. The two are of one clock, while ours may be years away from it.
    ///   - now: what our clock says; it counts where there is no such header.
    ///   - library: reads dates.
    init?(_ value: String, date: String?, now: Timestamp, by library: CurlFunctions) {
        if let seconds = Self.seconds(value) {
            delay = seconds
        } else if let end = library.timestamp(ofDate: value) {
            let start = date.flatMap(library.timestamp(ofDate:)) ?? now
            let milliseconds = end.milliseconds - start.milliseconds
            delay = max(.zero, min(Self.longest, .milliseconds(milliseconds)))
        } else {
            return nil
        }
    }

    init?(_ head: HTTPHead, now: Timestamp, by library: CurlFunctions) {
        guard let value = head["Retry-After"] else { return nil }
        self.init(value, date: head["Date"], now: now, by: library)
    }

    private static func seconds(_ text: String) -> Duration? {
        let isNegative = text.hasPrefix("-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        if isNegative { return .zero }
        // More digits than a number holds are more than an hour.
        return Int(text).map { min(longest, .seconds($0)) } ?? longest
    }
}
