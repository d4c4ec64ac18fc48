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
    ///   - barcodes: draws those of a page; without it they are left out.
    public func export(
        _ selection: CardSelection, of store: any CardStore, password: [UInt8]? = nil,
        barcodes: (any BarcodeDrawing)? = nil, now: Timestamp
    ) async throws -> CardExport {
        switch self {
        case .json: CardExport(selection, of: store)
        case .catima: try await .catima(selection, of: store, password: password)
        case .catimaTable: try await .catima(selection, of: store, asTable: true)
        case .csv: CardExport(selection, of: store, into: TableCardSink())
        case .calendar: CardExport(selection, of: store, into: CalendarCardSink(now: now))
        case .page: CardExport(selection, of: store, into: PageCardSink(barcodes))
        case .pass: CardExport(selection, of: store, into: PassCardSink())
        }
    }
}
