internal import Cards

/// How a part of an answer is parsed: decoded as one type, returned as another. A service that wraps its data unwraps
/// it in `transform` first.
protocol ResponseParsing {
    associatedtype Result

    /// Whether ``transform(_:)`` changes anything.
    static var requiresInputTransformation: Bool { get }

    static func transform(_ json: JSON) throws -> JSON

    init(decoding json: JSON) throws

    /// The validated result.
    func result() throws -> Result
}

extension ResponseParsing {
    static var requiresInputTransformation: Bool { false }

    static func transform(_ json: JSON) throws -> JSON { json }

    static func parse(_ bytes: [UInt8]) throws -> Result {
        let json = try JSONParser.parse(bytes, maximumValues: CardBounds.values)
        return try Self(decoding: requiresInputTransformation ? transform(json) : json).result()
    }
}
