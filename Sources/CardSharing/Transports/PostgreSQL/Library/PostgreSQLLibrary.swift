internal import Basics
internal import CPostgreSQL
internal import Glibc
internal import Synchronization

/// libpq, loaded when the first connection needs it; never linked. Its functions are those that `CPostgreSQL` names.
public enum PostgreSQLLibrary {
    public static let names = ["libpq.so.5"]

    private static let lock = Mutex(())

    /// Loads the first library that exists; nil if none does, or if it is older than libpq 14.
    static func open(_ names: [String] = names) -> PostgreSQLFunctions? {
        lock.withLock { _ in
            for name in names {
                var isThere = false
                let functions = PostgreSQLFunctions.load(from: name, isThere: &isThere)
                if isThere { return functions }
            }
            return nil
        }
    }
}

extension PostgreSQLConnection {
    /// One line of libpq's words, without control characters, that says what happened.
    static func words(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "" }
        let lines = String(cString: text).split(separator: "\n")
        // What follows are questions to a person: "Is the server running…".
        let line = lines.last { $0.firstRange(bytesOf: "failed: ") != nil } ?? lines.first ?? ""
        let safe = line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        var words = String(String.UnicodeScalarView(safe))
        if let end = words.firstRange(bytesOf: "failed: ") { words = String(words[end.upperBound...]) }
        return String(words.prefix(300))
    }

    /// C strings for the time of the call, with a NULL behind them.
    static func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
    }

    /// The values one behind the other in memory for the time of the call, and their lengths. An empty value is not NULL.
    static func withValues<Result>(
        _ values: [[UInt8]?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?, [Int32]) -> Result
    ) -> Result {
        let lengths = values.map { Int32($0?.count ?? 0) }
        let joined = values.reduce(into: [UInt8]()) { $0 += $1 ?? [] } + [0]
        return joined.withUnsafeBytes { memory in
            var offset = 0
            let pointers = values.map { value -> UnsafePointer<CChar>? in
                guard let value else { return nil }
                defer { offset += value.count }
                return memory.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
            }
            return pointers.withUnsafeBufferPointer { body($0.baseAddress, lengths) }
        }
    }
}
