/// Splits a JSON text that arrives in chunks into its elements, so that a long list is never in memory as a whole.
///
/// A top-level array is split into its elements; anything else into its values (one object, or JSON lines). With `cutsObject`, a
/// top-level object is split into its members (`"key":value`). It does not validate elements: ``JSONParser`` does, and one invalid
/// element does not affect the others.
public struct JSONElementSplitter: Sendable {
    /// A larger element ends parsing with `tooLarge`, or is skipped: one card with its photos is far smaller.
    public static let maximumElementBytes = 24 << 20

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private enum Position { case start, betweenValues, inArray, afterElement, end }

    private let cutsObject: Bool
    private var position = Position.start
    /// The bytes of the open element from earlier chunks.
    private var element: JSONElementBuffer
    private var isOpen = false
    /// Where the position is in the open element.
    private var nesting = JSONNesting()
    private var offset = 0
    /// How many bytes of a byte order mark were read; only a complete one is skipped.
    private var markBytes = 0
    /// An array, or an object that is split into members.
    private var isArray = false
    private var closing = UInt8(ascii: "]")
    /// Whether at least one value was read: an empty body is not an empty list.
    private var hasSeenValue = false

    /// - Parameters:
    ///   - cutsObject: split a top-level object into its members.
    ///   - skipsLarge: skip an element that is too large, instead of throwing.
    ///   - maximumBytes: the maximum size of an element.
    public init(
        cuttingObject cutsObject: Bool = false, skippingLarge skipsLarge: Bool = false,
        maximumBytes: Int = Self.maximumElementBytes
    ) {
        self.cutsObject = cutsObject
        element = JSONElementBuffer(maximumBytes: maximumBytes, skippingLarge: skipsLarge)
    }

    /// The number of elements that were skipped because they are too large.
    public var skipped: Int { element.skipped }

    /// Whether the elements are the members of an object. Valid after the first significant byte.
    public var isObject: Bool { closing == UInt8(ascii: "}") }

    /// Processes the next bytes; returns the elements that they complete.
    public mutating func feed(_ bytes: some Collection<UInt8>) throws(JSONError) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        try feed(bytes, into: &elements)
        return elements
    }

    /// Processes the next bytes and appends the elements that they complete, including those before a syntax error.
    public mutating func feed(_ bytes: some Collection<UInt8>, into elements: inout [[UInt8]]) throws(JSONError) {
        try feed(Array(bytes)) { element, _ in elements.append(element) }
    }

    /// The same, with the offset in the whole text at which each element ended.
    public mutating func feed(_ bytes: [UInt8], each: ([UInt8], _ end: Int) -> Void) throws(JSONError) {
        var index = 0
        // The start of the open element in these bytes: it is copied once, however many runs it has.
        var start = 0
        while index < bytes.count {
            let end = endOfRun(in: bytes, from: index)
            offset += end - index
            index = end
            guard index < bytes.count else { break }
            let byte = bytes[index]
            if isOpen, isEnd(byte), let element = try close(with: bytes[start..<index]) { each(element, offset) }
            if !isOpen { start = index }
            let isComplete = try consume(byte)
            offset += 1
            index += 1
            if isComplete, let element = try close(with: bytes[start..<index]) { each(element, offset) }
        }
        if isOpen { try element.append(bytes[start...], endingAt: offset) }
    }

    /// Ends the text, and returns a last value without a delimiter (a number, a literal). Throws `cutOff` if an array, object or
    /// string is open.
    public mutating func finish() throws(JSONError) -> [[UInt8]] {
        if !nesting.isOutside || (isArray && position != .end) || !(hasSeenValue || isOpen) {
            throw JSONError(kind: .cutOff, offset: offset)
        }
        return isOpen ? [try close(with: [])].compactMap { $0 } : []
    }

    /// The end of the bytes that do not change the state: a run inside the open element, or the blanks between elements.
    private func endOfRun(in bytes: [UInt8], from start: Int) -> Int {
        if !nesting.isOutside { return nesting.endOfRun(in: bytes, from: start) }
        var index = start
        if !isOpen { while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 } }
        return index
    }

    /// Whether the open element ends before this byte: one without a delimiter of its own (a number, a literal).
    private func isEnd(_ byte: UInt8) -> Bool {
        guard nesting.isOutside else { return false }
        if isArray, byte == UInt8(ascii: ",") || byte == closing { return true }
        // A member continues after its key and after its value.
        return !isObject && Self.isBlank(byte)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Returns whether the byte is the last of the open element.
    private mutating func consume(_ byte: UInt8) throws(JSONError) -> Bool {
        if !nesting.isOutside {
            nesting.consume(byte)
            // A member continues after its key.
            return nesting.isOutside && !isObject
        } else if position == .start, offset == markBytes, offset < 3, Self.byteOrderMark[offset] == byte {
            markBytes += 1
            return false
        } else if (1..<Self.byteOrderMark.count).contains(markBytes) {
            throw unexpected()
        } else if position == .start, byte == UInt8(ascii: "[") {
            (position, isArray, hasSeenValue) = (.inArray, true, true)
        } else if position == .start, cutsObject, byte == UInt8(ascii: "{") {
            (position, isArray, hasSeenValue, closing) = (.inArray, true, true, UInt8(ascii: "}"))
        } else if isArray, byte == UInt8(ascii: ",") || byte == closing {
            guard position == .afterElement || (byte == closing && position == .inArray) else { throw unexpected() }
            position = byte == closing ? .end : .betweenValues
        } else if !Self.isBlank(byte) {
            // A member continues until a comma or the end of the object.
            let goesOn = isOpen && isObject
            guard goesOn || (position != .end && (position != .afterElement || !isArray)) else { throw unexpected() }
            if position == .start { position = .betweenValues }
            isOpen = true
            nesting.consume(byte)
        }
        return false
    }

    /// Nil for a skipped element.
    private mutating func close(with part: ArraySlice<UInt8>) throws(JSONError) -> [UInt8]? {
        try element.append(part, endingAt: offset)
        (isOpen, hasSeenValue) = (false, true)
        if isArray { position = .afterElement }
        return element.end()
    }

    private func unexpected() -> JSONError { JSONError(kind: .unexpectedCharacter, offset: offset) }
}

