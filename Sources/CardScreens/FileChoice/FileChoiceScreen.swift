import CardTransfer
import CardViewModels
import Cards
import Terminal

/// Asks for a file by its path: to import cards from, or to write to.
@MainActor
final class FileChoiceScreen: ModelScreen, TableScreen {
    /// The texts of the screen.
    struct Texts {
        let title: String
        let explanation: String
        /// For the footer.
        let hint: String
        let working: SafeText
    }

    let model: FileChoiceModel
    let app: AppModel
    let table: CommandTable<FileChoiceScreen>
    let texts: Texts
    private var path = PathField()
    /// The last layout.
    private var layout = ScreenLayout(.zero)

    init(_ model: FileChoiceModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = FileChoiceCommands.table.mapped(by: setup.keyMap)
        texts =
            switch model.purpose {
            case .importCards:
                Texts(
                    title: "Import cards",
                    explanation:
                        "A file of this or another program: JSON, Catima, Apple Wallet, a table, and others; several "
                        + "files, a folder of pictures, or https://… You see the contents first.",
                    hint: "import", working: "Reading…")
            case .exportCards(let subject, let format):
                Texts(
                    title: "Export \(subject)",
                    explanation: Self.explanation(of: format)
                        + " You are asked before an existing file is replaced.",
                    hint: "export", working: "Exporting…")
            case .writeLedger(let card):
                Texts(
                    title: "Export the ledger of \(card)",
                    explanation:
                        "A table for spreadsheets, one entry per line. You are asked before an existing file is "
                        + "replaced.",
                    hint: "export", working: "Exporting…")
            case .writePhoto(let subject), .writeBarcode(let subject):
                Texts(
                    title: "Save \(subject) as a file",
                    explanation: (model.purpose == .writeBarcode(subject: subject)
                        ? "A PNG, large enough to print. " : "The photo as stored, in full size. ")
                        + "You are asked before an existing file is replaced.",
                    hint: "save", working: "Saving…")
            }
        path.editor.setText(model.path)
        model.onChoose = { [path] in path.editor.setText($0) }
    }

    private static func explanation(of format: ExportFormat) -> String {
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

    var acceptsText: Bool { true }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(Rect(size), statusRows: StatusLine.rows(app, style, columns: size.columns))
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        MessageLine(left: SafeText(texts.title), leftStyle: theme[.strong]).draw(on: &canvas, in: layout.title)
        let area = layout.content.inset(left: 1, top: min(1, layout.content.rows - 1), right: 1)
        let field = Rect(column: area.left + 6, row: area.top, columns: area.columns - 6, rows: 1)
        canvas.write("file", at: area.origin, style: theme[.faint])
        path.draw(
            on: &canvas, in: field, isFocused: true, theme: theme, placeholder: SafeText(model.suggestion ?? ""))
        let explanation = model.password.isEmpty ? texts.explanation : "The archive is encrypted. " + texts.explanation
        let below =
            model.problem ?? model.progress
            ?? (path.suggestions.isEmpty ? explanation : path.suggestions.joined(separator: "  "))
        let belowStyle = theme[model.problem == nil ? .faint : .warning]
        for (row, line) in SafeText.paragraphs(below, columns: field.columns).enumerated() where row + 2 < area.rows {
            canvas.write(line, at: Point(column: field.left, row: area.top + 2 + row), style: belowStyle)
        }
        StatusLine(app: app, style: style, text: model.isBusy ? texts.working : "").draw(
            on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            if isCommandKey(key), table.perform(key, on: self) { return true }
            guard path.editor.handle(key) else { return false }
        case .paste(let text):
            path.editor.insert((path.editor.isEmpty ? dropped(text) : nil) ?? text)
        case .mouse: return true
        }
        model.path = path.editor.text
        return true
    }

    /// The path of a file that was dropped here; for an import, those of several.
    private func dropped(_ text: String) -> String? {
        if let path = DroppedPath.path(in: text) { return path }
        let paths = model.purpose == .importCards ? DroppedPath.paths(in: text) : []
        return paths.isEmpty ? nil : DroppedPath.text(of: paths)
    }

    var hasPath: Bool { !path.editor.isEmpty || model.suggestion != nil }

    func finish() {
        model.path = path.editor.text
        app.transfer.finish(model)
    }

    func complete() {
        if path.editor.isEmpty, let suggestion = model.suggestion {
            model.path = suggestion
            return path.editor.setText(suggestion)
        }
        Task { [model, path] in
            await path.complete { _ in await model.completions() }
            model.path = path.editor.text
        }
    }
}
