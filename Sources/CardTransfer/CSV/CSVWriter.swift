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
