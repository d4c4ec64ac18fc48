extension BarcodeFormat {
    /// The kinds that can hold a value as it is, the likeliest first.
    public static func fitting(_ value: String) -> [BarcodeFormat] {
        known.filter { (try? BarcodeContent(value, as: $0)) != nil }
    }
}
