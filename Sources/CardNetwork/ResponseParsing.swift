internal import Cards

/// How a part of an answer is read: decoded as one type, handed on as another. A service that wraps what it sends turns it
/// into the form that is decoded first.
protocol ResponseParsing {
    associatedtype Result

    /// Whether ``transform(_:)`` has anything to do.
    static var requiresInputTransformation: Bool { get }

    static func transform(_ json: JSON) throws -> JSON

    init(decoding json: JSON) throws

    /// What the rest of the program works with, checked.
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
