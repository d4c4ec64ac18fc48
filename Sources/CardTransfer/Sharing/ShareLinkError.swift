public import Cards

/// Why a link is not a valid card. The message contains nothing of the card.
public enum ShareLinkError: UserFacingError, Hashable {
    case notShareLink
    /// http, which can be modified in transit.
    case notSecure
    case tooLong(maximum: Int)
    case controlCharacter
    /// A percent sign without two digits, or bytes that are not UTF-8.
    case wrongPercentSign
    case noName
    case noNumber
    /// `wanted` is text such as "a day".
    case wrongValue(of: String, wanted: String)
    case unknownBarcode(String)

    public var userMessage: String {
        switch self {
        case .notShareLink: "This is not a share link: such a link starts with https://catima.app/share#."
        case .notSecure: "The link starts with http, not https."
        case .tooLong(let maximum): "The link is longer than \(maximum) characters."
        case .controlCharacter: "The link contains control characters."
        case .wrongPercentSign: "The link is damaged: a percent sign is followed by invalid text."
        case .noName: "The link has no name for the card."
        case .noNumber: "The link has no card number."
        case .wrongValue(let field, let wanted): "The link is damaged: \(field) is not \(wanted)."
        case .unknownBarcode(let name): "The link has an unknown kind of barcode: \(name)."
        }
    }
}
