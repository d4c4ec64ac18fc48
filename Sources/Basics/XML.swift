internal import CExpat

/// Reads texts in XML with namespaces, by libexpat, which is opened on first use. A document type, and with it any entity but the five of
/// XML itself, is refused; so are deep nesting and long names. The time is proportional to the length, whatever the text is.
public enum XML {
    public enum Event: Equatable, Sendable {
        /// A name is its namespace and its local name without anything between them: "DAV:" and "href" make "DAV:href".
        case start(String, attributes: [String: String])
        /// One text may come in several parts.
        case text(String)
        case end
    }

    public enum Problem: Error, Equatable, Sendable {
        /// libexpat is not installed.
        case missing
        case noMemory
        case malformed(line: Int)
        /// It has a document type, or is larger in some way than what is read here.
        case refused(line: Int)
    }

    /// Of elements inside each other.
    static let deepest = 64
    /// Of a tag or a comment, in bytes; of the name of a namespace.
    private static let (longestMarkup, longestSpace) = (64 << 10, 256)

    /// Reads a whole document, and hands over what it is made of until `each` returns false.
    /// - Returns: whether it was read to its end.
    public static func read(_ bytes: [UInt8], _ each: (Event) -> Bool) throws(Problem) -> Bool {
        var line: UInt = 0
        let outcome = withoutActuallyEscaping(each) { each in
            let receiver = Receiver(each)
            return withExtendedLifetime(receiver) {
                let limits = CExpatLimits(depth: Int32(deepest), markup: longestMarkup, space: longestSpace)
                let context = Unmanaged.passUnretained(receiver).toOpaque()
                return cexpat_read(bytes, bytes.count, limits, Receiver.handlers, context, &line)
            }
        }
        switch outcome {
        case CEXPAT_WHOLE: return true
        case CEXPAT_STOPPED: return false
        case CEXPAT_MISSING: throw .missing
        case CEXPAT_NO_MEMORY: throw .noMemory
        case CEXPAT_DOCUMENT_TYPE, CEXPAT_BEYOND_LIMITS: throw .refused(line: Int(clamping: line))
        default: throw .malformed(line: Int(clamping: line))
        }
    }

    /// What the library calls.
    private final class Receiver {
        private let each: (Event) -> Bool

        init(_ each: @escaping (Event) -> Bool) { self.each = each }

        private static func of(_ context: UnsafeMutableRawPointer?) -> Receiver? {
            context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
        }

        static let handlers = CExpatHandlers(
            start: { context, name, attributes in
                guard let receiver = of(context), let name else { return false }
                return receiver.each(.start(String(cString: name), attributes: texts(attributes)))
            },
            text: { context, text, count in
                guard let receiver = of(context) else { return false }
                let bytes = UnsafeRawBufferPointer(start: text, count: count)
                return receiver.each(.text(String(decoding: bytes, as: UTF8.self)))
            },
            end: { context in of(context)?.each(.end) ?? false })

        private static func texts(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String: String] {
            guard var next = list, next.pointee != nil else { return [:] }
            var texts: [String: String] = [:]
            while let name = next.pointee, let value = (next + 1).pointee {
                texts[String(cString: name)] = String(cString: value)
                next += 2
            }
            return texts
        }
    }
}
