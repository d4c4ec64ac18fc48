public import Cards

/// The search text, the filters and the order.
extension CardListModel {
    public var filter: CardFilter { query.filter }
    public var isFiltered: Bool { !query.filter.text.isEmpty }
    /// Whether the shown cards are only similar to what is searched.
    public var isSimilar: Bool { rows.found?.isSimilar == true }

    /// The search for cards that expire this week: within seven days, today included.
    public static var expiringSoon: String { "expires:<\(ExpiryService.daysOfWeek)d -is:archived" }

    /// Searches for the typed text. A filter that only grew selects the best match, unless a card was chosen that still matches; one
    /// that shrinks or is cleared keeps the selected card.
    public func find(_ text: String) {
        guard text != query.filter.text else { return }
        if query.filter.text.isEmpty { (plan.selectedBefore, plan.hasChosen) = (selectedRow?.id, false) }
        let isNarrower = text.hasPrefix(query.filter.text)
        query.filter = CardFilter(text, format.days)
        rows.searches.similar.cancel()
        let target: SelectionTarget =
            if isNarrower && !plan.hasChosen {
                .first
            } else if let chosen = count == 0 ? plan.selectedBefore : selectedRow?.id {
                // By identifier: a pending answer may want to select the first.
                isNarrower ? .cardOrFirst(chosen) : .card(chosen)
            } else {
                .keep
            }
        findAgain(target)
    }

    /// A filter such as `is:expired` finds other cards on another day.
    func dayChanged() async {
        if !query.filter.terms.isEmpty { await reload() }
    }

    public func sort(by key: CardOrder.Key) {
        guard key != query.order.key else { return }
        query.order = CardOrder(key)
        keepView()
        findAgain()
    }

    public func reverseOrder() {
        query.order.isReversed.toggle()
        keepView()
        findAgain()
    }

    public func hideArchived(_ isHidden: Bool) {
        query.hidesArchived = isHidden
        keepView()
        findAgain()
    }

    // MARK: - How it is looked at

    /// What a row shows beside the name.
    public var columns: [RowColumn] { viewState.state.columns }
    /// How the cards are shown.
    public var layout: ViewState.Layout { viewState.state.layout }
    /// How much of a wide screen the list has beside a card, in percent.
    public var share: Int { viewState.state.listShare ?? ViewState.usualShare }

    /// Shows the cards as rows or as a wallet.
    public func show(as layout: ViewState.Layout) { keepView(layout: layout) }

    /// Changes the list's share of the width beside a card.
    public func widen(by percent: Int) {
        let shares = ViewState.listShares
        keepView(share: max(shares.lowerBound, min(share + percent, shares.upperBound)))
    }

    /// Keeps how the list is looked at for the next start.
    private func keepView(layout: ViewState.Layout? = nil, share: Int? = nil) {
        let (layout, share) = (layout ?? self.layout, share ?? self.share)
        viewState.update {
            ($0.order, $0.hidesArchived, $0.layout, $0.listShare) = (query.order, query.hidesArchived, layout, share)
        }
    }

    /// Whether cards can be moved manually in the current view.
    public var isInManualOrder: Bool { query.order == CardOrder(.manual) && !isFiltered && query.group == nil }

    /// Moves the selected card past its neighbour, among starred, other or archived cards; keys pressed meanwhile wait, and find it in
    /// its new position.
    public func moveCard(down: Bool) { activities.run("Moving the card") { [self] in await move(down: down) } }

    private func move(down: Bool) async {
        guard isInManualOrder, let card = selectedRow, let other = row(at: selectedRank + (down ? 1 : -1)),
            other.isStarred == card.isStarred, other.isArchived == card.isArchived
        else { return }
        // A row that is not loaded yet does not mean the end of the list.
        guard !down || selectedRank + 2 >= count || rows.window.contains(selectedRank + 2) else { return }
        let next = down ? row(at: selectedRank + 2) : other
        let isEnd = next.map { $0.isStarred != card.isStarred || $0.isArchived != card.isArchived } ?? true
        do {
            try await store.move([card.id], before: isEnd ? nil : next?.id)
        } catch {
            messages.post(error)
        }
        await reload(.card(card.id))
    }
}

extension CardQuery {
    var unfiltered: CardQuery {
        var query = self
        query.filter = .none
        return query
    }
}

extension CardOrder.Key {
    public var label: String {
        switch self {
        case .name: "by name"
        case .added: "newest first"
        case .used: "last opened first"
        case .expiry: "by expiry"
        case .validFrom: "by start date"
        case .next: "next date first"
        case .uses: "most opened first"
        case .usual: "usual cards first"
        case .balance: "largest balance first"
        case .manual: "manual"
        }
    }
}
