public import Cards

/// Rows that are opened in place.
extension CardListModel {
    public func isOpened(_ identifier: CardID) -> Bool { opened.contains(identifier) }

    /// Opens the selected row, or closes it.
    public func toggleOpened() {
        guard let row = selectedRow else { return }
        if opened.remove(row.id) == nil {
            opened.insert(row.id)
            loadDetails(of: row.id)
        } else {
            details[row.id] = nil
        }
    }

    public func closeAll() { (opened, details) = ([], [:]) }

    private func loadDetails(of identifier: CardID) {
        Task {
            do {
                let card = try await store.card(identifier)
                if opened.contains(identifier), details[identifier] != card { details[identifier] = card }
            } catch {
                messages.say(error)
            }
        }
    }

    /// Reads opened cards again that have changed; nil for all of them. What is shown stays until the answer arrives.
    func forgetDetails(of changed: Set<CardID>?) {
        for identifier in opened where changed?.contains(identifier) != false { loadDetails(of: identifier) }
    }
}
