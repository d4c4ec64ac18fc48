public import Basics
public import Cards

/// Sets a secret field of a card. What is typed is only in this object and in what is done with it: in no draft and no log.
@MainActor
public final class SecretFieldModel: ScreenModel {
    public let card: CardID
    public let cardName: String
    /// The fields that the card has.
    public let labels: [String]
    @Observed public var label: String {
        didSet { if label != oldValue { problem = nil } }
    }
    @Observed public var value = "" {
        didSet { if value != oldValue { problem = nil } }
    }
    /// Why it could not be saved.
    @Observed public private(set) var problem: String?

    private let context: ScreenContext

    /// - Parameter label: that of the field that is to be changed; empty for a new one.
    init(_ card: Card, labels: [String], label: String, context: ScreenContext) {
        (self.card, cardName) = (card.identifier, card.name)
        (self.labels, self.label, self.context) = (labels, label, context)
    }

    public var shownCard: CardID? { card }

    /// The field with this label that the card has; nil for a new one.
    public var known: String? {
        let folded = TextFolding.fold(label.trimmed)
        return labels.first { TextFolding.fold($0) == folded }
    }

    public func didDisappear(isRemoved: Bool) { if isRemoved { value = "" } }

    public func finish() {
        let secret: CardSecret
        do throws(TypingError) {
            secret = try CardSecret(label: label, value: value)
        } catch {
            return problem = error.message.prefix(1).uppercased() + error.message.dropFirst() + "."
        }
        context.activities.run("Saving the secret field") { [self] in
            let before = try await context.services.store.secrets(of: card)
            do {
                guard try await context.services.store.set(secret, of: card) else {
                    context.navigator.popThrough(self)
                    return context.post(Message("\(cardName.shortName) was deleted elsewhere.", kind: .warning))
                }
            } catch let error as SecretError {
                return problem = error.userMessage
            }
            context.navigator.popThrough(self)
            guard try await context.services.store.secrets(of: card) != before else {
                return context.post(Message("No changes"))
            }
            let stays = try await context.services.store.vault()?.secretsStay.map { "; " + $0 } ?? ""
            context.post(Message("Saved \(secret.label.shortName)\(stays)", offers: [.undo]))
        }
    }

    /// Removes the field; undo brings it back.
    public func remove() {
        guard let known else { return }
        context.activities.run("Removing the secret field") { [self] in
            let isRemoved = try await context.services.store.removeSecret(known, of: card)
            context.navigator.popThrough(self)
            guard isRemoved else { return context.post(Message("\(known.shortName) was removed elsewhere")) }
            context.post(Message("Removed \(known.shortName)", offers: [.undo]))
        }
    }
}
