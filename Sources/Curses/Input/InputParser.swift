internal import Terminal

/// Parses the bytes of a terminal into events. A value without clock and device; the events do not depend on how the
/// bytes are split, as long as none of the pauses between them matters.
///
/// A single escape byte may be the key or the beginning of a sequence: only time tells. While ``pending`` is set, the
/// owner calls ``timeOut()`` when no more bytes have arrived for that time. Unknown sequences are skipped as a whole.
///
/// A paste whose end is lost must not swallow all keys: a lone Esc or Ctrl-C ends it, with ``pause`` before and behind it.
struct InputParser: Equatable, Sendable {
    /// What an unfinished input waits for.
    enum Pending: Hashable, Sendable {
        /// The escape delay.
        case escape
        /// The rest of a sequence of which only the introducer has arrived: on a slow line later than a key's.
        case introducer
        /// The rest of a sequence: it may be slow, but must not swallow keys typed later.
        case sequence
        /// The rest of a string: it arrives without pauses; after a pause there are keys again.
        case string
        /// The rest of a paste. A pause does not end it.
        case paste
        /// A ``pause`` behind a byte that ends a paste if it stays alone.
        case pasteEnd
        /// A ``pause`` behind bytes that may be the rest of a paste that was ended.
        case pasteRest
    }

    private enum State: Equatable {
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
    /// The silence before and behind a key that ends a paste.
    static let pause = Duration.milliseconds(300)

    /// How long an escape byte is not yet a key.
    var escapeDelay = Duration.milliseconds(25)
    private var state = State.ground
    private var characters = UTF8Assembler()
    private var paste = PasteCollector()
    /// The byte that ends the paste if nothing follows.
    private var pasteEnd: UInt8?
    /// After a paste that was ended by a key, until its end mark or the next paste.
    private var pasteRest: PasteRest?
    /// Whether the byte behind ESC came too late for a sequence of a key: unless an answer follows, ESC was a key.
    private var isEscapeLate = false
    /// Whether the last bytes were an ESC that became a key, because nothing followed it in time.
    private var wasLoneEscape = false
    /// What begins a paste, behind ESC.
    private static let pasteStart = Array("[200~".utf8)
    /// The content of a string, up to ``maximumAnswer`` bytes.
    private var string: [UInt8] = []
    private var answers: [TerminalAnswer] = []
    /// The character after ESC gets Alt, also if it has several bytes.
    private var isAltCharacter = false

    var pending: Pending? {
        switch state {
        case .ground: pasteRest?.isHolding == true ? .pasteRest : nil
        case .paste: pasteEnd == nil ? .paste : .pasteEnd
        case .escape: .escape
        case .control(let sequence, _), .shift3(let sequence, _): sequence.isEmpty ? .introducer : .sequence
        case .string(_, length: 0, afterEscape: false): .escape
        case .oldMouse: .sequence
        case .string: .string
        }
    }

    var isInPaste: Bool { state == .paste }

    /// - Parameters:
    ///   - bytes: what was read at once.
    ///   - silence: the time since the read before.
    mutating func parse(_ bytes: [UInt8], after silence: Duration = .zero) -> [InputEvent] {
        var events: [InputEvent] = []
        if state == .paste {
            if pasteEnd != nil, silence >= Self.pause {
                events = timeOut()
            } else {
                if let text = pasteEnd { consume(text, &events) }
                pasteEnd = bytes.count == 1 && silence >= Self.pause ? bytes.first { $0 == 0x1B || $0 == 0x03 } : nil
                if pasteEnd != nil { return events }
            }
        }
        var bytes = bytes
        if state != .paste, var rest = pasteRest {
            let released = rest.receive(bytes, after: silence)
            pasteRest = rest.isOver ? nil : rest
            guard let released else { return events }
            bytes = released
        }
        // The text of a paste never acts as keys, also where its mark arrived in two pieces.
        if wasLoneEscape, state == .ground, bytes.starts(with: Self.pasteStart) { state = .escape(isAlt: false) }
        wasLoneEscape = false
        if silence > escapeDelay, state != .escape(isAlt: false) || !bytes.starts(with: Self.pasteStart),
            let first = bytes.first
        {
            follow(first, &events)
        }
        for byte in bytes { consume(byte, &events) }
        return events
    }

    /// No more bytes have arrived: interprets the unfinished sequence.
    mutating func timeOut() -> [InputEvent] {
        var events: [InputEvent] = []
        let before = state
        if before != .paste { state = .ground }
        switch before {
        case .escape(let isAlt):
            events = isAlt ? [.key(.escape), .key(.escape)] : [.key(.escape)]
            wasLoneEscape = true
        case .control(let sequence, _) where isEscapeLate: replay([UInt8(ascii: "[")] + sequence.bytes, &events)
        case .shift3(let sequence, _) where isEscapeLate: replay([UInt8(ascii: "O")] + sequence.bytes, &events)
        case .string(let introducer, length: 0, afterEscape: false) where isEscapeLate: replay([introducer], &events)
        // Not what the terminal answers, so it was typed.
        case .string(let introducer, _, afterEscape: false) where isEscapeLate && !string.contains(UInt8(ascii: ";")):
            replay([introducer] + string, &events)
        case .control(let sequence, _) where sequence.isEmpty: events = [.key(.alt("["))]
        case .shift3(let sequence, _) where sequence.isEmpty: events = [.key(.alt("O"))]
        case .string(let introducer, length: 0, afterEscape: false):
            events = [.key(.alt(Character(Unicode.Scalar(introducer))))]
        case .paste where pasteEnd != nil:
            (state, pasteEnd, pasteRest) = (.ground, nil, PasteRest())
            events = [.paste(paste.text)]
        case .ground:
            guard let rest = pasteRest?.release() else { break }
            if let text = rest.text { events = [.paste(text)] }
            for byte in rest.keys { consume(byte, &events) }
        default: break
        }
        isEscapeLate = false
        return events
    }

