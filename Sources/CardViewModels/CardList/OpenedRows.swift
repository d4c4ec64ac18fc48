public import Cards
public import Observation

/// The cards whose rows are opened in place in the list.
@MainActor @Observable
public final class OpenedRows {
    private var identifiers: Set<CardID> = []
    /// The opened cards that have been read.
    public private(set) var details: [CardID: Card] = [:]
    @ObservationIgnored private let store: any CardStore
    @ObservationIgnored private let messages: MessageCenter

    init(store: any CardStore, messages: MessageCenter) { (self.store, self.messages) = (store, messages) }

    public var isEmpty: Bool { identifiers.isEmpty }
    public func contains(_ identifier: CardID) -> Bool { identifiers.contains(identifier) }

    func toggle(_ identifier: CardID) {
        if identifiers.remove(identifier) == nil {
            identifiers.insert(identifier)
            load(identifier)
        } else {
            details[identifier] = nil
        }
    }

    public func closeAll() { (identifiers, details) = ([], [:]) }

    /// Reads opened cards again that have changed; nil for all of them. What is shown stays until the answer arrives.
    func reload(_ changed: Set<CardID>?) {
        for identifier in identifiers where changed?.contains(identifier) != false { load(identifier) }
    }

    private func load(_ identifier: CardID) {
        Task {
            do {
                let card = try await store.card(identifier)
                if contains(identifier), details[identifier] != card { details[identifier] = card }
            } catch {
                messages.post(error)
            }
        }
    }
}
