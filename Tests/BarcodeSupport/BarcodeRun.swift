internal import Glibc

/// How many random values a test takes of each kind, and which.
public enum BarcodeRun {
    /// CARDS_BARCODES sets how many; they are others in every such run, unless CARDS_SEED says which.
    public static let count: Int = number("CARDS_BARCODES") ?? 3
    public static let seed: UInt64 =
        number("CARDS_SEED") ?? (isLong ? UInt64.random(in: 0...999_999) : 41)

    public static var isLong: Bool { getenv("CARDS_BARCODES") != nil }

    /// The same in words, to be printed: whoever reads it can run it again.
    public static var words: String { "CARDS_BARCODES=\(count) CARDS_SEED=\(seed)" }

    private static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
        getenv(name).flatMap { Number(String(cString: $0)) }
    }
}
