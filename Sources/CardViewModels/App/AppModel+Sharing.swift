import CardTransfer
import Cards

/// How a link that shares a card becomes one.
extension AppModel {
    /// Makes the card of a link, one step that can be taken back, and stands on it in the list. A link that is none is said, and
    /// changes nothing.
    public func addCard(fromLink text: String) {
        let card: Card
        do throws(ShareLinkError) {
            card = try ShareLink.card(from: text, identifier: .random())
        } catch {
            return say(Message(error.userMessage + " Nothing was added.", kind: .warning))
        }
        let missing = services.validation.missing(in: card).map(\.words)
        guard missing.isEmpty else {
            let words = "A card needs \(missing.joined(separator: " and ")), which no link has. Nothing was added."
            return say(Message(words, kind: .warning))
        }
        activities.run("Adding \(card.name.shortName)") { [self] in
            do {
                try await services.store.apply([.set(CardPatch(from: nil, to: card))])
                await list.reload(.card(card.identifier))
                say(Message("Added \(card.name.shortName) from the link", offers: [.undo]))
            } catch {
                say(Message(error))
            }
        }
    }
}
