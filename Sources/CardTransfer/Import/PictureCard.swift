internal import Basics
public import Cards

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
        links = certain.flatMap { ShareLink.links(in: $0.text) }
        if links.count > 1 {
            let others = certain.count { !ShareLink.hasLink($0.text) }
            if others > 0 { remarks.append("\(others.counted("other barcode")) left out") }
            return
        }
        if certain.count > 1 { remarks.append("it has \(certain.count) barcodes: the first was used") }
        if let link = links.first, let shared = try? ShareLink.card(from: link.text, identifier: card.identifier) {
            (card, isNamed) = (shared, true)
        } else {
            code = first.value
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

/// A card that was made of a picture, and a guess at its name, which only a person knows.
public struct PictureName: Equatable, Sendable {
    public let card: CardID
    /// Empty where nothing tells it.
    public let guess: String

    /// - Parameters:
    ///   - code: the text of its barcode; nil for none.
    ///   - title: the name of the file, without its folders and its ending.
    init(_ card: CardID, code: String?, title: String) {
        self.card = card
        guess = code.flatMap { Self.name(inCode: $0) } ?? Self.name(inTitle: title) ?? ""
    }

    // MARK: - Codes

    /// Labels of a host that are nobody's name.
    private static let commonLabels: Set = [
        "www", "m", "app", "my", "card", "cards", "loyalty", "qr", "go", "id", "login",
    ]
    /// What stands before a country's domain: `shop.co.uk`.
    private static let secondLevels: Set = ["co", "com", "org", "net", "ac", "gov", "edu", "gob", "ne", "or"]

    /// From the host of an address, or from a text of words.
    private static func name(inCode text: String) -> String? {
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else {
            let isWords =
                text.contains(where: \.isLowercase) && text.count <= 40
                && text.allSatisfy { $0.isLetter || " &'-.".contains($0) }
            return isWords ? text.trimmed : nil
        }
        let host = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        guard !host.contains("@") else { return nil }
        var labels = host.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
        // No name of a machine of one's own, and no number of one.
        guard labels.count >= 2, let top = labels.popLast(), top.count >= 2, top.allSatisfy(\.isLetter) else {
            return nil
        }
        if labels.count > 1, top.count == 2, let last = labels.last, secondLevels.contains(String(last)) {
            labels.removeLast()
        }
        guard let label = labels.last, label.contains(where: \.isLetter), !label.hasPrefix("xn--"),
            !commonLabels.contains(String(label))
        else { return nil }
        return capitalized(label.replacing(bytesOf: "-", with: " "))
    }

    // MARK: - Files

    /// What cameras, scanners and messengers call their files, without digits and signs.
    private static let cameraNames: Set = [
        "", "img", "image", "images", "imgp", "dsc", "dscn", "dscf", "sam", "gopr", "pxl", "mvimg", "pano", "p",
        "photo",
        "photos", "photoon", "pic", "picture", "foto", "bild", "scan", "scanned", "scannen", "screenshot",
        "screenshotfrom",
        "bildschirmfoto", "whatsappimage", "whatsappimageat", "signal", "fbimg", "received", "document", "doc",
        "dokument",
        "capture", "camera", "cam", "untitled", "unnamed", "unknown", "file", "card", "front", "back", "portrait", "wa",
        "imgwa",
        "ampm", "whatsappimageatpm", "whatsappimageatam", "picsart", "snapseed", "jpeg", "jpg", "heic",
    ]

    private static func name(inTitle title: String) -> String? {
        let lower = title.lowercased()
        guard !cameraNames.contains(lower.filter(\.isLetter)) else { return nil }
        // The name of a hash.
        let isHash =
            lower.count >= 12 && lower.allSatisfy { $0.isHexDigit || $0 == "-" } && lower.contains(where: \.isNumber)
        if isHash { return nil }
        let words = title.split { $0 == "_" || $0 == "-" || $0.isWhitespace }.joined(separator: " ")
        return capitalized(words[...])
    }

    private static func capitalized(_ text: some StringProtocol) -> String? {
        guard let first = text.first else { return nil }
        return first.uppercased() + text.dropFirst()
    }
}
