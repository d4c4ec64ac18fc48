internal import Basics
internal import Cards

/// Makes a card of a picture or a document: named after its file, with the barcode that is found in it, and the picture as its
/// front photo. A picture of several share links is a picture of none of their cards: each link becomes one.
struct PictureCard {
    private(set) var card: Card
    private var photos: [PhotoHash: [UInt8]] = [:]
    private var remarks: [String] = []
    /// The text of its barcode; nil for none.
    private var code: String?
    /// Whether its code says what it is called.
    private var isNamed = false
    /// The share links of its codes.
    private var links: [ShareLink.Found] = []

    static func isDocument(_ head: [UInt8]) -> Bool { head.starts(with: "%PDF".utf8) }

    /// By the first bytes.
    static func isPicture(_ head: [UInt8]) -> Bool { PhotoFileName.isPicture(head) || isDocument(head) }

    /// Reads it. A picture that cannot be decoded, and a document without a barcode, are rejected with the reason. Throws the
    /// errors of reading the file, and `CancellationError`.
    static func read(
        _ file: any ReadableFile, name: String, place: Int, _ reader: PictureReader, _ request: ImportRequest
    ) async throws -> (cards: [ImportedCard], name: PictureName?) {
        let position = ImportedCard.Position.file(name.lastPathPart)
        guard try file.byteCount <= TransferLimits.pictureBytes else {
            let reason = "the picture is larger than \(TransferLimits.pictureBytes >> 20) MB"
            return ([ImportedCard(.rejected(reason: reason), at: position)], nil)
        }
        let bytes = try file.bytes(count: file.byteCount)
        var picture = PictureCard(card: Card(identifier: request.makeIdentifier(), name: title(ofFile: name)))
        do {
            try await picture.readBarcode(in: bytes, reader)
            if picture.links.count > 1 { return (picture.shared(at: position, place, request), nil) }
            if isDocument(bytes) { picture.addDocument(bytes) } else { try await picture.addPhoto(bytes, reader) }
        } catch let error as any UserFacingError {
            return ([ImportedCard(.rejected(reason: clause(error)), at: position)], nil)
        }
        let made = ImportedCard.made(
            picture.card, photos: picture.photos, at: position, key: PhotoHash(of: bytes).text, place: place,
            file: OriginFile(program: FileFormat.picture.rawValue), remarks: picture.remarks)
        if picture.isNamed { return ([made], nil) }
        return ([made], PictureName(picture.card.identifier, code: picture.code, title: title(ofFile: name)))
    }

    private mutating func readBarcode(in bytes: [UInt8], _ reader: PictureReader) async throws {
        let isDocument = Self.isDocument(bytes)
        let found: [FoundBarcode]
        do {
            found = try await reader.barcodes(bytes)
        } catch let error as BarcodeReadingError where !isDocument {
            // The photo is worth a card without it.
            return remarks.append(Self.clause(error))
        }
        let certain = found.filter { !$0.isDoubtful && $0.part == nil }
        guard let first = certain.first else {
            let reason = found.isEmpty ? "no barcode was found" : "its barcode may have been misread and was left out"
            if isDocument { throw NoBarcode(userMessage: reason) }
            return remarks.append(reason)
        }
        links = certain.flatMap { ShareLink.links(in: $0.barcode.value ?? $0.number) }
        if links.count > 1 {
            let others = certain.count { !ShareLink.hasLink($0.barcode.value ?? $0.number) }
            if others > 0 { remarks.append("\(others.counted("other barcode")) left out") }
            return
        }
        if certain.count > 1 { remarks.append("it has \(certain.count) barcodes: the first was used") }
        let value = first.barcode.value ?? first.number
        let link = ShareLink.links(in: value).first
        if let link, let shared = try? ShareLink.card(from: link.text, identifier: card.identifier) {
            (card, isNamed) = (shared, true)
        } else {
            code = value
            (card.number, card.barcode) = (first.number, first.barcode)
        }
    }

    private func shared(
        at position: ImportedCard.Position, _ place: Int, _ request: ImportRequest
    ) -> [ImportedCard] {
        let file = OriginFile(program: FileFormat.links.rawValue)
        return links.enumerated().map { index, link in
            do throws(ShareLinkError) {
                let card = try ShareLink.card(from: link.text, identifier: request.makeIdentifier())
                return .made(card, at: position, place: place, file: file, remarks: index == 0 ? remarks : [])
            } catch {
                return ImportedCard(
                    .rejected(reason: "link \(index + 1) of \(links.count): \(Self.clause(error))"), at: position)
            }
        }
    }

    private mutating func addPhoto(_ bytes: [UInt8], _ reader: PictureReader) async throws {
        let photo = try await reader.photo(bytes)
        let hash = PhotoHash(of: photo)
        card.front = hash
        if card.color == nil { card.color = await reader.color(photo) }
        photos[hash] = photo
    }

    /// The document itself is a picture of the card, where it is no larger than one may be.
    private mutating func addDocument(_ bytes: [UInt8]) {
        do throws(PhotoError) {
            try NewPhoto.check(document: bytes)
        } catch {
            return remarks.append("the PDF itself was left out: \(Self.clause(error))")
        }
        let hash = PhotoHash(of: bytes)
        card.pictures.append(FurtherPicture(label: "PDF", hash: hash))
        photos[hash] = bytes
    }

    private struct NoBarcode: UserFacingError { let userMessage: String }

    /// The name of a file without its folders and its ending.
    private static func title(ofFile path: String) -> String {
        let file = path.lastPathPart
        let end = file.lastIndex(of: ".") ?? file.endIndex
        let stem = end == file.startIndex ? file : String(file[..<end])
        return stem.trimmed.isEmpty || stem == "-" ? "Picture" : stem.trimmed
    }

    /// An error's sentence as a part of another.
    private static func clause(_ error: any UserFacingError) -> String {
        let text = error.userMessage
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension ImportedCard {
    /// The bytes of its photos.
    var photoBytes: Int {
        if case .patch(let patch) = content { patch.photos.values.reduce(0) { $0 + $1.count } } else { 0 }
    }
}
