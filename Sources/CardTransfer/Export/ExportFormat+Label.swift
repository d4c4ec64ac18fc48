extension ExportFormat {
    /// The name for people.
    public var label: String {
        switch self {
        case .json: "Cards TUI (JSON), with everything"
        case .catima: "Catima (ZIP), with photos"
        case .catimaTable: "Catima's table (CSV), without photos"
        case .csv: "table for spreadsheets (CSV)"
        case .calendar: "calendar of expiry dates (ICS)"
        case .page: "page to print (HTML)"
        case .pass: "passes of Apple Wallet, as they came"
        }
    }

    /// The format that the name of a file says; nil for a name that says none.
    public init?(ofFile path: String) {
        let parts = (path.split(separator: "/").last ?? "").split(separator: ".", omittingEmptySubsequences: false)
        switch parts.count > 1 ? parts.last?.lowercased() : nil {
        case "json": self = .json
        case "zip": self = .catima
        case "csv": self = .csv
        case "ics": self = .calendar
        case "html", "htm": self = .page
        case "pkpass", "pkpasses": self = .pass
        default: return nil
        }
    }

    /// The end of the name of such a file.
    /// - Parameter isOfSeveral: whether more than one card may be in it.
    public func fileExtension(isOfSeveral: Bool) -> String {
        switch self {
        case .json: "json"
        case .catima: "zip"
        case .catimaTable, .csv: "csv"
        case .calendar: "ics"
        case .page: "html"
        case .pass: isOfSeveral ? "pkpasses" : "pkpass"
        }
    }
}
