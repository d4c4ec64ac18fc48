public import Cards

/// What a picture is chosen or captured for.
public enum PicturePurpose: Hashable, Sendable {
    /// As the photo of one side of the card in the form.
    case photo(Card.Side)
    /// As a further picture of the card in the form.
    case picture
    /// For the barcode of the card in the form.
    case barcode
    /// The file of cards to import, which may be a picture.
    case importCards
}
