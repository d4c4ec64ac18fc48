internal import Basics
internal import CNettle
internal import Cards

/// Reads Apple passes: a bare `pass.json`, a `.pkpass`, or a `.pkpasses` with several of those.
struct PassCardSource: CardSource {
    /// A pass is small; one within an archive is unpacked in memory.
    private static let passLimits: ZipLimits = {
        var limits = ZipLimits()
        (limits.entries, limits.entryBytes, limits.bytes) = (1000, 16 << 20, 1 << 30)
        return limits
    }()

    private var cards: ListedCards

    init(pass bytes: [UInt8], _ request: ImportRequest) throws(TransferError) {
        let file = OriginFile(program: FileFormat.pass.rawValue)
        let pass = try Self.pass(bytes, strings: [:], request)
        cards = ListedCards(1) { _ in
            .made(pass.card, at: .file("pass.json"), key: pass.key, place: 0, file: file, remarks: pass.remarks)
        }
    }

    /// Throws ``ZipError`` and ``TransferError``.
    init(_ archive: ZipArchive, _ request: ImportRequest) throws {
        let file = OriginFile(program: FileFormat.pass.rawValue)
        let passes = archive.entries.filter { $0.name.hasSuffix(".pkpass") && !$0.name.hasPrefix("__MACOSX") }
        guard !passes.isEmpty else {
            let card = try Self.card(of: archive, named: "pass.json", 0, file, request)
            cards = ListedCards(1) { _ in card }
            return
        }
        cards = ListedCards(passes.count) { index in
            let name = passes[index].name
            do {
                let bytes = try archive.bytes(of: passes[index], password: request.password)
                let pass = try ZipArchive(MemoryFile(bytes), limits: Self.passLimits)
                return try Self.card(of: pass, named: name, index, file, request)
            } catch let error as any UserFacingError {
                // One bad pass of several is that pass's problem.
                return ImportedCard(.rejected(reason: error.userMessage), at: .file(name))
            }
        }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }

    private static func pass(
        _ bytes: [UInt8], strings: [ExactText: String], _ request: ImportRequest
    ) throws(TransferError) -> WalletPass {
        var parsed = try? JSONParser.parse(bytes, maximumValues: CardBounds.values)
        let json: JSON
        do throws(JSONError) {
            if parsed == nil {
                parsed = try JSONParser.parse(RepairedJSON.bytes(bytes), maximumValues: CardBounds.values)
            }
            json = parsed ?? .null
        } catch {
            throw .json(file: "pass.json", reason: error.userMessage)
        }
        return try WalletPass(json, strings: strings, identifier: request.makeIdentifier())
    }

    private static func card(
        of archive: ZipArchive, named name: String, _ place: Int, _ file: OriginFile, _ request: ImportRequest
    ) throws -> ImportedCard {
        let entries = Dictionary(
            archive.entries.filter { !$0.name.hasPrefix("__MACOSX") }.map { (ExactText($0.name), $0) },
            uniquingKeysWith: { first, _ in first })
        guard let entry = entries["pass.json"] else { throw TransferError.noPass }
        let bytes = try archive.bytes(of: entry, password: request.password)
        let strings = try self.strings(entries, archive, request)
        var pass = try Self.pass(bytes, strings: strings, request)
        var photos: [PhotoHash: [UInt8]] = [:]
        for (field, names) in [(CardField.icon, ["logo", "icon"]), (.front, ["strip", "thumbnail"])] {
            let candidates = names.flatMap { name in ["@3x", "@2x", ""].map { name + $0 + ".png" } }
            guard let picture = candidates.compactMap({ entries[ExactText($0)] }).first else { continue }
            let bytes = try archive.bytes(of: picture, password: request.password)
            if PhotoFileName.isPicture(bytes) {
                pass.setPhoto(field, PhotoHash(of: bytes))
                photos[PhotoHash(of: bytes)] = bytes
            } else {
                pass.remark("\(picture.name) is no picture, and was left out")
            }
        }
        if let manifest = entries["manifest.json"],
            let sums = try? JSONParser.parse(archive.bytes(of: manifest, password: request.password)),
            let sum = sums["pass.json"]?.string, sum.lowercased() != sha1(bytes)
        {
            pass.remark("pass.json was changed after the pass was signed")
        }
        return .made(
            pass.card, photos: photos, at: .file(name), key: pass.key, place: place, file: file, remarks: pass.remarks)
    }

