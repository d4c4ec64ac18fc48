import CardViewModels
import Terminal

/// The form that renames a group.
@MainActor
final class GroupNameScreen: FormScreen, ModelScreen {
    enum Field: CaseIterable { case name }

    let model: GroupNameModel
    let app: AppModel
    let table: CommandTable<GroupNameScreen>
    let fields: FormFields<Field>

    init(_ model: GroupNameModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        fields = FormFields(
            labels: EntryLayout.Labels(columns: 4, lowRows: 4), focus: .name, texts: [.name: model.name])
        table = GroupNameCommands.table.mapped(by: setup.keyMap)
    }

    var title: String { "Rename the group \(model.group)" }
    var problem: String? { model.problem }
    var explanation: String { model.joined.map { "The cards join the group “\($0)”." } ?? "" }
    func look(of field: Field) -> FormField { FormField(label: "name") }
    func typed(_ editor: LineEditor, in field: Field) { model.name = editor.text }
}

/// The commands while the name of a group is typed. Letters are text, so none of them is a command.
enum GroupNameCommands {
    static let table = CommandTable([CommandTable.Section("Renaming a group", commands)], isInText: true)

    private static let commands: [Command<GroupNameScreen>] = [
        Command(
            "group-name.finish", [.enter, .control("s")], "rename the group", hint: "rename",
            also: ["ok", "save", "done", "merge"]
        ) {
            $0.model.finish()
        },
        .leave("group-name", hint: "cancel"),
    ]
}
