internal import CardTransfer
internal import Cards

extension CardFlow {
    /// Opens the ledger of the card on top, or of the selected one.
    public func openLedger() {
        guard let card = context.currentCard else { return }
        let model = LedgerModel(card, context: context)
        context.navigator.push(model)
    }

    /// Takes the selected entry back by an opposite one. It does not ask, since undo counts the entry again.
    public func takeBack(in model: LedgerModel) {
        guard model.canTakeBack, let entry = model.selectedLine?.entry, let name = model.card?.name.shortName else {
            return
        }
        let format = context.services.format
        let amount = format.text(entry.sum)
        context.activities.run("Cancelling \(amount)") {
            let balance = try await context.services.store.takeBack([entry.id], of: model.identifier)
            await model.load()
            await context.list.reload()
            guard let balance else {
                return context.post(Message("\(amount) was already cancelled", kind: .warning))
            }
            context.post(Message("Cancelled \(amount). \(name): \(format.text(balance))", offers: [.undo]))
        }
    }

    /// Copies the selected entry: day, amount, balance after it and note, with tabs between them.
    public func copyEntry(of model: LedgerModel) {
        guard let line = model.selectedLine else { return }
        let (entry, format) = (line.entry, context.services.format)
        let texts = [
            format.text(entry.day), format.text(entry.sum), line.balanceInFull.map { format.text($0) } ?? "",
            entry.note,
        ]
        ClipboardFlow(context: context).copy(link: texts.joined(separator: "\t"), named: "the entry")
    }

    /// Asks for the file to which the ledger is written as a table.
    public func exportLedger(of model: LedgerModel) {
        guard let name = model.card?.name else { return }
        let folder = context.viewState.state.folders.exports ?? ""
        let services = context.services
        context.navigator.push(
            FileChoiceModel(
                exportingLedgerOf: name, suggestion: "\(folder)\(PhotoFileName.stem(of: name))-ledger.csv",
                files: services.files
            ) { LedgerExport(of: model.identifier, in: services.store) })
    }
}
