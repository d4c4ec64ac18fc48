internal import Basics
internal import Cards
internal import Synchronization

/// The beginning of a file of cards, read until it is clear whether the file is a list, separate values or one object. An object
/// with a name or identifier is a card, otherwise a dictionary of cards; one larger than the maximum card size can only be a
/// dictionary, so no more than that is held.
struct FileHead {
    private(set) var bytes: [UInt8] = []
    /// Whether the kind of the file is known.
    private(set) var isKindKnown = false

    private var probe = JSONElementSplitter(maximumBytes: JSONCardSource.maximumElementBytes)
    private var first: UInt8?
    private var count = 0
    private var isTooLarge = false

    mutating func append(_ chunk: [UInt8]) {
        bytes += chunk
        first = first ?? chunk.first { !Self.isBlank($0) && !Self.byteOrderMark.contains($0) }
        guard let first else { return }
        guard first == UInt8(ascii: "{") else { return isKindKnown = true }
        do {
            try probe.feed(chunk) { _, _ in count += 1 }
            isKindKnown = count > 1
        } catch {
            isTooLarge = error.kind == .tooLarge && count == 0
            isKindKnown = true
        }
    }

    /// Whether the file is one object, keyed by the cards' identifiers. Invalid JSON counts as a list, whose parser reports the
    /// position.
    var isDictionary: Bool {
        if isTooLarge { return true }
        guard !isKindKnown, first == UInt8(ascii: "{") else { return false }
        var splitter = JSONElementSplitter(cuttingObject: true, maximumBytes: JSONCardSource.maximumElementBytes)
        do {
            var saysItself = false
            try splitter.feed(bytes) { member, _ in saysItself = saysItself || Self.namesCard(member) }
            for member in try splitter.finish() { saysItself = saysItself || Self.namesCard(member) }
            return !saysItself
        } catch {
            return false
        }
    }

    /// Whether the member (`"key":value`) is a card's name or identifier.
    private static func namesCard(_ member: [UInt8]) -> Bool {
        guard let key = key(of: member), key == "name" || key == "identifier",
            let colon = member.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        // A string or a number.
        guard let value = member[(colon + 1)...].first(where: { !isBlank($0) }) else { return false }
        return value == UInt8(ascii: "\"") || value == UInt8(ascii: "-") || value.isDigit
    }

    /// The key of a member (`"key":value`); nil if its end is not near the beginning.
    static func key(of member: [UInt8]) -> String? {
        guard let end = member.prefix(1024).dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        return try? JSONParser.parse(Array(member[...end]), maximumValues: 1).string
    }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// Examines a stream, which may be endless, and detects when it can no longer be imported.
public struct UnusableStream {
    private let format: FileFormat?
    private var count = 0
    private var first: UInt8?
    /// Of JSON.
    private var splitter = JSONElementSplitter(maximumBytes: JSONCardSource.maximumElementBytes)
    private var hasElement = false
    /// Of anything else: up to as many bytes as its format is told by.
    private var head: [UInt8] = []

    /// - Parameter format: as the user named it; nil to recognize it.
    public init(format: FileFormat? = nil) { self.format = format }

    /// The same for parts that arrive from somewhere else.
    public static func check(format: FileFormat? = nil) -> @Sendable ([UInt8]) -> Bool {
        let stream = SharedStream(format)
        return { chunk in stream.stream.withLock { $0.isUnusable(after: chunk) } }
    }

    private final class SharedStream: Sendable {
        let stream: Mutex<UnusableStream>
        init(_ format: FileFormat?) { stream = Mutex(UnusableStream(format: format)) }
    }

    /// Processes the next bytes; returns true once the import of all bytes so far fails, whatever follows.
    public mutating func isUnusable(after chunk: [UInt8]) -> Bool {
        count += chunk.count
        first = first ?? chunk.first { !FileHead.isBlank($0) && !FileHead.byteOrderMark.contains($0) }
        let mayBeJSON = first == nil || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return mayBeJSON ? isUnusableJSON(after: chunk) : isUnusableOther(after: chunk)
    }

    /// Whether the first element cannot become a card.
    private mutating func isUnusableJSON(after chunk: [UInt8]) -> Bool {
        if hasElement { return false }
        do {
            var count = 0
            try splitter.feed(chunk) { _, _ in count += 1 }
            hasElement = count > 0
            return false
        } catch {
            hasElement = true
            // An object larger than a card can be a dictionary of cards.
            return error.kind != .tooLarge || first != UInt8(ascii: "{")
        }
    }

    /// Whether its beginning is of no format, such as the zeros of a device, or it is larger than any text may be. The size of an
    /// archive is limited by the reader.
    private mutating func isUnusableOther(after chunk: [UInt8]) -> Bool {
        let missing = RecognizedFile.headBytes - head.count
        if missing > 0 {
            head += chunk.prefix(missing)
            if head.count < RecognizedFile.headBytes { return false }
            // JSON would have begun with a brace or a bracket.
            let format = format ?? RecognizedFile.format(of: head)
            let isOther = RecognizedFile.isArchive(head) || PictureCard.isPicture(head)
            if !isOther, format == nil || format == .json { return true }
        }
        return count > TransferLimits.textBytes && !RecognizedFile.isArchive(head)
    }
}

extension ReadableFile {
    /// The bytes from this offset on; fewer at the end of the file.
    func bytes(at offset: Int = 0, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let added = try bytes.withUnsafeMutableBytes {
                try read(at: offset + filled, into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            if added == 0 { break }
            filled += added
        }
        return filled == count ? bytes : Array(bytes.prefix(filled))
    }
}
