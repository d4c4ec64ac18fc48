import CardViewModels
import Cards
import Terminal

/// The form that books an amount: amount, day and note, and beneath them the balance before and after, or why it cannot be booked.
@MainActor
final class BookingScreen: FormScreen, ModelScreen {
    enum Field: CaseIterable { case amount, day, note }

    let model: BookingModel
    let app: AppModel
    let table: CommandTable<BookingScreen>
    let fields: FormFields<Field>

    init(_ model: BookingModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        fields = FormFields(
            labels: EntryLayout.Labels(columns: 6), focus: .amount,
            texts: [.amount: model.amountText, .day: model.dayText, .note: model.note])
        table = BookingCommands.table.mapped(by: setup.keyMap)
    }

    var title: String { "Spend or receive: \(model.card.name)" }
    var problem: String? { model.problem }
    var alwaysExplains: Bool { true }

    /// The balance before and after.
    var explanation: String {
        if let effect = model.effect {
            if effect.isUsed { return Self.resultOfUse(effect, app.format) }
            return "balance \(app.format.text(effect.before)), then \(app.format.text(effect.after))"
        }
        guard let balance = model.card.amountLeft else { return "An amount is spent, +20 is received." }
        let text = app.format.text(balance)
        if !balance.unit.isCounted { return "\(text). \"used\" marks it as used." }
        if let stamps = balance.stamps, stamps.count >= stamps.full {
            return "\(text): one free. x redeems it."
        }
        if case .stamps = balance.unit { return "\(text). +1 adds a stamp." }
        return "balance \(text). An amount is spent, +20 is received."
    }

    private static func resultOfUse(_ effect: LedgerBooking.Effect, _ format: LocalFormat) -> String {
        effect.hasEntry ? "\(format.text(effect.before)) is spent; the card is archived" : "used; the card is archived"
    }

    func look(of field: Field) -> FormField {
        switch field {
        case .amount: FormField(label: "amount", placeholder: amountPlaceholder)
        case .day: FormField(label: "day", placeholder: "today")
        case .note: FormField(label: "note")
        }
    }

    private var amountPlaceholder: SafeText {
        let left = model.card.amountLeft
        if let stamps = left?.stamps, stamps.count >= stamps.full { return "x" }
        return switch left?.unit {
        case .stamps: "+1"
        case .percent, .multiplier: "used"
        case .currency, .points, nil: "7.40 or +20"
        }
    }

    func typed(_ editor: LineEditor, in field: Field) {
        switch field {
        case .amount: model.amountText = editor.text
        case .day: model.dayText = editor.text
        case .note: model.note = editor.text
        }
    }
}

/// The commands of the form that books an amount. Letters are text, so none of them is a command.
enum BookingCommands {
    static let table = CommandTable([CommandTable.Section("Entry in the ledger", commands)], isInText: true)

    private static let commands: [Command<BookingScreen>] =
        [
            Command(
                "booking.save", [.enter, .control("s")], "save the entry", hint: "save",
                also: ["save", "ok", "done", "spend", "receive"]
            ) {
                $0.model.finish()
            }
        ] + Command.fields("booking") + [.leave("booking", hint: "cancel")]
}
