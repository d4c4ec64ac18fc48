extension BarcodeContent {
    /// Checks a value against a kind. Throws ``BarcodeProblem``.
    /// - Parameter encoding: the name of a ``BarcodeEncoding``, for kinds that hold bytes (others ignore it). Default: one byte per
    ///   character where the text allows it.
    public init(_ value: String, as format: BarcodeFormat, encoding name: String? = nil) throws(BarcodeProblem) {
        guard format.isKnown else { throw .unknownFormat(format.rawValue) }
        guard !value.isEmpty else { throw .empty }
        switch format {
        case .ean13: try self.init(retail: value, RetailRules(format: format, length: 13, lengthText: "13 digits"))
        case .ean8: try self.init(retail: value, RetailRules(format: format, length: 8, lengthText: "8 digits"))
        case .upcA: try self.init(retail: value, RetailRules(format: format, length: 12, lengthText: "12 digits"))
        case .upcE: try self.init(upcE: value)
        case .dataBar: try self.init(dataBar: value)
        case .itf: try self.init(interleaved: value)
        case .codabar: try self.init(codabar: value)
        case .code39: try self.init(code39: value)
        case .code93: try self.init(code93: value)
        case .code128: try self.init(code128: value)
        case .dataBarExpanded, .gs1Code128: try self.init(elements: value, as: format)
        default: try self.init(bytesOf: value, as: format, encoding: name)
        }
    }

    /// For kinds whose text is plain ASCII and is encoded unchanged.
    init(_ format: BarcodeFormat, _ text: String) {
        self.init(format: format, text: text, bytes: Array(text.utf8))
    }
}
