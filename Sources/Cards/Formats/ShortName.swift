extension String {
    /// Enough of a name to recognize the card; a longer one would push the rest of the sentence out of sight.
    public var shortName: String { count > 60 ? prefix(59) + "…" : self }
}
