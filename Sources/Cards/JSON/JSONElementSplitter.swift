/// Cuts a JSON text that comes in pieces into its elements, so that a long list is never held whole.
///
/// An array at the top is cut into its elements; anything else into its values (one object, or JSON lines). It does not
/// judge what is inside an element: ``JSONParser`` does, and one bad element does not spoil its neighbours.
public struct JSONElementSplitter {
    /// A larger element ends the text with `tooLarge`: one card with its photos is far below it.
    public static let maximumElementBytes = 24 << 20

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private enum Place { case start, betweenValues, inArray, afterElement, end }

    private var place = Place.start
    private var element: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var offset = 0
    private var isArray = false
    /// Whether at least one value was seen: an empty body is not an empty list.
    private var hasSeenValue = false

    public init() {}

    /// Takes the next bytes; gives every element that they complete.
    public mutating func feed(_ bytes: some Collection<UInt8>) throws(JSONError) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        try feed(bytes, into: &elements)
        return elements
    }

    /// Takes the next bytes and appends every element that they complete; where the text is broken, those before the break
    /// were appended.
    public mutating func feed(_ bytes: some Collection<UInt8>, into elements: inout [[UInt8]]) throws(JSONError) {
        let bytes = Array(bytes)
        var index = 0
        while index < bytes.count {
            let end = endOfRun(in: bytes, from: index)
            if end > index {
                if !isBetweenElements { try append(bytes[index..<end]) }
                offset += end - index
                index = end
            } else {
                try take(bytes[index], &elements)
                offset += 1
                index += 1
            }
        }
    }

    /// Ends the text: the last value where it has no end of its own (a number, a word). Throws `cutOff` where an array, object or string is open.
    public mutating func finish() throws(JSONError) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        if depth > 0 || isInString || (isArray && place != .end) || !(hasSeenValue || !element.isEmpty) {
            throw JSONError(kind: .cutOff, offset: offset)
        }
        if !element.isEmpty { close(&elements) }
        return elements
    }

    private var isBetweenElements: Bool { element.isEmpty }

    /// Where the bytes end that change nothing: the inside of a string (a photo is one such run of a megabyte), what stands
    /// between two brackets, and the blanks between elements.
    private func endOfRun(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        if isInString {
            guard !isEscaped else { return start }
            while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") {
                index += 1
            }
        } else if depth > 0 {
            while index < bytes.count, !Self.isStructure(bytes[index]) { index += 1 }
        } else if isBetweenElements {
            while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
        }
        return index
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isStructure(_ byte: UInt8) -> Bool {
        // "{" and "}" are "[" and "]" with one more bit.
        byte == UInt8(ascii: "\"") || byte & 0xDF == UInt8(ascii: "[") || byte & 0xDF == UInt8(ascii: "]")
    }

    private mutating func take(_ byte: UInt8, _ elements: inout [[UInt8]]) throws(JSONError) {
        if isInString || depth > 0 {
            try append(CollectionOfOne(byte))
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if depth == 0 { close(&elements) }
                }
            } else {
                nest(byte)
                if depth == 0 { close(&elements) }
            }
            return
        }
        if place == .start, offset < 3, Self.byteOrderMark[offset] == byte { return }
        if place == .start, byte == UInt8(ascii: "[") {
            (place, isArray, hasSeenValue) = (.inArray, true, true)
        } else if isArray, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
            if !element.isEmpty { close(&elements) }
            guard place == .afterElement || (byte == UInt8(ascii: "]") && place == .inArray) else { throw unexpected() }
            place = byte == UInt8(ascii: "]") ? .end : .betweenValues
        } else if Self.isBlank(byte) {
            if !element.isEmpty { close(&elements) }
        } else {
            guard place != .end, place != .afterElement || !isArray else { throw unexpected() }
            if place == .start { place = .betweenValues }
            try append(CollectionOfOne(byte))
            nest(byte)
        }
    }

    private mutating func nest(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
        case UInt8(ascii: "\""): isInString = true
        default: break
        }
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws(JSONError) {
        guard element.count + bytes.count <= Self.maximumElementBytes else {
            throw JSONError(kind: .tooLarge, offset: offset)
        }
        element.append(contentsOf: bytes)
    }

    private mutating func close(_ elements: inout [[UInt8]]) {
        elements.append(element)
        element = []
        depth = 0
        hasSeenValue = true
        if isArray { place = .afterElement }
    }

    private func unexpected() -> JSONError { JSONError(kind: .unexpectedCharacter, offset: offset) }
}
