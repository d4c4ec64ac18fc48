import Cards

/// Cards that cannot be read are in no list: the program says that there are some.
extension AppModel {
    /// Looks for them once, behind the first frame: it takes as long as reading all cards.
    func tellDamage() async {
        // A store that cannot be read at all says so when the list asks.
        guard let damaged = try? await services.store.damagedCards(), let words = damaged.words else { return }
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
