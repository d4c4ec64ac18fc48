extension String {
    /// Without blanks and line ends around it, which a copied address or token often has.
    public var trimmed: String {
        // Fast path: most text has no blanks there and need not be copied.
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}
