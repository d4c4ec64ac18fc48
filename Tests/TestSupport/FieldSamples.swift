public import Cards

/// A sample value for every kind of field, so that a test can iterate the table of fields.
extension FieldDefinition {
    /// The bytes of the photo that ``fill(_:)`` gives a field.
    public static let samplePhoto: [UInt8] = [1, 2, 3]

    /// The value that ``fill(_:)`` gives a text, a note or an amount.
    public var sampleText: String {
        switch kind {
        case .text(_, .amount): "12.50"
        case .text(_, .periods): "2w, 3d"
        case .text, .currency, .texts, .day, .color, .time, .flag, .photo, .barcode, .entries: "the \(key)"
        }
    }

    /// Sets a sample value in the field, and changes nothing else.
    public func fill(_ card: inout Card) {
        switch kind {
        case .text(let access, _): access.set(&card, sampleText)
        case .currency(let access): access.set(&card, "EUR")
        case .texts(let access): access.set(&card, ["one", "two words"])
        case .day(let access): access.set(&card, CalendarDay(daysSince1970: 20_800))
        case .color(let access): access.set(&card, CardColor(red: 1, green: 2, blue: 3))
        case .time(let access): access.set(&card, Timestamp(milliseconds: 1_750_000_000_000))
        case .flag(let access, _, _): access.set(&card, true)
        case .photo(let access): access.set(&card, PhotoHash(of: Self.samplePhoto))
        case .barcode(let access): access.set(&card, Barcode(format: .qrCode, value: "v", encoding: "UTF-8"))
        case .entries: fillEntries(&card)
        }
    }

    private func fillEntries(_ card: inout Card) {
        switch field {
        case .codes:
            card.codes = [
                FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "v 1", encoding: "UTF-8")),
                FurtherCode(label: "", barcode: Barcode(format: .code128)),
            ]
        case .ownFields: card.ownFields = [OwnField(name: "Locker", value: "12"), OwnField(name: "a = b", value: "")]
        case .pictures: card.pictures = [FurtherPicture(label: "Receipt", hash: PhotoHash(of: Self.samplePhoto))]
        default: break
        }
    }
}
