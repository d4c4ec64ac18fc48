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
