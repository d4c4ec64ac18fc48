internal import Glibc

/// Reproducible random numbers (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// Uses the seed of ``seed(_:of:in:)``, which prints it.
    public init(usual: UInt64? = nil, of test: String = #function, in file: String = #fileID) {
        self.init(seed: Self.seed(usual, of: test, in: file))
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// The seed of a random test: `CARDS_SEED` of the environment, otherwise the usual seed, otherwise a random one. It is printed
    /// with the test, so that a failed run can be repeated.
    public static func seed(_ usual: UInt64? = nil, of test: String = #function, in file: String = #fileID) -> UInt64 {
        let wanted = getenv("CARDS_SEED").flatMap { UInt64(String(cString: $0)) }
        let seed = wanted ?? usual ?? .random(in: 0...UInt64(UInt32.max))
        print("\(file) \(test): CARDS_SEED=\(seed)")
        return seed
    }
}