    /// Forgets what is unfinished: the terminal was somebody else's meanwhile.
    mutating func reset() {
        let wasInPaste = state == .paste
        self = Self(escapeDelay: escapeDelay, pasteRest: wasInPaste ? PasteRest() : pasteRest)
    }

    private init(escapeDelay: Duration, pasteRest: PasteRest?) {
        self.escapeDelay = escapeDelay
        self.pasteRest = pasteRest
        self.pasteRest?.forgetHeld()
    }

    init() {}

    /// Decides whether the first of bytes that came late still belongs to an unfinished sequence.
    private mutating func follow(_ byte: UInt8, _ events: inout [InputEvent]) {
        let mayFollow: Bool
        switch state {
        case .escape:
            // Only an answer is waited for so long.
            mayFollow = "[]OP".utf8.contains(byte)
            isEscapeLate = mayFollow
        // Digits, markers and the final bytes of keys and reports.
        case .control(let sequence, _) where sequence.isEmpty: mayFollow = (0x30...0x5B).contains(byte)
        case .shift3(let sequence, _) where sequence.isEmpty: mayFollow = (0x30...0x5A).contains(byte)
        case .string(_, length: 0, afterEscape: false): mayFollow = (0x21...0x3F).contains(byte)
        default: mayFollow = true
        }
        if !mayFollow { events += timeOut() }
    }

    /// ESC was a key after all, and so are these bytes.
    private mutating func replay(_ bytes: [UInt8], _ events: inout [InputEvent]) {
        events.append(.key(.escape))
        for byte in bytes { consumeGround(byte, &events) }
    }

    private mutating func consume(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch state {
        case .ground: consumeGround(byte, &events)
        case .escape(let isAlt): consumeAfterEscape(byte, isAlt: isAlt, &events)
        case .control(var sequence, let isAlt):
            switch sequence.consume(byte) {
            case .more: state = .control(sequence, isAlt: isAlt)
            case .finished: finish(sequence, isAlt: isAlt, &events)
            case .broken:
                if isEscapeLate { events += timeOut() }
                restart(byte, &events)
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
            if paste.consume(byte) {
                state = .ground
                events.append(.paste(paste.text))
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
            if isAlt { events.append(.key(.escape)) }
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
        case 0x18, 0x1A: (state, isEscapeLate) = (.ground, false)
        // Many end an OSC string by BEL.
        case 0x07,
            UInt8(ascii: "\\") where afterEscape:
            (state, isEscapeLate) = (.ground, false)
            if length > 0, let answer = TerminalAnswer(string: string, introducer: introducer) {
                answers.append(answer)
            }
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
        (state, isEscapeLate) = (.ground, false)
        let meaning = sequence.meaning
        switch meaning {
        case .key, .nothing: break
        // No key sends these with Alt: it was Esc, just before.
        default: if isAlt { events.append(.key(.escape)) }
        }
        switch meaning {
        case .key(let key): events.append(.key(key.adding(isAlt ? .alt : [])))
        case .mouse(let event): events.append(.mouse(event))
        case .oldMouse: state = .oldMouse([])
        case .pasteStart:
            (pasteEnd, pasteRest) = (nil, nil)
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

/// Decodes code points from bytes as they arrive; an invalid sequence becomes one U+FFFD and never swallows the byte
/// that ended it.
struct UTF8Assembler: Equatable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    /// The range of the next byte: narrower after E0, ED, F0 and F4, which excludes overlong forms and surrogates.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// The code points that this byte completes: none, one, or two if it breaks a sequence and is a character itself.
    mutating func consume(_ byte: UInt8) -> [Unicode.Scalar] {
        if missing > 0 {
            guard allowed.contains(byte) else {
                missing = 0
                return ["\u{FFFD}"] + consume(byte)
            }
            value = value << 6 | UInt32(byte & 0x3F)
            missing -= 1
            allowed = 0x80...0xBF
            return missing == 0 ? [Unicode.Scalar(value) ?? "\u{FFFD}"] : []
        }
        switch byte {
        case ..<0x80: return [Unicode.Scalar(byte)]
        case 0xC2...0xDF: begin(byte & 0x1F, missing: 1, allowed: 0x80...0xBF)
        case 0xE0: begin(0, missing: 2, allowed: 0xA0...0xBF)
        case 0xED: begin(0x0D, missing: 2, allowed: 0x80...0x9F)
        case 0xE1...0xEF: begin(byte & 0x0F, missing: 2, allowed: 0x80...0xBF)
        case 0xF0: begin(0, missing: 3, allowed: 0x90...0xBF)
        case 0xF1...0xF3: begin(byte & 0x07, missing: 3, allowed: 0x80...0xBF)
        case 0xF4: begin(4, missing: 3, allowed: 0x80...0x8F)
        default: return ["\u{FFFD}"]
        }
        return []
    }

    /// Ends an unfinished character: U+FFFD if there was one.
    mutating func breakOff() -> Unicode.Scalar? {
        defer { missing = 0 }
        return missing > 0 ? "\u{FFFD}" : nil
    }

    private mutating func begin(_ bits: UInt8, missing: Int, allowed: ClosedRange<UInt8>) {
        (value, self.missing, self.allowed) = (UInt32(bits), missing, allowed)
    }
}
