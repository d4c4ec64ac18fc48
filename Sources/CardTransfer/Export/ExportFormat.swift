public import Cards

/// The format of an exported file, by the name that `--format` has for it.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// Our own, with everything.
    case json
    /// Catima's ZIP archive, and its table alone.
    case catima
    case catimaTable = "catima-csv"
    /// A table for spreadsheets.
    case csv
    /// A calendar of expiry dates.
    case calendar = "ics"
    /// A page to print.
    case page = "html"
    /// The passes that cards came from: one as it is, several as an archive of them.
    case pass = "pkpass"

    /// - Parameters:
    ///   - password: for Catima's archive.
    ///   - takesSecrets: whether our own format has the secret fields of the cards; no other has any.
    ///   - barcodes: draws those of a page; without it they are left out.
    public func export(
        _ selection: CardSelection, of store: any CardStore, password: [UInt8]? = nil,
        takesSecrets: Bool = false, barcodes: (any BarcodeDrawing)? = nil, now: Timestamp
    ) async throws -> CardExport {
        switch self {
        case .json: CardExport(selection, of: store, into: JSONCardSink(takesSecrets: takesSecrets))
        case .catima: try await .catima(selection, of: store, password: password)
        case .catimaTable: try await .catima(selection, of: store, asTable: true)
        case .csv: CardExport(selection, of: store, into: TableCardSink())
        case .calendar: CardExport(selection, of: store, into: CalendarCardSink(now: now))
        case .page: CardExport(selection, of: store, into: PageCardSink(barcodes))
        case .pass: CardExport(selection, of: store, into: PassCardSink())
        }
    }
}

extension ExportFormat {
    /// The name for people.
    public var label: String {
        switch self {
        case .json: "Cards TUI (JSON), with all but secret fields"
        case .catima: "Catima (ZIP), with photos"
        case .catimaTable: "Catima (CSV), without photos"
        case .csv: "spreadsheet (CSV)"
        case .calendar: "calendar of expiry dates (ICS)"
        case .page: "printable page (HTML)"
        case .pass: "Apple Wallet passes (original files)"
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
