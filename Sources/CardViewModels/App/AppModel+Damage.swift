import Cards

/// Cards that cannot be read are in no list: the program says that there are some.
extension AppModel {
    /// In a larger store a start would cost seconds of work for nothing; an export and `cards-tui check` look there as well.
    private static let mostCards = 20_000

    /// Looks for them once, behind the first frame.
    func tellDamage() async {
        // A store that cannot be read at all says so when the list asks.
        guard let damaged = try? await services.store.damagedCards(inAtMost: Self.mostCards), let words = damaged.words
        else { return }
        add(Message(words, kind: .warning))
    }
}

extension [DamagedCard] {
    /// How many, and where to look; nil for none.
    var words: String? {
        switch count {
        case 0: nil
        case 1: "1 card cannot be read, or not in whole. See: cards-tui check"
        default: "\(count) cards cannot be read, or not in whole. See: cards-tui check"
        }
    }
}
