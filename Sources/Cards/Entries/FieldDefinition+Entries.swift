extension FieldDefinition {
    public typealias Entries = EntryAccess

    /// The fields that are lists of entries.
    public static let lists = all.filter { if case .entries = $0.kind { true } else { false } }

    /// The texts of the list that a search finds.
    func searched(_ card: Card) -> [String] {
        if case .entries(let entries) = kind { entries.searched(card) } else { [] }
    }
}
