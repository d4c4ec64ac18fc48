extension BarcodeContent {
    /// Checks a value against a kind. Throws ``BarcodeProblem``.
    /// - Parameter encoding: the name of one (``BarcodeEncoding``), for kinds that hold bytes; without one a byte a character where
    ///   the text allows that.
    public init(_ value: String, as format: BarcodeFormat, encoding name: String? = nil) throws(BarcodeProblem) {
        guard format.isKnown else { throw .unknownFormat(format.rawValue) }
        guard !value.isEmpty else { throw .empty }
        self.init(format: format, text: value, bytes: Array(value.utf8))
    }
}
