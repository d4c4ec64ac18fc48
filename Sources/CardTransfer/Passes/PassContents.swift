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

    /// The fields and their groups; nil without a style.
    var style: JSON? { WalletPass.styles.compactMap { json[$0] }.first { $0.object != nil } }

    /// Whether somebody signed it. The signature itself is not checked.
    var hasSignature: Bool { entries["signature"] != nil && entries["manifest.json"] != nil }

    /// Of a `.pkpass`, or of a bare `pass.json`.
    init(_ bytes: [UInt8], language: String) throws {
        guard bytes.starts(with: [0x50, 0x4B]) else {
            self.init(json: try Self.json(bytes), strings: [:], entries: [:])
            return
        }
        let archive = try ZipArchive(MemoryFile(bytes), limits: Self.limits)
        try self.init(archive, language: language, password: nil)
    }

    init(_ archive: ZipArchive, language: String, password: [UInt8]?) throws {
        let entries = Dictionary(
            archive.entries.filter { !$0.name.hasPrefix("__MACOSX") }.map { (ExactText($0.name), $0) },
            uniquingKeysWith: { first, _ in first })
        guard let entry = entries["pass.json"] else { throw TransferError.noPass }
        let json = try Self.json(archive.bytes(of: entry, password: password))
        self.init(json: json, strings: try Self.strings(entries, archive, language, password), entries: entries)
    }

    private init(json: JSON, strings: [ExactText: String], entries: [ExactText: ZipArchive.Entry]) {
        (self.json, self.strings, self.entries) = (json, strings, entries)
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

    /// `pass.json`, with what passes in use do wrong repaired.
    static func json(_ bytes: [UInt8]) throws(TransferError) -> JSON {
        if let json = try? JSONParser.parse(bytes, maximumValues: CardBounds.values) { return json }
        do throws(JSONError) {
            return try JSONParser.parse(RepairedJSON.bytes(bytes), maximumValues: CardBounds.values)
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

    // MARK: - Translations

    /// Those of the user's language, or English, or none.
    private static func strings(
        _ entries: [ExactText: ZipArchive.Entry], _ archive: ZipArchive, _ language: String, _ password: [UInt8]?
    ) throws(ZipError) -> [ExactText: String] {
        for folder in folders(of: language) {
            guard let entry = entries[ExactText("\(folder).lproj/pass.strings")] else { continue }
            return pairs(TextDecoding.utf8(try archive.bytes(of: entry, password: password)))
        }
        return [:]
    }

    /// `pt_BR` is looked for as `pt-BR`, `pt_BR`, `pt`, then English.
    private static func folders(of language: String) -> [String] {
        let name = language.replacing("_", with: "-")
        let parts = name.split(separator: "-").map(String.init)
        // Chinese is named by its script.
        let scripts = ["zh-CN": "zh-Hans", "zh-SG": "zh-Hans", "zh-TW": "zh-Hant", "zh-HK": "zh-Hant"]
        return [name, name.replacing("-", with: "_"), scripts[name], parts.first, "en"].compactMap { $0 }
    }

    /// A longer translation is none: 500 fields may all name the same one.
    private static let maximumTextBytes = 16 << 10

    /// `"key" = "value";`, one after the other, with comments as in C between them.
    private static func pairs(_ bytes: [UInt8]) -> [ExactText: String] {
        let (quote, star, slash) = (UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "/"))
        var (texts, text, isInside, isEscaped) = ([String](), [UInt8](), false, false)
        /// The second byte of the comment's beginning; nil outside of comments.
        var comment: UInt8?
        var last: UInt8 = 0
        for byte in bytes {
            if isInside {
                if isEscaped {
                    text.append(byte == UInt8(ascii: "n") ? 0x0A : byte)
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == quote {
                    texts.append(String(decoding: text, as: UTF8.self))
                    isInside = false
                } else {
                    text.append(byte)
                }
            } else if let kind = comment {
                let isEnd = kind == star ? last == star && byte == slash : byte == 0x0A
                if isEnd { comment = nil }
                last = isEnd ? 0 : byte
            } else if last == slash, byte == star || byte == slash {
                (comment, last) = (byte, 0)
            } else if byte == quote {
                (isInside, text, last) = (true, [], 0)
            } else {
                last = byte
            }
        }
        let pairs = stride(from: 0, to: texts.count - 1, by: 2).map { (ExactText(texts[$0]), texts[$0 + 1]) }
            .filter { $0.1.utf8.count <= maximumTextBytes }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
