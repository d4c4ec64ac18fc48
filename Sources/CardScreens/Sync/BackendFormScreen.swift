import Basics
import CardViewModels
import Cards
import Terminal

/// The form for a backend: its address, its service and its credentials, which are shown as dots.
@MainActor
final class BackendFormScreen: FormScreen, ModelScreen {
    typealias Field = BackendFormModel.Field

    let model: BackendFormModel
    let app: AppModel
    let table: CommandTable<BackendFormScreen>
    let fields: FormFields<Field>

    init(_ model: BackendFormModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        fields = FormFields(
            labels: EntryLayout.Labels(columns: 11), focus: .url,
            texts: [.url: model.proposal.url, .credentials: model.proposal.credentials])
        table = BackendFormCommands.table.mapped(by: setup.keyMap)
    }

    var title: String { "Set up a backend" }
    var problem: String? { model.problem }
    var activity: SafeText { model.isTrying ? "Testing the backend…" : "" }

    func look(of field: Field) -> FormField {
        switch field {
        case .url: FormField(label: "address", placeholder: "https://")
        case .service:
            FormField(
                label: "service",
                choice: SafeText("\(model.proposal.kind.name) (\(model.proposal.kind.rawValue))"))
        case .credentials: FormField(label: "credentials", placeholder: "none", isHidden: true)
        }
    }

    var explanation: String {
        switch fields.focus {
        case .url:
            "The address of the backend, such as https://cards.example. It is tested before anything is saved."
        case .service:
            switch model.proposal.kind {
            case .myCards: "A server with GET /cards.json and POST /cards, or a folder of files."
            case .firebase: "A Firebase Realtime Database: its address, or the address of a path in it."
            }
        case .credentials:
            "user:password, or a token; empty if the backend needs none. They are saved in a separate file that only you "
                + "can read."
        }
    }

    // MARK: - Input

    func choose(_ key: Key) -> Bool {
        guard key == Key(" ") else { return false }
        model.toggleService()
        return true
    }

    func enter() -> Bool {
        moveFocus(by: 1)
        return true
    }

    func insert(_ text: String, into editor: inout LineEditor, of field: Field) {
        let text = text.trimmed
        // A whole address replaces what was typed.
        if field == .url, text.contains(bytesOf: "://") { editor.setText(text) } else { editor.insert(text) }
    }

    func typed(_ editor: LineEditor, in field: Field) {
        if field == .url { model.proposal.url = editor.text } else { model.proposal.credentials = editor.text }
    }

    /// Whether the footer has no room for long hints.
    var isNarrow: Bool { fields.layout.screen.footer.columns < 44 }

    /// Tests and saves the backend; without an address the focus moves to its field.
    func save() {
        if model.proposal.url.isEmpty { fields.focus = .url }
        model.save()
    }
}

/// The commands of the form for a backend. Letters are text, so none of them is a command.
enum BackendFormCommands {
    static let table = CommandTable([CommandTable.Section("Setting up a backend", commands)], isInText: true)

    static let save = Command<BackendFormScreen>(
        "setup.save", [.control("s")], "test the backend and save it", hint: "test and save",
        hintNow: { $0.isNarrow ? "save" : "test and save" }, also: ["store", "done", "ok", "submit"],
        when: Requirement("tests the backend, but a test is running") { !$0.model.isTrying }
    ) {
        $0.save()
    }

    private static let commands: [Command<BackendFormScreen>] =
        [save] + Command.fields("setup") + [
            Command(
                "setup.service", [.enter, .left, .right], "change the service", hint: "change service",
                when: Requirement("changes the service while its field is selected") { $0.fields.focus == .service }
            ) {
                $0.model.toggleService()
            },
            Command(
                "setup.share", [.control("o")], "share with other devices instead", hint: "other devices",
                also: ["devices", "share", "vault"],
                when: Requirement("shares the cards with other devices, but a demo cannot") { $0.app.sharing.canShare }
            ) {
                $0.app.sharing.openForm()
            },
            .leave("setup", hint: "cancel"),
        ]
}
