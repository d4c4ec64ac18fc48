import CardNetwork
import Cards
import TestSupport

/// A backend of any kind, with a common interface for the tests.
struct AnyBackend {
    let kind: BackendKind
    let server: TestBackend
    let firebase: FirebaseBackend?

    static func start(_ kind: BackendKind) throws -> AnyBackend {
        switch kind {
        case .myCards:
            let server = try TestBackend()
            server.start()
            return AnyBackend(kind: kind, server: server, firebase: nil)
        case .firebase:
            let backend = try FirebaseBackend()
            backend.start()
            return AnyBackend(kind: kind, server: backend.server, firebase: backend)
        }
    }

    /// Its cards, as a device reads them.
    func cards() throws -> [CardID: Card] {
        let elements =
            if let firebase {
                firebase.cards.map { key, value in (key, value) }
            } else {
                server.cards.map { ($0["identifier"]?.string ?? "", $0) }
            }
        var cards: [CardID: Card] = [:]
        for (key, value) in elements {
            let patch = try CardJSON.patch(from: value, identifier: CardID(key))
            guard cards.updateValue(patch.applied(to: nil), forKey: patch.identifier) == nil else {
                throw Twice(identifier: patch.identifier)
            }
        }
        return cards
    }

    struct Twice: Error { let identifier: CardID }
}
