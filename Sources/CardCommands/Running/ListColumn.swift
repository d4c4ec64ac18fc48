internal import Cards

/// A column of a listing. The raw value is its name on the command line and in a header.
enum ListColumn: String, Hashable, Sendable, CaseIterable {
    case id, name, number, groups, expiry, due, start, next, balance, starred, archived, used, uses, note, barcode,
        phone
    case website, color, photos, added, changed

    /// What a pipe gets where nothing else is asked for. Scripts count on it.
    static let usual: [ListColumn] = [.name, .number, .groups, .expiry, .id]

    /// Whether a row of the list does not have it.
    var needsCard: Bool {
        switch self {
        case .note, .barcode, .phone, .website, .added, .changed: true
        default: false
        }
    }

    /// What it needs of a row of the list.
    var parts: CardRowParts {
        switch self {
        case .id, .name, .number, .groups, .expiry, .next, .starred, .archived: []
        case .due, .start, .color: .look
        case .balance: .balance
        case .used, .uses: .state
        case .photos: .photos
        // These are of the card.
        case .note, .barcode, .phone, .website, .added, .changed: []
        }
    }

    /// The value as text, empty for none.
    /// - Parameter card: nil if it was deleted meanwhile, or not needed.
    func text(of row: CardSummary, _ card: Card?, _ format: LocalFormat, today: CalendarDay) -> String {
        switch self {
        case .id: row.id.text
        case .name: row.name
        case .number: row.number
        case .groups: row.groups.joined(separator: ", ")
        case .expiry: row.expiry.map(format.text) ?? ""
        case .due: Validity(validFrom: row.validFrom, expiry: row.expiry, today: today).text
        case .start: row.validFrom.map(format.text) ?? ""
        case .next:
            row.next.map { [format.text($0.day), $0.time].compactMap { $0 }.joined(separator: " ") } ?? ""
        case .balance: row.amountLeft.map(format.text) ?? ""
        case .starred: row.isStarred ? "yes" : "no"
        case .archived: row.isArchived ? "yes" : "no"
        case .used: row.usage.lastUsed?.text ?? ""
        case .uses: String(row.usage.uses)
        case .color: row.color?.text ?? ""
        case .photos: Card.Side.faces.filter { row.photo($0) != nil }.map(\.rawValue).joined(separator: ", ")
        case .note: card?.note ?? ""
        case .barcode: card?.barcode?.format.rawValue ?? ""
        case .phone: card?.phone ?? ""
        case .website: card?.website ?? ""
        case .added: card?.created?.text ?? ""
        case .changed: card?.modified?.text ?? ""
        }
    }
}

extension CardSummary {
    fileprivate func photo(_ side: Card.Side) -> PhotoHash? { side == .front ? front : back }
}
