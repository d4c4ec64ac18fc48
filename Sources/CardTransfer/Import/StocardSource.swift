internal import Basics
internal import Cards

/// Reads the archives of Stocard and Klarna: a folder a card.
struct StocardSource: CardSource {
    private var cards: IndexedCardSource

    /// Throws ``ZipError``.
    init(_ archive: ZipArchive, _ request: ImportRequest) throws(ZipError) {
        let files = StocardFiles(archive, password: request.password)
        let folders = files.cardFolders
        let file = OriginFile(program: FileFormat.stocard.rawValue)
        cards = IndexedCardSource(folders.count) { index in
            try files.card(in: folders[index], index, file, request.makeIdentifier())
        }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }
}

/// The files of the archive by their paths.
private struct StocardFiles: Sendable {
    private let archive: ZipArchive
    private let password: [UInt8]?
    private let entries: [ExactText: ZipArchive.Entry]

    init(_ archive: ZipArchive, password: [UInt8]?) {
        self.archive = archive
        self.password = password
        entries = Dictionary(archive.entries.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The paths that end with `/loyalty-cards/<id>/`, in the order of the archive.
    var cardFolders: [String] {
        archive.entries.map(\.name).filter { name in
            let parts = name.split(separator: "/")
            return parts.count >= 3 && parts.last == "content.json" && parts[parts.count - 3] == "loyalty-cards"
        }.map { String($0.dropLast("content.json".count)) }
    }

    func card(
        in folder: String, _ place: Int, _ file: OriginFile, _ identifier: CardID
    ) throws -> ImportedCard {
        let key = String(folder.split(separator: "/").last ?? "")
        guard let content = try json(folder + "content.json") else {
            return ImportedCard(.rejected(reason: "it is not JSON"), at: .file(folder + "content.json"))
        }
        let (name, hint, logo) = try provider(of: content, folder)
        let position = ImportedCard.Position.key(name.isEmpty ? key : name)
        var card = Card(identifier: identifier, name: name)
        var (photos, remarks): ([PhotoHash: [UInt8]], [String]) = ([:], [])
        card.number = content["input_id"]?.shownText ?? ""
        if let format = content["input_barcode_format"]?.string, !format.isEmpty {
            card.barcode = Barcode(
                format: BarcodeFormat(rawValue: format == "RSS_DATABAR_EXPANDED" ? "RSS_EXPANDED" : format))
        }
        if let barcode = card.barcode, !card.number.isEmpty {
            do throws(BarcodeProblem) {
                _ = try barcode.content(number: card.number)
            } catch {
                remarks.append("the barcode cannot be drawn: \(error.userMessage)")
            }
        }
        let note = try json(folder + "notes/default/content.json")?["content"]?.string ?? ""
        card.note = [content["label"]?.string ?? "", note, hint].filter { !$0.isEmpty }.joined(separator: "\n")
        func take(_ path: String, _ set: (PhotoHash) -> Void) throws {
            guard let bytes = try bytes(path) else { return }
            guard PhotoFileName.isPicture(bytes) else {
                return remarks.append("\(path.split(separator: "/").last ?? "") is not a picture and was left out")
            }
            set(PhotoHash(of: bytes))
            photos[PhotoHash(of: bytes)] = bytes
        }
        for side in ["front", "back"] {
            for name in ["\(side)/\(side).jpg", "\(side)/\(side).png", "\(side).jpg", "\(side).png"]
            where entries[ExactText(folder + "images/" + name)] != nil {
                try take(folder + "images/" + name) { if side == "front" { card.front = $0 } else { card.back = $0 } }
                break
            }
        }
        if let logo { try take(logo) { card.icon = $0 } }
        return .made(card, photos: photos, at: position, key: key, place: place, file: file, remarks: remarks)
    }

    /// The name of the shop, a line for the note where it is none, and the path of its logo.
    private func provider(of content: JSON, _ folder: String) throws -> (name: String, hint: String, logo: String?) {
        let reference = content["input_provider_reference"]?["identifier"]?.string ?? ""
        if let name = content["input_provider_name"]?.string, !name.isEmpty { return (name, "", nil) }
        let number = String(reference.split(separator: "/").last ?? "")
        if reference.contains(bytesOf: "/loyalty-card-custom-providers/"),
            let end = folder.firstRange(bytesOf: "/loyalty-cards/")
        {
            let own = folder[..<end.lowerBound] + "/loyalty-card-custom-providers/\(number)/"
            if let name = try json(own + "content.json")?["name"]?.string, !name.isEmpty {
                return (name, "", own + "logo.png")
            }
        }
        let label = content["label"]?.string ?? ""
        if number.isEmpty { return (label, "", nil) }
        return ("Stocard \(number)", "The export names the shop only by the number \(number).", nil)
    }

    private func json(_ path: some StringProtocol) throws(ZipError) -> JSON? {
        try bytes(path).flatMap { try? JSONParser.parse($0, maximumValues: CardBounds.values) }
    }

    private func bytes(_ path: some StringProtocol) throws(ZipError) -> [UInt8]? {
        guard let entry = entries[ExactText(String(path))] else { return nil }
        return try archive.bytes(of: entry, password: password)
    }
}
