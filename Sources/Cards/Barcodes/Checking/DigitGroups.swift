/// The digits of a number as people write them: in groups, separated by gaps or hyphens.
struct DigitGroups {
    /// Not empty, nor is any group.
    let groups: [String]
    var digits: String { groups.joined() }

    /// Blank, hyphen, and the variants that word processors substitute for them.
    private static let gaps: Set<Unicode.Scalar> = [
        " ", "-", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2010}", "\u{2011}", "\u{2013}",
    ]
    private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

    /// Throws ``BarcodeProblem`` for a character that is not a digit, and if there is no digit.
    init(_ value: some StringProtocol) throws(BarcodeProblem) {
        for scalar in value.unicodeScalars where !Self.digits.contains(scalar) && !Self.gaps.contains(scalar) {
            throw .character(Character(scalar), allowed: "digits", fixed: nil)
        }
        groups = value.unicodeScalars.split { Self.gaps.contains($0) }.map { String(String.UnicodeScalarView($0)) }
        guard !groups.isEmpty else { throw .empty }
    }
}
