internal import Basics
internal import CNettle
internal import Cards

/// What an Apple pass holds: its `pass.json`, the translations of its texts, and the entries of its archive. It is no card yet.
struct PassContents {
    /// A larger pass is not kept beside its card.
    static let maximumBytes = 10 << 20

    /// A pass is small, and is unpacked in memory. ``TransferLimits/text`` states these limits.
    static let limits: ZipLimits = {
        var limits = ZipLimits()
        (limits.entries, limits.entryBytes, limits.bytes) = (1000, 16 << 20, 1 << 30)
        return limits
    }()

    let json: JSON
    let strings: [ExactText: String]
    /// Those of a `.pkpass`, by their names.
    let entries: [ExactText: ZipArchive.Entry]
    /// What had to be forgiven.
    private(set) var remarks: [String] = []

    /// The fields and their groups; nil without a style.
    var style: JSON? { WalletPass.style(of: json)?.fields }

    /// Whether somebody signed it. The signature itself is not checked.
    var hasSignature: Bool { entries["signature"] != nil && entries["manifest.json"] != nil }

    /// Of a `.pkpass`, or of a bare `pass.json`.
    init(_ bytes: [UInt8], language: String) throws {
        guard bytes.starts(with: [0x50, 0x4B]) else {
            try self.init(json: bytes)
            return
        }
        let archive = try ZipArchive(MemoryFile(bytes), limits: Self.limits)
        try self.init(archive, language: language, password: nil)
    }

    /// Of a bare `pass.json`.
    init(json bytes: [UInt8]) throws(TransferError) {
        self.init(try Self.json(bytes), strings: [:], entries: [:])
    }

    init(_ archive: ZipArchive, language: String, password: [UInt8]?) throws {
        let passes = archive.entries.filter { $0.lastName == "pass.json" }
        guard let pass = passes.min(by: { $0.name.utf8.count < $1.name.utf8.count }) else { throw TransferError.noPass }
        // The Finder packs the folder, and tar writes `./`.
        let folder = pass.name.dropLast("pass.json".count)
        let entries = Dictionary(
            archive.entries.filter { $0.name.hasPrefix(folder) }.map {
                (ExactText(String($0.name.dropFirst(folder.count))), $0)
            }, uniquingKeysWith: { first, _ in first })
        let json = try Self.json(archive.bytes(of: pass, password: password))
        self.init(json, strings: try PassStrings.read(entries, archive, language, password), entries: entries)
        if !folder.isEmpty { remarks.append("its files are in the folder \(folder.prefix(60)) of the archive") }
        if passes.count > 1 {
            remarks.append("the archive has \(passes.count) pass.json files: only \(pass.name) was read")
        }
    }

    private init(
        _ json: (json: JSON, isRepaired: Bool), strings: [ExactText: String], entries: [ExactText: ZipArchive.Entry]
    ) {
        self.json = json.json
        self.strings = strings
        self.entries = entries
        if json.isRepaired { remarks.append("its text was not valid JSON and was repaired") }
    }

    /// The whole file, to keep it; nil for one that is too large.
    static func bytes(of file: any ReadableFile) throws -> [UInt8]? {
        let count = try file.byteCount
        guard count <= maximumBytes else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = try bytes.withUnsafeMutableBytes {
                try file.read(at: filled, into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            if read == 0 { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }

    /// A pass without its pictures: what it says, and what it was signed with. A bare `pass.json` stays as it is.
    static func reduced(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: [0x50, 0x4B]) else { return bytes }
        guard let archive = try? ZipArchive(MemoryFile(bytes), limits: limits) else { return nil }
        var writer = ZipWriter()
        do {
            for entry in archive.entries {
                let name = entry.name.lowercased()
                guard ["json", "strings", "signature"].contains(where: name.hasSuffix) else { continue }
                try writer.add(entry.name, archive.bytes(of: entry, password: nil), isPacked: true)
            }
            writer.finish()
        } catch {
            return nil
        }
        return writer.bytes
    }

    /// `pass.json`, with what passes in use do wrong repaired.
    private static func json(_ bytes: [UInt8]) throws(TransferError) -> (json: JSON, isRepaired: Bool) {
        if let json = try? JSONParser.parse(bytes, maximumValues: CardBounds.values) { return (json, false) }
        let repaired = RepairedJSON.bytes(bytes)
        do throws(JSONError) {
            let json = try JSONParser.parse(repaired, maximumValues: CardBounds.values)
            // Another encoding is no fault of the text.
            return (json, repaired != TextDecoding.utf8(bytes))
        } catch {
            throw .json(file: "pass.json", reason: error.userMessage)
        }
    }

    // MARK: - Signed files

    /// More is not checked: a pass is small.
    private static let maximumCheckedBytes = 64 << 20

    /// The files whose SHA-1 sums are not those of the manifest, in its order, and a `pass.json` that it does not list.
    func changedFiles(in archive: ZipArchive, password: [UInt8]?) -> [String] {
        guard let manifest = entries["manifest.json"],
            let bytes = try? archive.bytes(of: manifest, password: password),
            let sums = try? JSONParser.parse(bytes, maximumValues: CardBounds.values).object
        else { return [] }
        var (changed, checked): ([String], Int) = ([], 0)
        for name in sums.keys {
            guard let sum = sums[name]?.string, let entry = entries[name], checked < Self.maximumCheckedBytes else {
                continue
            }
            let bytes = try? archive.bytes(of: entry, password: password)
            checked += bytes?.count ?? 0
            if bytes.map(Self.sha1) != sum.lowercased() { changed.append(name.text) }
        }
        // What is signed is the manifest.
        if sums["pass.json"] == nil { changed.append("pass.json") }
        return changed
    }

    private static func sha1(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 20)
        cnettle_sha1(bytes, bytes.count, &digest)
        return Hexadecimal.text(of: digest)
    }
}

/// Repairs what passes in use do wrong, and that is no JSON: trailing and doubled commas, missing commas between members, missing values
/// and keys, a byte order mark, control characters within texts. Correct JSON stays as it is.
enum RepairedJSON {
    static func bytes(_ original: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(original.count)
        var (isInText, isEscaped) = (false, false)
        /// The last byte that is no blank, outside of texts.
        var last: UInt8 = 0
        for byte in TextDecoding.utf8(original) {
            if isInText {
                if byte < 0x20, !isEscaped {
                    result += escaped(byte)
                    continue
                }
                result.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    (isInText, last) = (false, byte)
                }
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: break
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if last == UInt8(ascii: ",") { removeComma(&result) }
                if last == UInt8(ascii: ":") { result += Array("null".utf8) }
                last = byte
            case UInt8(ascii: ","):
                if last == UInt8(ascii: ":") { result += Array("null".utf8) }
                if ",{[".utf8.contains(last) { continue }
                last = byte
            case UInt8(ascii: ":"):
                if last == UInt8(ascii: ",") || last == UInt8(ascii: "{") { result += Array("\"\"".utf8) }
                last = byte
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
                // A value or a key directly behind a value.
                if last != 0, !":,{[".utf8.contains(last) {
                    result.append(UInt8(ascii: ","))
                }
                isInText = byte == UInt8(ascii: "\"")
                last = byte
            default: last = byte
            }
            result.append(byte)
        }
        return result
    }

    private static func removeComma(_ bytes: inout [UInt8]) {
        if let index = bytes.lastIndex(of: UInt8(ascii: ",")) { bytes.remove(at: index) }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        Array("\\u00\(Hexadecimal.text(of: byte))".utf8)
    }
}
