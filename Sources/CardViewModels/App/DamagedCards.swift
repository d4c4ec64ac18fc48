import Cards

/// Cards that cannot be read are in no list: the program says that there are some.
extension ScreenContext {
    /// In a larger store a start would cost seconds of work for nothing; an export and `cards-tui check` look there as well.
    private static let mostCards = 20_000

    /// Looks for them once, behind the first frame.
    func tellDamage() async {
        // A store that cannot be read at all says so when the list asks.
        guard let damaged = try? await services.store.damagedCards(inAtMost: Self.mostCards), let text = damaged.text
        else { return }
        messages.add(Message(text, kind: .warning))
    }
}

extension [DamagedCard] {
    /// How many, and where to look; nil for none.
    var text: String? {
        switch count {
        case 0: nil
        case 1: "1 card cannot be read, or not in whole. See: cards-tui check"
        default: "\(count) cards cannot be read, or not in whole. See: cards-tui check"
        }
    }
}
