internal import Cards

/// Reads PassAndroid's archive, espass.
struct EspassSource: CardSource {
    private var cards: IndexedCardSource

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
        if let code = json["barCode"] {
            let code = PassBarcode(
                format: code["format"]?.string, message: code["message"]?.shownText ?? "",
                printed: code["alternativeText"]?.shownText ?? "")
            (card.number, card.barcode, card.note) = (code.number, code.barcode, code.label)
            remarks += code.remarks
        }
        Self.readFields(json, &card)
        let spans = (json["validTimespans"]?.array ?? []) + [json["calendarTimespan"]].compactMap { $0 }
        for (name, label) in [("from", "the start date"), ("to", "the expiry date")] {
            guard let text = spans.compactMap({ $0[name]?.string }).first(where: { !$0.isEmpty }) else { continue }
            guard let moment = Moment(text) else {
                remarks.append("\(label) \"\(text.shortened(to: 30))\" is not a date and was left out")
                continue
            }
            // A span of whole days has the days as they are written, wherever it is read.
            if name == "from" {
                card.validFrom = moment.time == "00:00" ? moment.day : moment.firstDay(request.localDay)
            } else {
                card.expiry = moment.time == "23:59" ? moment.day : moment.lastDay(request.localDay)
            }
        }
        for (name, set) in [
            ("logo.png", { (hash: PhotoHash, card: inout Card) in card.icon = hash }),
            ("strip.png", { (hash: PhotoHash, card: inout Card) in card.front = hash }),
        ] {
            guard let picture = try bytes(name) else { continue }
            guard PhotoFileName.isPicture(picture) else {
                remarks.append("\(name) is not a picture and was left out")
                continue
            }
            set(PhotoHash(of: picture), &card)
            photos[PhotoHash(of: picture)] = picture
        }
        let made = ImportedCard.made(
            card, photos: photos, at: .file("main.json"), key: json["id"]?.string, place: 0,
            file: OriginFile(program: FileFormat.espass.rawValue), remarks: remarks)
        cards = IndexedCardSource(1) { _ in made }
    }

    /// A line of the note for each.
    private static func readFields(_ json: JSON, _ card: inout Card) {
        let lines = (json["fields"]?.array ?? []).prefix(PassField.maximumCount).compactMap { field -> String? in
            let (label, value) = (field["label"]?.shownText ?? "", field["value"]?.shownText ?? "")
            return value.isEmpty ? nil : label.isEmpty ? value : "\(label): \(value)"
        }
        card.note = [card.note, lines.joined(separator: "\n")].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }
}
