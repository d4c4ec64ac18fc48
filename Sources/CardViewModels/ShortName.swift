extension String {
    /// Enough of a name to know the card by; a longer one would push what is said of it out of sight.
    var shortName: String { count > 60 ? prefix(59) + "…" : self }
}
