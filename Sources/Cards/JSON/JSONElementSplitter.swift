/// Cuts a JSON text that comes in pieces into its elements, so that a long list is never held whole.
///
/// An array at the top is cut into its elements; anything else into its values (one object, or JSON lines). Where that is asked
/// for, an object at the top is cut into its members (`"key":value`). It does not judge what is inside an element:
/// ``JSONParser`` does, and one bad element does not spoil its neighbours.
public struct JSONElementSplitter: Sendable {
    /// A larger element ends the text with `tooLarge`, or is passed over: one card with its photos is far below it.
    public static let maximumElementBytes = 24 << 20

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private enum Place { case start, betweenValues, inArray, afterElement, end }

    private let cutsObject: Bool
    private let skipsLarge: Bool
    private let maximumBytes: Int
    /// How many elements were passed over because they are too large.
    public private(set) var skipped = 0
    /// The open element is one of these: nothing of it is kept.
    private var isTooLarge = false

    private var place = Place.start
    /// What came of the open element with earlier bytes.
    private var element: [UInt8] = []
    private var isOpen = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var offset = 0
    /// How many bytes of the byte order mark were seen; it counts as a whole only.
    private var markBytes = 0
    /// An array, or an object that is cut like one.
    private var isArray = false
    private var closing = UInt8(ascii: "]")
    /// Whether at least one value was seen: an empty body is not an empty list.
    private var hasSeenValue = false

    /// - Parameters:
    ///   - cutsObject: cut an object at the top into its members.
    ///   - skipsLarge: pass over an element that is too large, instead of ending there.
    ///   - maximumBytes: what is too large has more.
    public init(
        cuttingObject cutsObject: Bool = false, skippingLarge skipsLarge: Bool = false,
        maximumBytes: Int = Self.maximumElementBytes
    ) {
        (self.cutsObject, self.skipsLarge, self.maximumBytes) = (cutsObject, skipsLarge, maximumBytes)
    }

    /// Whether the elements are the members of an object. Known once the first byte that counts was fed.
    public var isObject: Bool { closing == UInt8(ascii: "}") }

