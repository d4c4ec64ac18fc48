/// The shape of a card: ID-1 of ISO/IEC 7810, 85.60 by 53.98 mm.
public enum CardOutline {
    /// The width by the height.
    public static let proportion = 85.60 / 53.98
}
