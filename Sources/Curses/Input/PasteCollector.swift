internal import Basics
internal import Terminal

/// Collects the text of a bracketed paste up to its end mark, at most ``maximumBytes``; the rest is dropped and never typed.
struct PasteCollector: Equatable, Sendable {
    static let maximumBytes = 1_000_000

    static let startMark = Array("\u{1B}[200~".utf8)
    static let endMark = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of bytes of the end mark that have matched.
    private var matched = 0

    /// Whether this byte ends the paste.
    mutating func consume(_ byte: UInt8) -> Bool {
        if byte == Self.endMark[matched] {
            matched += 1
            return matched == Self.endMark.count
        }
        // Only the mark's first byte is an escape, so a failed match can restart only with this byte.
        for earlier in Self.endMark.prefix(matched) { append(earlier) }
        matched = byte == Self.endMark[0] ? 1 : 0
        if matched == 0 { append(byte) }
        return false
    }

    private mutating func append(_ byte: UInt8) {
        if bytes.count < Self.maximumBytes { bytes.append(byte) }
    }

    /// What came, with line ends as `\n`.
    var text: String {
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count)
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D {
                lines.append(0x0A)
            } else if byte != 0x0A || previous != 0x0D {
                lines.append(byte)
            }
            previous = byte
        }
        return String(decoding: lines, as: UTF8.self)
    }
}

/// What arrives behind a paste that a key has ended: keys, or the rest of the paste, which only its end mark tells. The mark is swallowed
/// with what precedes it.
///
/// For some seconds input is held until a pause, so that no part of a late rest acts as a key. After that only what is read together with
/// the mark is swallowed: keys must not be slow for ever because a terminal never sent it.
struct PasteRest: Equatable, Sendable {
    private static let holdingTime = Duration.seconds(10)
    /// More is no typing.
    private static let maximumTyped = 4096

    private var held: [UInt8] = []
    /// Whether what is held is text of the paste, though its end is still missing.
    private var isText = false
    private var isCut = false
    /// The silences since the paste was ended.
    private var elapsed = Duration.zero
    /// Whether the end mark has come, or another paste.
    private(set) var isOver = false

    var isHolding: Bool { !held.isEmpty }

    /// - Returns: the bytes to interpret now; nil if they are held.
    mutating func receive(_ bytes: [UInt8], after silence: Duration) -> [UInt8]? {
        elapsed += silence
        held += bytes
        let (start, end) = (held.firstRange(of: PasteCollector.startMark), held.firstRange(of: PasteCollector.endMark))
        // An end mark behind the start of another paste is that one's.
        if let start, start.lowerBound < end?.lowerBound ?? .max {
            isOver = true
            return isText ? Array(held[start.lowerBound...]) : held
        }
        if let end {
            isOver = true
            return Array(held[end.upperBound...])
        }
        if elapsed > Self.holdingTime, held.count == bytes.count { return takeHeld() }
        // Keys are read one by one.
        var parser = InputParser()
        if parser.parse(bytes).count(where: { $0.typedKey != nil }) > 1 { isText = true }
        if held.count > Self.maximumTyped {
            (isText, isCut) = (true, true)
            // It may end within the mark.
            held.removeFirst(held.count - PasteCollector.endMark.count + 1)
        }
        return nil
    }

    /// What was held, after a pause: keys to interpret, or text, which was pasted or typed quickly. It is not lost, and acts as no key.
    mutating func release() -> (keys: [UInt8], text: String?) {
        defer { forgetHeld() }
        // Of so much only the end is here.
        if !isText || isCut { return (isText ? [] : held, nil) }
        var collector = PasteCollector()
        for byte in held { _ = collector.consume(byte) }
        return ([], collector.text)
    }

    mutating func forgetHeld() { (held, isText, isCut) = ([], false, false) }

    private mutating func takeHeld() -> [UInt8] {
        defer { forgetHeld() }
        return held
    }
}

extension InputEvent {
    /// The key, if it types a character; nil for all other events.
    var typedKey: Key? {
        guard case .key(let key) = self, key.typedCharacter != nil else { return nil }
        return key
    }
}
