internal import Glibc

/// The number of random values that a test uses for each kind, and their seed.
public enum BarcodeRun {
    /// CARDS_BARCODES sets the number; CARDS_SEED repeats a run with the same values.
    public static let count: Int = number("CARDS_BARCODES") ?? 3
    public static let seed: UInt64 =
        number("CARDS_SEED") ?? (isLong ? UInt64.random(in: 0...999_999) : 41)

    public static var isLong: Bool { getenv("CARDS_BARCODES") != nil }

    /// The variables that repeat this run, to be printed.
    public static var description: String { "CARDS_BARCODES=\(count) CARDS_SEED=\(seed)" }

    private static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
        getenv(name).flatMap { Number(String(cString: $0)) }
    }
}
