public import Cards

/// The search text, the filters and the order.
extension CardListModel {
    public var filter: CardFilter { query.filter }
    public var isFiltered: Bool { !query.filter.text.isEmpty }

    /// Searches for the typed text. A filter that only grew selects the best match, unless a card was chosen that still matches; one
    /// that shrinks or is cleared keeps the selected card.
    public func find(_ text: String) {
        guard text != query.filter.text else { return }
        if query.filter.text.isEmpty { (selectedBefore, hasChosen) = (selectedRow?.id, false) }
        let isNarrower = text.hasPrefix(query.filter.text)
        query.filter = CardFilter(text)
        let aim: SelectionTarget =
            if isNarrower && !hasChosen {
                .first
            } else if let chosen = count == 0 ? selectedBefore : selectedRow?.id {
                // By identifier: a pending answer may want to select the first.
                isNarrower ? .cardOrFirst(chosen) : .card(chosen)
            } else {
                .keep
            }
        findAnew(aim)
    }

    public func sort(by key: CardOrder.Key) {
        guard key != query.order.key else { return }
        query.order = CardOrder(key)
        keepView()
        findAnew()
    }

    public func reverseOrder() {
        query.order.isReversed.toggle()
        keepView()
        findAnew()
    }

    public func hideArchived(_ isHidden: Bool) {
        query.hidesArchived = isHidden
        keepView()
        findAnew()
    }

    /// Shows the cards as rows or as a wallet.
    public func show(as layout: ViewState.Layout) {
        self.layout = layout
        keepView()
    }

    /// Changes the list's share of the width beside a card.
    public func widen(by percent: Int) {
        let shares = ViewState.listShares
        share = max(shares.lowerBound, min(share + percent, shares.upperBound))
        keepView()
    }

    /// Whether cards can be moved manually in the current view.
    public var isOrderedByHand: Bool { query.order.key == .hand && !query.order.isReversed && !isFiltered }

    /// Moves the selected card past its neighbour, among starred, other or archived cards; keys pressed meanwhile wait, and find it in
    /// its new position.
    public func moveCard(down: Bool) { activities.run("Moving the card") { [self] in await move(down: down) } }

    private func move(down: Bool) async {
        guard isOrderedByHand, let row = selectedRow, let other = window[selectedRank + (down ? 1 : -1)],
            other.isStarred == row.isStarred, other.isArchived == row.isArchived
        else { return }
        // A row that is not loaded yet does not mean the end of the list.
        guard !down || selectedRank + 2 >= count || window.contains(selectedRank + 2) else { return }
        let next = down ? window[selectedRank + 2] : other
        let isEnd = next.map { $0.isStarred != row.isStarred || $0.isArchived != row.isArchived } ?? true
        do {
            try await store.move([row.id], before: isEnd ? nil : next?.id)
        } catch {
            messages.say(error)
        }
        await reload(.card(row.id))
    }
}

extension CardQuery {
    var unfiltered: CardQuery {
        var query = self
        query.filter = .none
        return query
    }
}
