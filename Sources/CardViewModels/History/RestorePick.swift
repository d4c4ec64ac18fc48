internal import Cards

/// What of a card can be restored from its history.
struct RestorePick: Sendable {
    /// Some fields, or all, as they were after a change.
    struct Choice: Sendable {
        /// "note: new → old"; from what is there now to what was there then.
        let title: String
        /// What would change, a line for each field.
        let lines: [String]
        /// Nil for the whole card.
        let fields: FieldSet?
        let change: Int64
    }

    let card: CardID
    let name: String
    let choices: [Choice]

    /// - Parameters:
    ///   - fields: those that can be restored alone.
    ///   - states: the card as it was after changes, and how that is called: "before this change".
    init(
        _ name: String, _ card: CardID, fields: [CardField]?, states: [(past: PastCard, change: Int64, label: String)],
        _ format: LocalFormat
    ) {
        self.card = card
        self.name = name
        var choices: [Choice] = []
        var whole: [Choice] = []
        for state in states {
            let past = state.past
            let differing = past.differences
            if differing.isEmpty { continue }
            guard let now = past.now else {
                whole.append(
                    Choice(title: "the card as it was \(state.label)", lines: [], fields: nil, change: state.change))
                continue
            }
            var offered = 0
            for field in differing where fields?.contains(field) != false {
                // A balance comes with its currency.
                if field == .currency, differing.contains(.balance) { continue }
                let restored: FieldSet = field == .balance ? [.balance, .currency] : [field]
                let lines = ChangeText.lines([field], from: now, to: past.card, format)
                choices.append(
                    Choice(title: lines.joined(), lines: lines, fields: restored, change: state.change))
                offered += 1
            }
            let lines = ChangeText.lines(differing, from: now, to: past.card, format)
            // The only field is offered already.
            if lines.count == 1, offered == 1 { continue }
            whole.append(
                Choice(
                    title: "the whole card as it was \(state.label)", lines: lines, fields: nil, change: state.change))
        }
        self.choices = choices + whole
    }
}