/// The bytes of one JSON element, which arrive in parts, up to a maximum size. A larger element is an error, or is skipped.
struct JSONElementBuffer: Sendable {
    private let maximumBytes: Int
    private let skipsLarge: Bool
    private var bytes: [UInt8] = []
    /// The element is too large and will be skipped; none of it is kept.
    private var isTooLarge = false
    /// The number of elements that were skipped because they are too large.
    private(set) var skipped = 0

    init(maximumBytes: Int, skippingLarge skipsLarge: Bool) {
        self.maximumBytes = maximumBytes
        self.skipsLarge = skipsLarge
    }

    /// - Parameter offset: the end of the part in the whole text, for the error.
    mutating func append(_ part: ArraySlice<UInt8>, endingAt offset: Int) throws(JSONError) {
        if isTooLarge { return }
        let room = maximumBytes - bytes.count
        if part.count <= room {
            bytes.append(contentsOf: part)
        } else if skipsLarge {
            (bytes, isTooLarge) = ([], true)
        } else {
            throw JSONError(kind: .tooLarge, offset: offset - part.count + room)
        }
    }

    /// Ends the element and returns it; nil if it is skipped.
    mutating func end() -> [UInt8]? {
        defer { (bytes, isTooLarge) = ([], false) }
        if isTooLarge { skipped += 1 }
        return isTooLarge ? nil : bytes
    }
}

/// How deep a position in JSON text is in brackets, and whether it is in a string. Brackets are counted, not matched: ``JSONParser``
/// validates.
struct JSONNesting: Equatable {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Whether the position is in no bracket and in no string.
    var isOutside: Bool { depth == 0 && !isInString }

    /// Moves past this byte.
    mutating func consume(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if isInString {
            if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == UInt8(ascii: "\"") { isInString = false }
        } else {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
        }
    }

    /// The end of the bytes that need not be consumed, since they change nothing: the inside of a string (a photo is one such run of
    /// a megabyte), or the bytes between two brackets. Outside of both there are none.
    func endOfRun(in bytes: [UInt8], from start: Int) -> Int {
        if isInString { return isEscaped ? start : Self.endOfString(in: bytes, from: start) }
        return depth > 0 ? Self.endOfInside(of: bytes, from: start) : start
    }

    /// The index of the closing quote or the next escape. Control characters are invalid there, but that is for the parser to
    /// report.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var index = JSONStringScan.end(in: bytes, from: start)
            while index < bytes.count, bytes[index] < 0x20 { index = JSONStringScan.end(in: bytes, from: index + 1) }
            return index
        }
    }

    /// The index of the next bracket or of a string with escapes; other strings are skipped.
    private static func endOfInside(of bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\"") {
                    let end = JSONStringScan.end(in: bytes, from: index + 1)
                    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return index }
                    index = end
                } else if isBracket(bytes[index]) {
                    return index
                }
                index += 1
            }
            return index
        }
    }

    private static func isBracket(_ byte: UInt8) -> Bool {
        // "{" and "}" differ from "[" and "]" in one bit.
        byte & 0xDF == UInt8(ascii: "[") || byte & 0xDF == UInt8(ascii: "]")
    }
}
