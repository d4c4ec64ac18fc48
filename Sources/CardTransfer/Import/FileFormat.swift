internal import Basics
public import Cards

/// The format of a file of cards, by the name that `--format` has for it.
public enum FileFormat: String, Sendable, CaseIterable {
    case json, catima, csv
    case pass = "pkpass"
    case espass, fidme
    case voucherVault = "voucher-vault"
    case stocard
    /// Share links of Catima, one a line.
    case links
    /// A picture or a document with a barcode: a card each.
    case picture
    /// A card store of ours: a backup.
    case store

    /// The name for people.
    public var label: String {
        switch self {
        case .json: "Cards TUI"
        case .catima: "Catima"
        case .csv: "a table"
        case .pass: "Apple Wallet"
        case .espass: "PassAndroid"
        case .fidme: "FidMe"
        case .voucherVault: "Voucher Vault"
        case .stocard: "Stocard"
        case .links: "Catima links"
        case .picture: "pictures"
        case .store: "a backup"
        }
    }
}

extension FileFormat {
    /// Whether a file is a database, as a card store is; it is not moved.
    public static func isStore(_ file: any ReadableFile) throws -> Bool {
        RecognizedFile.isStore(try RecognizedFile.head(of: file))
    }
}

/// The format of a file, told by its content and not by its name, and the source that reads it.
struct RecognizedFile {
    /// The format is told by this many bytes.
    static let headBytes = 64 << 10

    let format: FileFormat
    let source: any CardSource
    /// How a table of anybody's was read.
    private(set) var table: TableReading?

