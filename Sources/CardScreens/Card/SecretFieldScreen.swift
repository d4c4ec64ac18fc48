import CardViewModels
import Cards
import Terminal

/// The form of a secret field: its label, and the secret, which is shown as dots.
@MainActor
final class SecretFieldScreen: FormScreen, ModelScreen {
    enum Field: CaseIterable { case label, secret }

    let model: SecretFieldModel
    let app: AppModel
    let table: CommandTable<SecretFieldScreen>
    let fields: FormFields<Field>

    init(_ model: SecretFieldModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        fields = FormFields(
            labels: EntryLayout.Labels(columns: 6), focus: model.label.isEmpty ? .label : .secret,
            texts: [.label: model.label, .secret: model.value])
        table = SecretFieldCommands.table.mapped(by: setup.keyMap)
    }

    var title: String { "Secret field: \(model.cardName)" }
    var problem: String? { model.problem }
    var alwaysExplains: Bool { true }

    var explanation: String {
        (model.known.map { "Replaces the \($0.shortName) that the card has. " } ?? "")
            + "It is shown as dots, is in no search and no history, and exports leave it out. "
            + "It is stored unencrypted here, and sent to your other devices only if the shared cards are encrypted."
    }

    func look(of field: Field) -> FormField {
        switch field {
        case .label: FormField(label: "label", placeholder: "such as PIN")
        case .secret: FormField(label: "secret", isHidden: true)
        }
    }

    // MARK: - Input

    func finish() {
        // Enter in the first field goes on to the second.
        if fields.focus == .label, model.value.isEmpty { return moveFocus(by: 1) }
        model.finish()
    }

    func insert(_ text: String, into editor: inout LineEditor, of field: Field) {
        // The end of a copied line would be a blank that nobody sees behind dots.
        editor.insert(field == .secret ? String(text.reversed().drop(while: \.isNewline).reversed()) : text)
    }

    func typed(_ editor: LineEditor, in field: Field) {
        switch field {
        case .label: model.label = editor.text
        case .secret: model.value = editor.text
        }
    }
}

/// The commands of the form of a secret field. Letters are text, so none of them is a command.
enum SecretFieldCommands {
    static let table = CommandTable([CommandTable.Section("Secret field", commands)], isInText: true)

    private static let commands: [Command<SecretFieldScreen>] =
        [
            Command(
                "secret.save", [.enter, .control("s")], "save the secret field", hint: "save",
                also: ["save", "ok", "done"]
            ) {
                $0.finish()
            }
        ] + Command.fields("secret", next: "next field", previous: "previous field") + [
            Command(
                "secret.remove", [.control("d")], "remove the secret field",
                hintNow: { $0.model.known == nil ? nil : "remove" },
                also: ["delete", "remove"],
                when: Requirement("removes the field with this label, but the card has none") { $0.model.known != nil }
            ) {
                $0.model.remove()
            },
            .leave("secret", hint: "cancel"),
        ]
}
