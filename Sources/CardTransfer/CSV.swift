internal import Basics

/// Cuts a text of comma-separated values into records (RFC 4180): fields may be quoted, and quoted ones may hold line ends. It holds
/// the whole text, and gives ranges of it, so that the very bytes of a field can be kept.
struct CSVReader: Sendable {
    struct Record: Sendable {
        /// Without its line end.
        let range: Range<Int>
        /// The fields as they stand in the file, with their quotes; without those beyond ``TransferLimits/columns``.
        let fields: [Range<Int>]
        /// Of its first byte, from 1.
        let line: Int
        /// Whether a quote in it is never closed; it then ends with its line.
        let isOpen: Bool
        /// Whether it has more fields.
        let isTooWide: Bool

        /// Whether it has too much for one card, or for a header.
        var isTooLarge: Bool { isTooWide || range.count > TransferLimits.rowBytes }

        /// Why it is no card; nil where nothing is wrong with it.
        var problem: String? {
            if isOpen { return "a quote is never closed" }
            if isTooWide { return "it has more than \(TransferLimits.columns.grouped) fields" }
            return isTooLarge ? "it is larger than \(TransferLimits.rowBytes >> 20) MB" : nil
        }

        /// An empty physical line.
        var isBlank: Bool { range.isEmpty }
    }

    /// More quotes that are never closed are no text of comma-separated values: each costs a look at the rest of the text.
    private static let maximumOpenQuotes = 100

    let bytes: [UInt8]
    private let delimiter: UInt8
    private var position: Int
    private var line: Int
    private let countsRecords: Bool
    private var openQuotes = 0

    /// - Parameters:
    ///   - position: where the text begins, behind a byte order mark.
    ///   - line: the number of the line there.
    ///   - countsRecords: whether a record counts as one line, however many it has: of a sheet.
    init(
        _ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ","), at position: Int = 0, line: Int = 1,
        countsRecords: Bool = false
    ) {
        self.bytes = bytes
        self.delimiter = delimiter
        self.position = position
        self.line = line
        self.countsRecords = countsRecords
    }

    /// Whether nothing behind this position was read.
    func isAt(_ start: Int) -> Bool { position == start }

    /// The next record, which may be blank; nil at the end.
    mutating func next() -> Record? {
        guard position < bytes.count else { return nil }
        if let record = record(endingAtLine: openQuotes > Self.maximumOpenQuotes) { return record }
        openQuotes += 1
        return record(endingAtLine: true)
    }

    /// Nil, without moving, if a quote is never closed. - Parameter endsAtLine: quotes do not count.
    private mutating func record(endingAtLine endsAtLine: Bool) -> Record? {
        let start = position
        let parsed = bytes.withUnsafeBufferPointer {
            bytes -> (fields: Fields, end: Int, next: Int, lines: Int)? in
            var fields = Fields()
            var (index, first, lines) = (start, start, 0)
            while true {
                if !endsAtLine, index == first, index < bytes.count, bytes[index] == Self.quote {
                    guard let end = endOfQuotes(bytes, index, &lines) else { return nil }
                    index = end
                    continue
                }
                guard index < bytes.count else {
                    fields.append(first..<index)
                    return (fields, index, index, lines)
                }
                switch bytes[index] {
                case delimiter:
                    fields.append(first..<index)
                    first = index + 1
                case 0x0A, 0x0D:
                    fields.append(first..<index)
                    let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
                    return (fields, index, index + (isPair ? 2 : 1), lines + 1)
                default: break
                }
                index += 1
            }
        }
        guard let parsed else { return nil }
        defer { (position, line) = (parsed.next, line + (countsRecords ? 1 : parsed.lines)) }
        return Record(
            range: start..<parsed.end, fields: parsed.fields.ranges, line: line,
            isOpen: endsAtLine && isOpen(parsed.fields.ranges), isTooWide: parsed.fields.areTooMany)
    }

    /// The fields of a record, as far as they may be many: a file may have a hundred million in one line.
    private struct Fields {
        private(set) var ranges: [Range<Int>] = []
        private(set) var areTooMany = false

        init() { ranges.reserveCapacity(16) }

        mutating func append(_ range: Range<Int>) {
            if ranges.count < TransferLimits.columns { ranges.append(range) } else { areTooMany = true }
        }
    }

    private func isOpen(_ fields: [Range<Int>]) -> Bool {
        fields.contains { !$0.isEmpty && bytes[$0.lowerBound] == Self.quote }
    }

    /// The index behind the closing quote; nil if there is none. One in a later line that a text follows opens another field: the first was
    /// never closed.
    private func endOfQuotes(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ lines: inout Int) -> Int? {
        var (index, isLater) = (start + 1, false)
        while index < bytes.count {
            switch bytes[index] {
            case Self.quote:
                guard index + 1 < bytes.count, bytes[index + 1] == Self.quote else {
                    let next = bytes[(index + 1)...].first { $0 != 0x20 } ?? delimiter
                    return isLater && next != delimiter && next != 0x0A && next != 0x0D ? nil : index + 1
                }
                index += 1
            case 0x0A:
                lines += 1
                isLater = true
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The text of a field, without quotes. Invalid UTF-8 is repaired.
    func text(_ field: Range<Int>) -> String {
        guard !field.isEmpty, bytes[field.lowerBound] == Self.quote else {
            return String(decoding: bytes[field], as: UTF8.self)
        }
        var content: [UInt8] = []
        var (index, isInside) = (field.lowerBound + 1, true)
        while index < field.upperBound {
            if isInside, bytes[index] == Self.quote {
                guard index + 1 < field.upperBound, bytes[index + 1] == Self.quote else {
                    isInside = false
                    index += 1
                    continue
                }
                index += 1
            }
            content.append(bytes[index])
            index += 1
        }
        return String(decoding: content, as: UTF8.self)
    }

    static let quote = UInt8(ascii: "\"")
}

/// Writes fields of comma-separated values with as few quotes as Apache's commons-csv, which Catima writes with. It holds no text.
enum CSVWriter {
    static let lineEnd: [UInt8] = [0x0D, 0x0A]

    /// - Parameter isFirst: whether it is the first field of its record: an empty one is quoted there.
    static func field(_ text: String, isFirst: Bool) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard needsQuotes(bytes, isFirst: isFirst) else { return bytes }
        var result: [UInt8] = [CSVReader.quote]
        for byte in bytes {
            if byte == CSVReader.quote { result.append(byte) }
            result.append(byte)
        }
        result.append(CSVReader.quote)
        return result
    }

    /// A record of fields that are written already.
    static func record(_ fields: [[UInt8]]) -> [UInt8] { Array(fields.joined(separator: [UInt8(ascii: ",")])) }

    static func record(_ texts: [String]) -> [UInt8] {
        record(texts.enumerated().map { field($1, isFirst: $0 == 0) })
    }

    private static func needsQuotes(_ bytes: [UInt8], isFirst: Bool) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return isFirst }
        return first <= UInt8(ascii: "#") || last <= UInt8(ascii: " ")
            || bytes.contains { $0 == 0x0A || $0 == 0x0D || $0 == CSVReader.quote || $0 == UInt8(ascii: ",") }
    }
}
