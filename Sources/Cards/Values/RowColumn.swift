/// What a row of the list shows beside the name; the raw value is the name in `list --columns`.
public enum RowColumn: String, Hashable, Sendable, CaseIterable {
    case number, groups, note, uses, balance, expiry

    /// What is shown where nobody has chosen, from the left.
    public static let usual: [RowColumn] = [.number, .groups, .balance, .expiry]

    /// Whether it is an amount or a day, which stands at the right and is whole or left out.
    public var isValue: Bool {
        switch self {
        case .number, .groups, .note: false
        case .uses, .balance, .expiry: true
        }
    }
}
