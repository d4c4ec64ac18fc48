internal import Terminal

/// What arrives behind a paste that a key has ended: keys, or the rest of the paste, which only its end mark tells. The mark is swallowed
/// with what precedes it.
///
/// For some seconds input is held until a pause, so that no part of a late rest acts as a key. After that only what is read together with
/// the mark is swallowed: keys must not be slow for ever because a terminal never sent it.
struct PasteRest: Hashable, Sendable {
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
