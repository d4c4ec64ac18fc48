internal import Glibc

/// Converts file names to text and back. To the system a name is bytes. Valid UTF-8 is decoded; any other byte, 0x80 to
/// 0xFF, becomes the code point 0x10FF00 plus the byte, which no real text contains. On the screen it is shown as �.
public enum PathText {
    private static let first: UInt32 = 0x10FF80

    /// The arguments of the program, with file names that are not UTF-8 preserved.
    public static var arguments: [String] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { text(cString: $0) }
        }
    }

    /// Where the file or folder really is, behind all links; nil if there is none.
    public static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(cString(path), nil) else { return nil }
        defer { free(resolved) }
        return text(cString: resolved)
    }

    /// Makes a folder for its owner only, with a new name that begins so. Nil where that fails, for the reason in `errno`.
    public static func makeFolder(beginning start: String) -> String? {
        var path = cString(start + "XXXXXX")
        return mkdtemp(&path).map { text(cString: $0) }
    }

    /// The names in a folder, without `.` and `..`; empty if it cannot be read.
    public static func names(inFolder path: String) -> [String] {
        guard let stream = opendir(cString(path)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in text(of: bytes.prefix { $0 != 0 }) }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// What the system calls a file.
    public static func text(cString: UnsafePointer<CChar>) -> String {
        text(of: UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }

    /// Converts any bytes to text; ``bytes(of:)`` restores them.
    public static func text(of bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isByte) {
            return text
        }
        var text = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var input = bytes.makeIterator()
        var index = 0
        func keep(_ count: Int) {
            text.append(contentsOf: bytes[index..<index + count].compactMap { Unicode.Scalar(0x10FF00 + UInt32($0)) })
            index += count
        }
        while index < bytes.count {
            switch parser.parseScalar(from: &input) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                // A name that contains such a code point itself round-trips, too.
                if isByte(scalar) {
                    keep(encoded.count)
                } else {
                    text.append(scalar)
                    index += encoded.count
                }
            case .error(let count): keep(count)
            case .emptyInput: keep(bytes.count - index)
            }
        }
        return String(text)
    }

    public static func bytes(of text: String) -> [UInt8] {
        guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// The byte for which it stands; nil for a letter.
    public static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        isByte(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    /// For system calls.
    public static func cString(_ text: String) -> [CChar] { bytes(of: text).map { CChar(bitPattern: $0) } + [0] }

    private static func isByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= first }
}