    private static func sha1(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 20)
        cnettle_sha1(bytes, bytes.count, &digest)
        return Hexadecimal.text(of: digest)
    }

    // MARK: - Translations

    /// Those of the user's language, or English, or none.
    private static func strings(
        _ entries: [ExactText: ZipArchive.Entry], _ archive: ZipArchive, _ request: ImportRequest
    ) throws(ZipError) -> [ExactText: String] {
        for language in [request.language, "en"] {
            guard let entry = entries[ExactText("\(language).lproj/pass.strings")] else { continue }
            return pairs(TextDecoding.utf8(try archive.bytes(of: entry, password: request.password)))
        }
        return [:]
    }

    /// `"key" = "value";`, one after the other.
    private static func pairs(_ bytes: [UInt8]) -> [ExactText: String] {
        var (texts, text, isInside, isEscaped) = ([String](), [UInt8](), false, false)
        for byte in bytes {
            if !isInside {
                if byte == UInt8(ascii: "\"") { (isInside, text) = (true, []) }
            } else if isEscaped {
                text.append(byte == UInt8(ascii: "n") ? 0x0A : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                texts.append(String(decoding: text, as: UTF8.self))
                isInside = false
            } else {
                text.append(byte)
            }
        }
        let pairs = stride(from: 0, to: texts.count - 1, by: 2).map { (ExactText(texts[$0]), texts[$0 + 1]) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}

/// Reads PassAndroid's archive, espass.
struct EspassSource: CardSource {
    private var cards: ListedCards

    init(_ archive: ZipArchive, _ request: ImportRequest) throws {
        func bytes(_ name: String) throws -> [UInt8]? {
            try archive.entries.first { $0.lastName == name }.map {
                try archive.bytes(of: $0, password: request.password)
            }
        }
        let json: JSON
        do {
            json = try JSONParser.parse(RepairedJSON.bytes(bytes("main.json") ?? []), maximumValues: CardBounds.values)
        } catch let error as JSONError {
            throw TransferError.json(file: "main.json", reason: error.userMessage)
        }
        var card = Card(identifier: request.makeIdentifier(), name: json["description"]?.string ?? "")
        var (photos, remarks): ([PhotoHash: [UInt8]], [String]) = ([:], [])
        // `#aarrggbb`.
        card.color = json["accentColor"]?.string.flatMap { CardColor("#" + $0.suffix(6)) }
        if let code = json["barCode"], let message = code["message"]?.string {
            let printed = code["alternativeText"]?.string ?? ""
            card.number = printed.isEmpty ? message : printed
            card.barcode = (code["format"]?.string).map {
                Barcode(format: BarcodeFormat(rawValue: $0), value: card.number.isSameText(as: message) ? nil : message)
            }
        }
        for (name, set) in [
            ("logo.png", { (hash: PhotoHash, card: inout Card) in card.icon = hash }),
            ("strip.png", { (hash: PhotoHash, card: inout Card) in card.front = hash }),
        ] {
            guard let picture = try bytes(name) else { continue }
            guard PhotoFileName.isPicture(picture) else {
                remarks.append("\(name) is no picture, and was left out")
                continue
            }
            set(PhotoHash(of: picture), &card)
            photos[PhotoHash(of: picture)] = picture
        }
        let made = ImportedCard.made(
            card, photos: photos, at: .file("main.json"), key: json["id"]?.string ?? card.number, place: 0,
            file: OriginFile(program: FileFormat.espass.rawValue), remarks: remarks)
        cards = ListedCards(1) { _ in made }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }
}
