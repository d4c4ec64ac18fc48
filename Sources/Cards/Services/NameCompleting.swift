/// Finds names for the completion of a command line, without reading the whole store.
public protocol NameCompleting: Sendable {
    /// Cards whose names begin with the text (folded), in list order.
    func summaries(beginningWith text: String, limit: Int) async throws -> [CardSummary]

    /// The names of groups, in folded order, without duplicates; of very many cards those of the first ones.
    func groupNames() async throws -> [String]
}
