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
