internal import Cards

/// A card of a Firebase database, as the member of an object: `{"ID":{…}}`.
///
/// The database does not store null or empty values, so absent fields are empty: they are added again before decoding.
/// An object whose keys are whole numbers may be sent as an array, and the other way round.
struct FirebaseElement: ResponseParsing {
    let patch: CardPatch

    static let requiresInputTransformation = true

    static func transform(_ json: JSON) throws -> JSON {
        guard let member = json.object?.first, json.object?.count == 1, var card = member.value.object else {
            throw CardJSONError.notAnObject
        }
        for key in CardJSON.knownKeys where card[key] == nil { card[key] = .null }
        // The name is never added: a card without one is invalid, and reported.
        for key in listKeys { card[key] = card[key].map(elements) }
        card["identifier"] = .string(member.key)
        return .object(card)
    }

    private static let listKeys = ["groups"] + FieldDefinition.lists.map(\.key)

    /// A list from which elements were removed is sent as an object with indices as keys.
    private static func elements(of list: JSON) -> JSON {
        if let elements = list.array { return .array(elements.filter { $0 != .null }) }
        guard let members = list.object else { return list }
        let indexed = members.compactMap { key, value in Int(key).map { ($0, value) } }.sorted { $0.0 < $1.0 }
        return indexed.count == members.count ? .array(indexed.map(\.1)) : list
    }

    init(decoding json: JSON) throws { patch = try CardJSON.patch(from: json) }

    func result() throws -> CardPatch { try patch.checked() }
}