    /// Throws ``TransferError``, ``ZipError``, and the errors of reading the file.
    init(_ file: any ReadableFile, _ request: ImportRequest) throws {
        let head = try Self.head(of: file)
        if head.isEmpty { throw TransferError.emptyFile }
        if let split = Self.splitArchive(file, head) { throw split }
        if Self.isArchive(head) {
            let archive: ZipArchive
            do {
                archive = try ZipArchive(file)
            } catch let error as ZipError {
                // Some of its parts are missing.
                guard file is JoinedFile else { throw error }
                switch error {
                case .truncated, .notZip, .damaged: throw TransferError.splitArchive(command: Self.joiningPieces)
                default: throw error
                }
            }
            self = try RecognizedFile(archive, file, request)
        } else if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
            throw TransferError.workbook("in the old Excel format (.xls), or protected by a password")
        } else if Self.isStore(head) {
            guard let path = file.path, let readStore = request.readStore else { throw TransferError.storeIsNoFile }
            self.init(format: .store, source: try readStore(path))
        } else if let format = request.format ?? Self.format(of: head) {
            self = try RecognizedFile(format, file, request)
        } else {
            throw TransferError.unknownFormat
        }
        if let wanted = request.format, wanted != format { throw TransferError.wrongFormat(wanted: wanted.rawValue) }
    }

    private init(format: FileFormat, source: any CardSource) { (self.format, self.source) = (format, source) }

    private init(_ format: FileFormat, _ file: any ReadableFile, _ request: ImportRequest) throws {
        self.format = format
        switch format {
        case .json:
            source = JSONCardSource({ try file.next() }, request.decided, makeIdentifier: request.makeIdentifier)
        case .catima:
            source = try CatimaCardSource(
                Self.text(of: file), localDay: request.localDay, makeIdentifier: request.makeIdentifier)
        case .csv:
            let table = try TableCardSource(Self.text(of: file), request)
            self.table = table.reading
            source = table
        case .pass: source = try PassCardSource(pass: Self.text(of: file), request)
        case .voucherVault: source = try VoucherVaultSource(Self.text(of: file), request)
        case .links: source = try LinkCardSource(Self.text(of: file), request)
        case .espass, .fidme, .stocard, .picture, .store: throw TransferError.wrongFormat(wanted: format.rawValue)
        }
    }

    private init(_ archive: ZipArchive, _ file: any ReadableFile, _ request: ImportRequest) throws {
        let names = Dictionary(
            archive.entries.map { (ExactText(String($0.lastName)), $0) }, uniquingKeysWith: { first, _ in first })
        if archive.isEncrypted, request.password == nil { throw ZipError.needsPassword }
        if let table = names["catima.csv"] {
            let bytes = try archive.bytes(of: table, password: request.password)
            let source = try CatimaCardSource(
                bytes, pictures: CatimaPictures(archive, password: request.password), localDay: request.localDay,
                makeIdentifier: request.makeIdentifier)
            self.init(format: .catima, source: source)
        } else if names["pass.json"] != nil || archive.entries.contains(where: \.isPass) {
            self.init(format: .pass, source: try PassCardSource(archive, file, request))
        } else if names["main.json"] != nil {
            self.init(format: .espass, source: try EspassSource(archive, request))
        } else if names["loyalty_programs.csv"] != nil {
            self.init(format: .fidme, source: try FidMeSource(archive, request))
        } else if archive.entries.contains(where: { $0.name.contains(bytesOf: "/loyalty-cards/") }) {
            self.init(format: .stocard, source: try StocardSource(archive, request))
        } else if let workbook = try Workbook(archive, request) {
            let table = try TableCardSource(workbook, request)
            self.init(format: .csv, source: table)
            self.table = table.reading
        } else {
            throw TransferError.unknownArchive
        }
    }

    // MARK: - Recognizing

    /// The first bytes, without moving the file.
    static func head(of file: any ReadableFile) throws -> [UInt8] {
        try file.bytes(count: headBytes)
    }

    static func isArchive(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B]) }

    /// Why a file that is one part of an archive cannot be read alone; nil for any other file.
    private static func splitArchive(_ file: any ReadableFile, _ head: [UInt8]) -> TransferError? {
        if file is JoinedFile { return nil }
        let ending = file.path?.split(separator: ".").last.map { $0.lowercased() } ?? ""
        // What zip writes at the beginning of the first part and the end of the last, and 7-Zip and split in the names.
        let isDisk =
            head.starts(with: [0x50, 0x4B, 0x07, 0x08]) || (ending.hasPrefix("z") && Int(ending.dropFirst()) != nil)
        let isLast = ending == "zip" && !isArchive(head) && (try? ZipDirectoryEnd(of: file))?.disk ?? 0 > 0
        if isDisk || isLast {
            return .splitArchive(command: "zip -s 0 cards.zip --out whole.zip")
        }
        let isPart = ending.utf8.count == 3 && ending.utf8.allSatisfy(\.isDigit)
        return isPart && (try? ZipArchive(file)) == nil
            ? .splitArchive(command: joiningPieces) : nil
    }

    private static let joiningPieces = "cat cards.zip.* > whole.zip"

    /// Whether it is a file of SQLite; whether that is one of ours is found out when it is opened.
    static func isStore(_ head: [UInt8]) -> Bool { head.starts(with: Array("SQLite format 3\0".utf8)) }

    static func format(of head: [UInt8]) -> FileFormat? {
        let bytes = TextDecoding.utf8(head)
        let text = String(decoding: bytes, as: UTF8.self)
        guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else { return .json }
        if first == "{" || first == "[" {
            let isPass = ["\"passTypeIdentifier\"", "\"formatVersion\""].contains { bytes.contains(bytesOf: $0) }
            return isPass ? .pass : VoucherVaultSource.isExport(bytes) ? .voucherVault : .json
        }
        if beginsWithLinks(text), !hasCatimaHeader(head), !isTableWithLinks(text) { return .links }
        // The text of a card may have a zero, but not the first line.
        if head.contains(0), !TextDecoding.isUTF16(head),
            !TextDecoding.isUTF8(head) || text.prefix(while: { !$0.isNewline }).unicodeScalars.contains("\0")
        {
            return nil
        }
        return hasCatimaHeader(head) || hasCatimaVersion(head)
            ? .catima : isTable(text) ? .csv : ShareLink.hasLink(text) ? .links : nil
    }

    /// Whether a share link is in one of the first two lines, as Catima writes them: below a sentence, behind the name of a card. A table may
    /// have one in a column, or in a note.
    private static func beginsWithLinks(_ text: String) -> Bool {
        text.split(maxSplits: 2, whereSeparator: \.isNewline).prefix(2).contains { line in
            guard let start = ShareLink.nextLink(in: line) else { return false }
            let before = line[..<start]
            return before.hasSuffix(": ") || !before.contains { ",;\t\"".contains($0) }
        }
    }

    /// Whether a table has share links in its rows: with one directly before a delimiter, or in the row below its header. A comma that a
    /// blank follows is one of a sentence, unless there are several.
    private static func isTableWithLinks(_ text: String) -> Bool {
        let lines = text.split(maxSplits: 2, whereSeparator: \.isNewline).prefix(2)
        if lines.contains(where: hasLinkBeforeDelimiter) { return true }
        guard let first = lines.first, ShareLink.nextLink(in: first) == nil else { return false }
        return [",", ";", "\t"].contains { (delimiter: Character) in
            guard let value = delimiter.asciiValue, first.contains(delimiter) else { return false }
            var reader = CSVReader(Array(text.utf8), delimiter: value)
            guard let header = nextRecord(&reader), let row = nextRecord(&reader), header.fields.count > 1,
                header.fields.count == row.fields.count,
                ShareLink.hasLink(String(decoding: reader.bytes[row.range], as: UTF8.self))
            else { return false }
            return header.fields.count > 2 || !first.contains(bytesOf: "\(delimiter) ")
        }
    }

    private static func nextRecord(_ reader: inout CSVReader) -> CSVReader.Record? {
        while let record = reader.next() {
            if !reader.text(record.range).allSatisfy(\.isWhitespace) { return record }
        }
        return nil
    }

    private static func hasLinkBeforeDelimiter(_ line: Substring) -> Bool {
        guard let start = ShareLink.nextLink(in: line) else { return false }
        let word = line[start...].prefix { !$0.isWhitespace }
        if line[word.endIndex...].first == "\t" { return true }
        guard let delimiter = word.firstIndex(where: { $0 == "," || $0 == ";" }) else { return false }
        // At the end of a word it is one of a sentence.
        return word.index(after: delimiter) != word.endIndex
    }

    /// The header of version 1.
    private static func hasCatimaHeader(_ head: [UInt8]) -> Bool {
        if TextDecoding.isUTF16(head) { return hasCatimaHeader(TextDecoding.utf8(head)) }
        var reader = catimaReader(head)
        guard let record = reader.next() else { return false }
        let header = CatimaHeader(Array(head[record.range]))
        return header.isOfCards && header.index(of: .id) != nil
    }

    /// The line with the version.
    private static func hasCatimaVersion(_ head: [UInt8]) -> Bool {
        if TextDecoding.isUTF16(head) { return hasCatimaVersion(TextDecoding.utf8(head)) }
        var reader = catimaReader(head)
        guard let record = reader.next() else { return false }
        return record.fields.count == 1 && Int(reader.text(record.range)) != nil && reader.next()?.isBlank == true
    }

    private static func catimaReader(_ head: [UInt8]) -> CSVReader {
        CSVReader(head, at: head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    /// Whether one of the first lines names more than one column: a title may be above the header.
    private static func isTable(_ text: String) -> Bool {
        text.split(maxSplits: 5, whereSeparator: \.isNewline).prefix(5).contains { line in
            line.contains { ",;\t".contains($0) }
        }
    }

    /// A text of another program is read as a whole, and has a limited size.
    private static func text(of file: any ReadableFile) throws -> [UInt8] {
        guard try file.byteCount <= TransferLimits.textBytes else {
            throw TransferError.textTooLarge(limit: TransferLimits.textBytes)
        }
        return try file.bytes(count: file.byteCount)
    }
}
