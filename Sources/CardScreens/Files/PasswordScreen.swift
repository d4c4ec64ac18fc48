import CardViewModels
import Cards
import Terminal

/// Asks for the password of an archive. What is typed is shown as dots.
@MainActor
final class PasswordScreen: FormScreen, ModelScreen {
    enum Field: CaseIterable { case password }

    let model: PasswordModel
    let app: AppModel
    let table: CommandTable<PasswordScreen>
    let fields = FormFields<Field>(
        labels: EntryLayout.Labels(columns: 8, gap: 1, lowRows: 4), focus: .password, texts: [.password: ""])

    init(_ model: PasswordModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = PasswordCommands.table.mapped(by: setup.keyMap)
    }

    var title: String { "Password for \(model.subject)" }
    var problem: String? { model.problem }

    var explanation: String { "The archive is encrypted. Its password is used once and not stored." }

    /// A wrong password was removed, and no undo brings it back.
    func update() { fields.replace(model.password, in: .password) }

    func look(of field: Field) -> FormField { FormField(label: "password", isHidden: true) }
    func typed(_ editor: LineEditor, in field: Field) { model.password = editor.text }
}

/// The commands while a password is typed. Letters are text, so none of them is a command.
enum PasswordCommands {
    static let table = CommandTable([CommandTable.Section("Password", commands)], isInText: true)

    private static let commands: [Command<PasswordScreen>] = [
        Command(
            "password.finish", [.enter], "use the password", hint: "use", also: ["ok", "open", "done"]
        ) {
            $0.model.finish()
        },
        .leave("password", hint: "cancel"),
    ]
}
