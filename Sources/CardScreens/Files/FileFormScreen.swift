import CardTransfer
import CardViewModels
import Cards
import Terminal

/// Asks for a file by its path: to import cards from, or to write to.
@MainActor
final class FileFormScreen: FormScreen, ModelScreen {
    enum Field: CaseIterable { case file }

    let model: FileFormModel
    let app: AppModel
    let table: CommandTable<FileFormScreen>
    let fields: FormFields<Field>
    private let completion = PathCompletion()

    init(_ model: FileFormModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        fields = FormFields(
            labels: EntryLayout.Labels(columns: 4, lowRows: 4, maximumColumns: .max), focus: .file,
            texts: [.file: model.path])
        table = FileFormCommands.table.mapped(by: setup.keyMap)
    }

    private struct Texts {
        let title: String
        /// What Enter does, for the footer.
        let finishing: String
        let activity: SafeText
        let explanation: String
    }

    private var texts: Texts {
        let replacing = " You are asked before an existing file is replaced."
        switch model.purpose {
        case .importCards:
            return Texts(
                title: "Import cards", finishing: "import", activity: "Reading…",
                explanation:
                    "A file of this or another program: JSON, Catima, Apple Wallet, a table, and others; several "
                    + "files, a folder of pictures, or https://… You see the contents first.")
        case .exportCards(let subject, let format):
            let encryption = model.password.isEmpty ? "" : "The archive is encrypted. "
            return Texts(
                title: "Export \(subject)", finishing: "export", activity: "Exporting…",
                explanation: encryption + text(of: format) + replacing)
        case .writeLedger(let card):
            return Texts(
                title: "Export the ledger of \(card)", finishing: "export", activity: "Exporting…",
                explanation: "A table for spreadsheets, one entry per line." + replacing)
        case .writePhoto(let subject):
            return Texts(
                title: "Save \(subject) as a file", finishing: "save", activity: "Saving…",
                explanation: "The photo as stored, in full size." + replacing)
        case .writeBarcode(let subject):
            return Texts(
                title: "Save \(subject) as a file", finishing: "save", activity: "Saving…",
                explanation: "A PNG, large enough to print." + replacing)
        }
    }

    var title: String { texts.title }
    var finishing: String { texts.finishing }
    var problem: String? { model.problem }
    var activity: SafeText { model.isBusy ? texts.activity : "" }

    var explanation: String {
        if let progress = model.progress { return progress }
        return completion.suggestions.isEmpty ? texts.explanation : completion.text
    }

    private func text(of format: ExportFormat) -> String {
        switch format {
        case .json: "A JSON array, one card per line, photos included; it can be imported again."
        case .catima: "A ZIP archive with photos, which Catima imports."
        case .catimaTable: "A table without photos, which Catima imports."
        case .csv: "A table for spreadsheets, without photos."
        case .calendar: "An event for each expiry date and each date of a ticket, with an alarm."
        case .page: "A page with photos and barcodes in it, to be printed from a browser."
        case .pass: "The original passes; cards without a pass are left out."
        }
    }

    /// Whether the file may be encrypted.
    var canEncrypt: Bool {
        if case .exportCards(_, .catima) = model.purpose { true } else { false }
    }

    var hasPath: Bool { !model.chosenPath.isEmpty }

    /// A path can be chosen instead of typed.
    func update() { fields.show(model.path, in: .file) }

    func look(of field: Field) -> FormField {
        FormField(label: "file", placeholder: SafeText(model.suggestion ?? ""))
    }

    // MARK: - Input

    func typed(_ editor: LineEditor, in field: Field) {
        model.path = editor.text
        completion.forget()
    }

    /// A file that was dropped on the terminal arrives as a path in the terminal's quotes; for an import they may be several.
    func insert(_ text: String, into editor: inout LineEditor, of field: Field) {
        let dropped = editor.isEmpty ? path(dropped: text) : nil
        editor.insert(dropped ?? text)
    }

    private func path(dropped text: String) -> String? {
        if let path = DroppedPath.path(in: text) { return path }
        let paths = model.purpose == .importCards ? DroppedPath.paths(in: text) : []
        return paths.isEmpty ? nil : DroppedPath.text(of: paths)
    }

    func complete() {
        if model.path.isEmpty, let suggestion = model.suggestion { return model.path = suggestion }
        Task { [model, completion] in
            if let path = await completion.extend({ model.path }, by: { await model.completions(of: $0) }) {
                model.path = path
            }
        }
    }
}

/// The commands while the path of a file is typed. Letters are text, so none of them is a command.
enum FileFormCommands {
    static let table = CommandTable([CommandTable.Section("File", commands)], isInText: true)

    private static let commands: [Command<FileFormScreen>] = [
        Command(
            "file.finish", [.enter], "import or save the file", hintNow: { $0.finishing },
            also: ["save", "ok", "import", "export", "write"],
            when: Requirement(Refusal("needs a path; choose a file", remedy: "file.choose")) { $0.hasPath }
        ) {
            $0.app.transfer.finish($0.model)
        },
        Command("file.complete", [.tab], "complete the path", hint: "complete") { $0.complete() },
        Command(
            "file.choose", [.control("o")], "choose the file from a folder", hint: "choose",
            also: ["browse", "folder", "open", "pick"],
            when: Requirement("chooses a file to import, but here a file is saved") { $0.model.purpose == .importCards }
        ) {
            $0.app.pictures.chooseImport()
        },
        Command(
            "file.password", [.control("p")], "encrypt the file with a password",
            hintNow: { $0.canEncrypt ? "password" : nil }, also: ["encrypt", "secret", "aes", "zip"],
            when: Requirement("encrypts a Catima archive, but this file is not one") { $0.canEncrypt }
        ) {
            $0.app.transfer.exports.askPassword($0.model)
        },
        .leave("file"),
    ]
}
