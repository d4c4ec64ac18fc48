internal import Cards

/// One card of a Firebase database, as the member of an object: `{"ID":{…}}`.
///
/// The database keeps nothing that is null or empty, so what is absent is none: that is put back before decoding. An object
/// whose keys are whole numbers may come as an array, and the other way round.
struct FirebaseElement: ResponseParsing {
    let patch: CardPatch

    static let requiresInputTransformation = true

    static func transform(_ json: JSON) throws -> JSON {
        guard let member = json.object?.first, json.object?.count == 1, var card = member.value.object else {
            throw CardJSONError.notAnObject
        }
        for key in CardJSON.knownKeys where card[key] == nil { card[key] = .null }
        // A name cannot vanish: without one it is no card, and that is told.
        card["groups"] = card["groups"].map(elements)
        card["identifier"] = .string(member.key)
        return .object(card)
    }

    /// A list from which elements were taken away comes as an object with the places as keys.
    private static func elements(of list: JSON) -> JSON {
        if let elements = list.array { return .array(elements.filter { $0 != .null }) }
        guard let members = list.object else { return list }
        let places = members.compactMap { key, value in Int(key).map { ($0, value) } }.sorted { $0.0 < $1.0 }
        return places.count == members.count ? .array(places.map(\.1)) : list
    }

    init(decoding json: JSON) throws { patch = try CardJSON.patch(from: json) }

    func result() throws -> CardPatch { try patch.checked() }
}
