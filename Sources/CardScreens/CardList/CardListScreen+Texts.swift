import CardViewModels
import Cards
import Terminal

/// The texts of the list's title and status line.
extension CardListScreen {
    var orderText: String {
        let marked = model.markCount
        var parts = [model.query.order.label]
        if model.query.hidesArchived { parts.insert("without archived", at: 0) }
        if let worth { parts.insert(worth, at: 0) }
        if marked > 0 { parts.insert("\(marked) marked", at: 0) }
        return parts.joined(separator: " · ")
    }

    /// From the longest to the shortest.
    var countTexts: [String] {
        if model.isSimilar {
            let marked = model.markCount > 0 ? "\(model.markCount) marked · " : ""
            return ["No exact match · showing similar", "showing similar", "similar"].map { marked + $0 }
        }
        let counts = [countText, "\(model.count) of \(model.total)"]
        return (worth.map { worth in counts.map { "\($0) · \(worth)" } } ?? []) + counts
    }

    /// What the found cards are worth together, "87.40 EUR"; nil without a search, where none has a balance, where they are in many
    /// currencies, and where more were found than are loaded.
    private var worth: String? {
        guard !model.shownQuery.wholeFilter.isEmpty, model.isCounted, model.firstLoadedRank == 0,
            model.loadedRows.count == model.count
        else { return nil }
        var totals = BalanceTotals()
        for case let card? in model.loadedRows where !card.isArchived {
            if let balance = card.amountLeft, !balance.isZero { totals.add(balance) }
        }
        guard (1...2).contains(totals.sums.count) else { return nil }
        return totals.sums.map { app.format.text($0.balance) }.joined(separator: " + ")
    }

    /// "2 of 340, best first".
    private var countText: String {
        let marked = model.markCount
        let counts = "\(model.count) of \(model.total)"
        let order = model.filter.words.isEmpty ? model.query.order.label : "best match first"
        return (marked > 0 ? "\(marked) marked · " : "") + counts + ", " + order
    }

    /// Why a word of the filter is invalid, or how the one that is being typed can go on.
    var advice: Message? {
        model.filter.invalidTerms.first.map { term in
            // "group:" ends with a colon of its own.
            let text = "\(term.text.last == ":" ? term.text : "\(term.text):") \(term.reason)"
            guard canComplete, editor.text.hasSuffix(term.text), let key = completionKey,
                SearchCompletion.isUnfinished(editor.text)
            else { return Message(text, kind: .warning) }
            return Message("\(text) · \(key) completes")
        }
    }

    private var completionKey: String? {
        searchTable.commands.first { $0.name == "filter.open-row" }.flatMap { searchTable.label(of: $0) }
    }

    /// No line is wider; the rest of the name is not examined.
    var statusText: SafeText { SafeText(model.selectedRow?.name ?? "", within: 400) }

    var positionText: SafeText {
        guard model.selectedRow != nil else { return "" }
        return SafeText(" · " + String(model.selectedRank + 1) + " of " + (model.isCounted ? String(model.count) : "…"))
    }

    func nothingFound(_ style: ScreenStyle) -> String {
        if model.isFiltered {
            let clear = isTyping ? searchTable.keys(of: FilterCommands.clear) : table.keys(of: ListCommands.widenSearch)
            let keys = [isTyping ? "Backspace" : nil, style.label(clear)].compactMap { $0 }
            return "No matches." + (keys.isEmpty ? "" : " \(keys.joined(separator: " or ")) clears the search.")
        }
        let isArchivedHidden = model.query.hidesArchived
        if let group = model.query.group, !isArchivedHidden { return "No cards in \(group.shortName)." }
        let key = style.label(table.keys(of: ListCommands.hideArchived))
        return "All cards are archived" + (key.map { "; \($0) shows them." } ?? ".")
    }

    /// The label of the first key of the command with this name, or of that which shares it.
    func key(of name: String) -> String? {
        table.commands.first { $0.name == name || $0.shared == name }.flatMap { table.label(of: $0) }
    }

    var isDownloading: Bool { app.sync.status?.isDownloading == true }
}

extension CardOrder {
    /// With an arrow, unless the key's name already says the direction.
    var label: String {
        switch (key, isReversed) {
        case (.added, true): "oldest first"
        case (.used, true): "longest not opened first"
        case (.uses, true): "least opened first"
        case (.usual, true): "least usual first"
        case (.balance, true): "smallest balance first"
        case (.next, true): "next date last"
        case (.added, false), (.used, false), (.uses, false), (.usual, false), (.balance, false), (.next, false):
            key.label
        case (_, let isReversed): key.label + (isReversed ? " ↓" : " ↑")
        }
    }
}
