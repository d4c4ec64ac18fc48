import CardViewModels
import Terminal

/// Asks twice for the password of an archive that is to be written, which is not shown.
@MainActor
final class NewPasswordScreen: FormScreen, ModelScreen {
    enum Field: CaseIterable { case password, repetition }

    let model: NewPasswordModel
    let app: AppModel
    let table: CommandTable<NewPasswordScreen>
    let fields: FormFields<Field>

    init(_ model: NewPasswordModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        fields = FormFields(
            labels: EntryLayout.Labels(columns: 8, gap: 1, lowRows: 5), focus: .password,
            texts: [.password: model.password, .repetition: model.repetition])
        table = NewPasswordCommands.table.mapped(by: setup.keyMap)
    }

    var title: String { "Password for \(model.subject)" }
    var problem: String? { model.problem }

    var explanation: String {
        "Encrypts the archive (AES-256) as Catima does; leave the password empty for no encryption. "
            + "Nobody can open the archive without the password."
    }

    func look(of field: Field) -> FormField {
        FormField(label: field == .password ? "password" : "repeat", isHidden: true)
    }

    func typed(_ editor: LineEditor, in field: Field) {
        switch field {
        case .password: model.password = editor.text
        case .repetition: model.repetition = editor.text
        }
    }

    /// The password is repeated before it is used.
    var isToBeRepeated: Bool { fields.focus == .password && !model.password.isEmpty && model.repetition.isEmpty }

    func finish() { if isToBeRepeated { moveFocus(by: 1) } else { model.finish() } }
}

/// The commands while a new password is typed. Letters are text, so none of them is a command.
enum NewPasswordCommands {
    static let table = CommandTable([CommandTable.Section("New password", commands)], isInText: true)

    private static let commands: [Command<NewPasswordScreen>] =
        [
            Command(
                "new-password.finish", [.enter], "repeat the password, then use it", hint: "use",
                hintNow: { $0.isToBeRepeated ? "repeat" : "use" }, also: ["ok", "encrypt", "done"]
            ) {
                $0.finish()
            }
        ] + Command.fields("new-password") + [.leave("new-password", hint: "cancel")]
}
