public import Cards

/// What a picture is chosen for, or held before the camera.
public enum PicturePurpose: Hashable, Sendable {
    /// As the photo of one side of the card in the form.
    case photo(Card.Side)
    /// For the barcode in it.
    case barcode
}
