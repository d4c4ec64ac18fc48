public import Cards

extension SQLiteCardStore: HistoryListing {
    public func steps(limit: Int) throws -> [PastStep] {
        try connection.reading { () throws(StoreError) in
            var steps: [PastStep] = []
            for entry in try tables.steps.last(limit) {
                guard let time = try tables.log.time(from: entry.first, to: entry.last) else { continue }
                let kind: PastStep.Kind =
                    switch entry.kind {
                    case .change, .restore: .change
                    case .undo: .undo
                    case .redo: .redo
                    }
                let step = try tables.describe(entry.origin)
                steps.append(PastStep(time: time, kind: kind, description: step.description, cards: step.cards))
            }
            return steps
        }
    }

    public func changes(of card: CardID, limit: Int) throws -> [PastChange] {
        try connection.reading { () throws(StoreError) in
            // A change does not tell the name, unless it set it.
            var name = try tables.cards.entry(card)?.card.name
            if name == nil { name = try tables.trash.card(card)?.card.name }
            var changes: [PastChange] = []
            for change in try tables.log.changes(of: card, limit: limit) {
                var summary = StepSummary(isRestore: false)
                summary.add(change.entry)
                let description = summary.text(name: summary.name ?? name ?? "")
                changes.append(
                    PastChange(time: change.time, isFromBackend: change.isFromBackend, description: description))
            }
            return changes
        }
    }
}
