import Cards

/// Warns of cards that cannot be read: no list contains them.
extension ScreenContext {
    /// In a larger store the check would cost seconds at every start; an export and `cards-tui check` check any store.
    private static let mostCards = 20_000

    /// Checks once, after the first frame.
    func reportDamage() async {
        // If the store cannot be read at all, the list reports it.
        guard let damaged = try? await services.store.damagedCards(inAtMost: Self.mostCards), let text = damaged.text
        else { return }
        messages.add(Message(text, kind: .warning))
    }
}

extension [DamagedCard] {
    /// How many cards, and which command lists them; nil for none.
    var text: String? {
        switch count {
        case 0: nil
        case 1: "1 card is damaged. See: cards-tui check"
        default: "\(count) cards are damaged. See: cards-tui check"
        }
    }
}
