public import Cards

/// A card that was made of a picture, and a guess at its name, which only a person knows.
public struct PictureName: Hashable, Sendable {
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
        return capitalized(label.replacing("-", with: " "))
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
