internal import Terminal

/// Parses the bytes of a terminal into events. A value without clock and device; the events do not depend on how the
/// bytes are split.
///
/// A single escape byte may be the key or the beginning of a sequence: only time tells. While ``pending`` is set, the
/// owner calls ``timeOut()`` when no more bytes have arrived for that time. Unknown sequences are skipped as a whole.
struct InputParser: Hashable, Sendable {
    /// What an unfinished input waits for.
    enum Pending: Hashable, Sendable {
        /// The escape delay.
        case escape
        /// The rest of a sequence: it may be slow, but must not swallow keys typed later.
        case sequence
        /// The rest of a string: it arrives without pauses; after a pause there are keys again.
        case string
    }

    private enum State: Hashable {
        case ground
        /// After ESC; `isAlt` after two of them.
        case escape(isAlt: Bool)
        case control(ControlSequence, isAlt: Bool)
        /// SS3: one byte, or digits and one byte.
        case shift3(ControlSequence, isAlt: Bool)
        /// The three bytes of an old mouse report.
        case oldMouse([UInt8])
        /// OSC, DCS and the like up to BEL or ST. The introducer alone may also be a key with Alt.
        case string(introducer: UInt8, length: Int, afterEscape: Bool)
        case paste
    }

    /// A longer string is not an answer of a terminal.
    static let maximumString = 4096
    private static let maximumAnswer = 256

    private var state = State.ground
    private var characters = UTF8Assembler()
    private var paste = PasteCollector()
    /// The content of a string, up to ``maximumAnswer`` bytes.
    private var string: [UInt8] = []
    private var answers: [TerminalAnswer] = []
    /// The character after ESC gets Alt, also if it has several bytes.
    private var isAltCharacter = false

    var pending: Pending? {
        switch state {
        case .ground, .paste: nil
        case .escape: .escape
        case .control(let sequence, _), .shift3(let sequence, _): sequence.isEmpty ? .escape : .sequence
        case .string(_, length: 0, afterEscape: false): .escape
        case .oldMouse: .sequence
        case .string: .string
        }
    }

    mutating func parse(_ bytes: [UInt8]) -> [InputEvent] {
        var events: [InputEvent] = []
        for byte in bytes { consume(byte, &events) }
        return events
    }

    /// No more bytes have arrived: interprets the unfinished sequence.
    mutating func timeOut() -> [InputEvent] {
        defer { if state != .paste { state = .ground } }
        return switch state {
        case .escape(isAlt: false): [.key(.escape)]
        case .escape(isAlt: true): [.key(.escape), .key(.escape)]
        case .control(let sequence, _) where sequence.isEmpty: [.key(.alt("["))]
        case .shift3(let sequence, _) where sequence.isEmpty: [.key(.alt("O"))]
        case .string(let introducer, length: 0, afterEscape: false):
            [.key(.alt(Character(Unicode.Scalar(introducer))))]
        default: []
        }
    }

    private mutating func consume(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch state {
        case .ground: consumeGround(byte, &events)
        case .escape(let isAlt): consumeAfterEscape(byte, isAlt: isAlt, &events)
        case .control(var sequence, let isAlt):
            switch sequence.consume(byte) {
            case .more: state = .control(sequence, isAlt: isAlt)
            case .finished: finish(sequence, isAlt: isAlt, &events)
            case .broken: restart(byte, &events)
            }
        case .shift3(var sequence, let isAlt):
            switch sequence.consume(byte) {
            case .more: state = .shift3(sequence, isAlt: isAlt)
            case .finished:
                state = .ground
                if let key = sequence.shift3Key { events.append(.key(key.adding(isAlt ? .alt : []))) }
            case .broken: restart(byte, &events)
            }
        case .oldMouse(var report):
            report.append(byte)
            state = report.count < 3 ? .oldMouse(report) : .ground
            if report.count == 3, let event = MouseReport(old: report).event { events.append(.mouse(event)) }
        case .string(let introducer, let length, let afterEscape):
            consumeString(byte, introducer, length: length, afterEscape: afterEscape, &events)
        case .paste:
            if let text = paste.consume(byte) {
                state = .ground
                events.append(.paste(text))
            }
        }
    }

    private mutating func consumeGround(_ byte: UInt8, _ events: inout [InputEvent]) {
        guard byte != 0x1B else {
            flushCharacter(&events)
            state = .escape(isAlt: false)
            return
        }
        for scalar in characters.consume(byte) { append(scalar, &events) }
    }

    private mutating func consumeAfterEscape(_ byte: UInt8, isAlt: Bool, _ events: inout [InputEvent]) {
        switch byte {
        case 0x1B where isAlt: events.append(.key(.escape))
        case 0x1B: state = .escape(isAlt: true)
        case UInt8(ascii: "["): state = .control(ControlSequence(), isAlt: isAlt)
        case UInt8(ascii: "O"): state = .shift3(ControlSequence(), isAlt: isAlt)
        // OSC, DCS, SOS, PM, APC.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string(introducer: byte, length: 0, afterEscape: false)
        default:
            if isAlt { events.append(.key(.escape)) }
            state = .ground
            isAltCharacter = true
            consumeGround(byte, &events)
        }
    }

    private mutating func consumeString(
        _ byte: UInt8, _ introducer: UInt8, length: Int, afterEscape: Bool, _ events: inout [InputEvent]
    ) {
        switch byte {
        case 0x07, 0x18, 0x1A: state = .ground
        case UInt8(ascii: "\\") where afterEscape:
            state = .ground
            if introducer == UInt8(ascii: "P"), let answer = TerminalAnswer(string: string) { answers.append(answer) }
        case _ where afterEscape:
            // Not the end of the string but a new sequence.
            state = .escape(isAlt: false)
            consumeAfterEscape(byte, isAlt: false, &events)
        case 0x1B: state = .string(introducer: introducer, length: length + 1, afterEscape: true)
        case _ where length >= Self.maximumString: state = .ground
        default:
            if length == 0 { string = [] }
            if string.count < Self.maximumAnswer { string.append(byte) }
            state = .string(introducer: introducer, length: length + 1, afterEscape: false)
        }
    }

    private mutating func finish(_ sequence: ControlSequence, isAlt: Bool, _ events: inout [InputEvent]) {
        state = .ground
        switch sequence.meaning {
        case .key(let key): events.append(.key(key.adding(isAlt ? .alt : [])))
        case .mouse(let event): events.append(.mouse(event))
        case .oldMouse: state = .oldMouse([])
        case .pasteStart:
            paste = PasteCollector()
            state = .paste
        case .answer(let answer): answers.append(answer)
        case .nothing: break
        }
    }

    /// Removes and returns the answers received so far.
    mutating func removeAnswers() -> [TerminalAnswer] {
        defer { answers = [] }
        return answers
    }

    /// A byte that cannot be part of the sequence ends it and is parsed on its own.
    private mutating func restart(_ byte: UInt8, _ events: inout [InputEvent]) {
        state = .ground
        consumeGround(byte, &events)
    }

    private mutating func flushCharacter(_ events: inout [InputEvent]) {
        if let scalar = characters.breakOff() { append(scalar, &events) }
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ events: inout [InputEvent]) {
        let isAlt = isAltCharacter
        isAltCharacter = false
        if let key = Key(scalar: scalar) { events.append(.key(key.adding(isAlt ? .alt : []))) }
    }
}
