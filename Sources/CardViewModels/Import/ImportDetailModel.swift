public import Cards

/// A card of a file that is to be imported: what would change in the card that is here, field by field, or what a new card would have.
@MainActor
public final class ImportDetailModel: ScreenModel {
    public let entry: ImportReport.Entry
    /// Nil for a new card.
    public let before: Card?
    public let after: Card
    /// The fields that differ, in reading order; those of a new card that have a value.
    public let fields: [CardField]

    init(_ entry: ImportReport.Entry, _ detail: ImportReport.Detail) {
        self.entry = entry
        before = detail.before
        after = detail.after
        let fields = detail.before.map { detail.after.differences(from: $0) } ?? detail.after.filledFields
        self.fields = fields.filter { !$0.isBookkeeping }.inReadingOrder
    }
}
