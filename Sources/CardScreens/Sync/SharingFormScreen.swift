import CardViewModels
import Cards
import Terminal

/// The form for an address over which the cards are shared with other devices, and what this device is called there.
@MainActor
final class SharingFormScreen: FormScreen, ModelScreen {
    typealias Field = SharingFormModel.Field

    let model: SharingFormModel
    let app: AppModel
    let table: CommandTable<SharingFormScreen>
    let fields: FormFields<Field>
    private let completion = PathCompletion()

    init(_ model: SharingFormModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        fields = FormFields(
            labels: EntryLayout.Labels(columns: 11), focus: .address,
            texts: [.address: model.address, .deviceName: model.deviceName])
        table = SharingFormCommands.table.mapped(by: setup.keyMap)
    }

    var title: String { "Share with other devices" }
    var titleNote: SafeText { SafeText(model.phase.map(ExchangeText.text) ?? "") }
    var problem: String? { model.problem }
    var activity: SafeText { model.isTrying ? "One moment…" : "" }

    /// An address is completed, and the name of this device comes from the store.
    func update() {
        fields.show(model.address, in: .address)
        fields.show(model.deviceName, in: .deviceName)
    }

    func look(of field: Field) -> FormField {
        switch field {
        case .address: FormField(label: "address", placeholder: "folder:")
        case .deviceName: FormField(label: "this device")
        }
    }

    var explanation: String {
        if !completion.suggestions.isEmpty { return completion.text }
        return switch fields.focus {
        case .address:
            "folder:PATH, https://… (WebDAV) or postgresql://…, which all devices can reach. You are asked before anything is "
                + "sent. A password and a passphrase come from the settings: sync.credentials_file, sync.key_file."
        case .deviceName: "What the other devices call this one, in the history and in conflicts."
        }
    }

    // MARK: - Input

    func enter() -> Bool {
        if fields.focus == .address { moveFocus(by: 1) } else { look() }
        return true
    }

    func insert(_ text: String, into editor: inout LineEditor, of field: Field) {
        // A whole address replaces what was typed.
        if field == .address, text.contains(":") { editor.setText(text.trimmed) } else { editor.insert(text) }
    }

    func typed(_ editor: LineEditor, in field: Field) {
        switch field {
        case .address:
            model.address = editor.text
            completion.forget()
        case .deviceName: model.deviceName = editor.text
        }
    }

    /// Without an address the focus moves to its field.
    func look() {
        if model.address.isEmpty { fields.focus = .address }
        model.look()
    }

    /// Completes the path of a folder as far as possible; otherwise it goes to the next field.
    func next() {
        guard fields.focus == .address, model.isPath else { return moveFocus(by: 1) }
        let hadSuggestions = !completion.suggestions.isEmpty
        Task { [model, completion, fields] in
            if let address = await completion.extend({ model.address }, by: { await model.completions(of: $0) }) {
                model.address = address
            } else if hadSuggestions || completion.suggestions.isEmpty, fields.focus == .address {
                moveFocus(by: 1)
            }
        }
    }

    func moveFocus(by step: Int) {
        completion.forget()
        fields.moveFocus(by: step)
    }
}

/// The commands of the form for an address over which cards are shared. Letters are text, so none of them is a command.
enum SharingFormCommands {
    static let table = CommandTable(
        [CommandTable.Section("Sharing with other devices", commands)], isInText: true)

    private static let commands: [Command<SharingFormScreen>] = [
        Command(
            "share.look", [.control("s")], "test the address; asks before anything is sent", hint: "continue",
            also: ["store", "done", "ok", "submit", "share"],
            when: Requirement("tests the address, but a test is already running") { !$0.model.isTrying }
        ) {
            $0.look()
        },
        Command("share.next", [.tab], "complete the path, or next field", hint: "next") { $0.next() },
        Command("share.down", [.down], "next field") { $0.moveFocus(by: 1) },
        Command("share.previous", [.shiftTab, .up], "previous field") { $0.moveFocus(by: -1) },
        .leave("share", hint: "cancel"),
    ]
}