    /// Reads the next bytes; gives every element that they complete.
    public mutating func feed(_ bytes: some Collection<UInt8>) throws(JSONError) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        try feed(bytes, into: &elements)
        return elements
    }

    /// Reads the next bytes and appends every element that they complete; where the text is broken, those before the break
    /// were appended.
    public mutating func feed(_ bytes: some Collection<UInt8>, into elements: inout [[UInt8]]) throws(JSONError) {
        try feed(Array(bytes)) { element, _ in elements.append(element) }
    }

    /// The same, with the offset in the whole text at which each element ended.
    public mutating func feed(_ bytes: [UInt8], each: ([UInt8], _ end: Int) -> Void) throws(JSONError) {
        var index = 0
        // Where the open element starts in these bytes: it is copied once, however many runs it has.
        var start = 0
        while index < bytes.count {
            let end = endOfRun(in: bytes, from: index)
            offset += end - index
            index = end
            guard index < bytes.count else { break }
            let byte = bytes[index]
            if isOpen, isEnd(byte), let element = try close(with: bytes[start..<index]) { each(element, offset) }
            if !isOpen { start = index }
            let isComplete = try take(byte)
            offset += 1
            index += 1
            if isComplete, let element = try close(with: bytes[start..<index]) { each(element, offset) }
        }
        if isOpen { try keep(bytes[start...]) }
    }

    /// Ends the text: the last value where it has no end of its own (a number, a word). Throws `cutOff` where an array, object or string is open.
    public mutating func finish() throws(JSONError) -> [[UInt8]] {
        if depth > 0 || isInString || (isArray && place != .end) || !(hasSeenValue || isOpen) {
            throw JSONError(kind: .cutOff, offset: offset)
        }
        return isOpen ? [try close(with: [])].compactMap { $0 } : []
    }

    /// Where the bytes end that change nothing: the inside of a string (a photo is one such run of a megabyte), what stands
    /// between two brackets, and the blanks between elements.
    private func endOfRun(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        if isInString {
            guard !isEscaped else { return start }
            index = endOfString(in: bytes, from: start)
        } else if depth > 0 {
            index = endOfInside(of: bytes, from: start)
        } else if !isOpen {
            while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
        }
        return index
    }

    /// Where its quote stands, or an escape. Control characters have no place in it, but that is not for us to say.
    private func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var index = PlainText.end(in: bytes, from: start)
            while index < bytes.count, bytes[index] < 0x20 { index = PlainText.end(in: bytes, from: index + 1) }
            return index
        }
    }

    /// Where the next bracket stands, or a string that is not plain: others are passed over whole.
    private func endOfInside(of bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\"") {
                    let end = PlainText.end(in: bytes, from: index + 1)
                    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return index }
                    index = end
                } else if Self.isStructure(bytes[index]) {
                    return index
                }
                index += 1
            }
            return index
        }
    }

    /// Whether the open element ends before this byte: one without an end of its own (a number, a word).
    private func isEnd(_ byte: UInt8) -> Bool {
        guard depth == 0, !isInString else { return false }
        if isArray, byte == UInt8(ascii: ",") || byte == closing { return true }
        // A member goes on behind its key, and behind what its value is.
        return !isObject && Self.isBlank(byte)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isStructure(_ byte: UInt8) -> Bool {
        // "{" and "}" are "[" and "]" with one more bit.
        byte == UInt8(ascii: "\"") || byte & 0xDF == UInt8(ascii: "[") || byte & 0xDF == UInt8(ascii: "]")
    }

    /// Gives whether the byte is the last of the open element.
    private mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                return depth == 0 && !isObject
            }
        } else if depth > 0 {
            nest(byte)
            return depth == 0 && !isObject
        } else if place == .start, offset == markBytes, offset < 3, Self.byteOrderMark[offset] == byte {
            markBytes += 1
            return false
        } else if (1..<Self.byteOrderMark.count).contains(markBytes) {
            throw unexpected()
        } else if place == .start, byte == UInt8(ascii: "[") {
            (place, isArray, hasSeenValue) = (.inArray, true, true)
        } else if place == .start, cutsObject, byte == UInt8(ascii: "{") {
            (place, isArray, hasSeenValue, closing) = (.inArray, true, true, UInt8(ascii: "}"))
        } else if isArray, byte == UInt8(ascii: ",") || byte == closing {
            guard place == .afterElement || (byte == closing && place == .inArray) else { throw unexpected() }
            place = byte == closing ? .end : .betweenValues
        } else if !Self.isBlank(byte) {
            // A member goes on until a comma or the end of the object.
            let goesOn = isOpen && isObject
            guard goesOn || (place != .end && (place != .afterElement || !isArray)) else { throw unexpected() }
            if place == .start { place = .betweenValues }
            isOpen = true
            nest(byte)
        }
        return false
    }

    private mutating func nest(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
        case UInt8(ascii: "\""): isInString = true
        default: break
        }
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) throws(JSONError) {
        if isTooLarge { return }
        let room = maximumBytes - element.count
        if part.count <= room {
            element.append(contentsOf: part)
        } else if skipsLarge {
            (element, isTooLarge) = ([], true)
        } else {
            throw JSONError(kind: .tooLarge, offset: offset - part.count + room)
        }
    }

    /// Nil for one that is passed over.
    private mutating func close(with part: ArraySlice<UInt8>) throws(JSONError) -> [UInt8]? {
        try keep(part)
        defer { (element, isTooLarge) = ([], false) }
        (isOpen, depth, hasSeenValue) = (false, 0, true)
        if isArray { place = .afterElement }
        if isTooLarge { skipped += 1 }
        return isTooLarge ? nil : element
    }

    private func unexpected() -> JSONError { JSONError(kind: .unexpectedCharacter, offset: offset) }
}
