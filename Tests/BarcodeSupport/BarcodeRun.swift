internal import Glibc
internal import TestSupport

/// The number of random values that a test uses for each kind, and their seed.
public enum BarcodeRun {
    /// CARDS_BARCODES sets the number; CARDS_SEED repeats a run with the same values.
    public static let count = getenv("CARDS_BARCODES").flatMap { Int(String(cString: $0)) } ?? 3
    public static let seed = SeededGenerator.seed(isLong ? nil : 41, of: "BarcodeRun")

    public static var isLong: Bool { getenv("CARDS_BARCODES") != nil }

    /// The variables that repeat this run, to be printed.
    public static var description: String { "CARDS_BARCODES=\(count) CARDS_SEED=\(seed)" }
}
