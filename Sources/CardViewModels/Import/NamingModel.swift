public import Basics
public import Cards

/// Asks for the names of cards that were made of pictures, one after the other. Each is saved at once; the others keep the names of their
/// files.
@MainActor
public final class NamingModel: ScreenModel {
    /// A card that has no name but that of a file.
    public struct Entry: Equatable, Sendable {
        public let card: Card
        let guess: String
    }

    public let entries: [Entry]
    /// Of the card that is asked for.
    @Observed public private(set) var index = 0
    @Observed public var name: String {
        didSet { if name != oldValue { problem = nil } }
    }
    /// Why the name cannot be saved.
    @Observed public private(set) var problem: String?

    private let context: ScreenContext
    /// By the index; what was typed before comes back with its card.
    private var typed: [Int: String] = [:]

    /// Nil without cards.
    init?(_ entries: [Entry], _ context: ScreenContext) {
        guard let first = entries.first else { return nil }
        self.entries = entries
        self.context = context
        name = first.guess
    }

    public var entry: Entry { entries[index] }

    /// "2 of 5".
    public var position: String { "\(index + 1) of \(entries.count)" }

    /// Saves the name, unless nothing was typed, and goes on to the next card; after the last one to the list.
    public func next() {
        problem = CardBounds.problem(with: name, of: .name).map { "The name: \($0)." }
        guard problem == nil else { return }
        save()
        guard index + 1 < entries.count else { return leave() }
        show(index + 1)
    }

    /// Goes back to the card before.
    public func previous() {
        guard index > 0 else { return }
        show(index - 1)
    }

    public var hasPrevious: Bool { index > 0 }

    private func show(_ new: Int) {
        typed[index] = name
        index = new
        name = typed[new] ?? entry.guess
    }

    private func leave() {
        context.navigator.popThrough(self)
        let count = typed.merging([index: name]) { $1 }.values.count { !$0.trimmed.isEmpty }
        let named =
            count == entries.count ? "\(count.counted("card")) named" : "\(count) of \(entries.count) cards named"
        context.post(Message(named))
    }

    private func save() {
        let (card, name) = (entry.card.identifier, name.trimmed)
        guard !name.isEmpty else { return }
        context.activities.background.run { [context] in
            do {
                // As it is by now: another device may have changed it.
                guard let old = try await context.services.store.card(card), old.name != name else { return true }
                var new = old
                new.name = name
                try await context.services.store.apply([.set(CardPatch(from: old, to: new))])
                return true
            } catch {
                context.messages.post(error)
                return false
            }
        }
    }
}
