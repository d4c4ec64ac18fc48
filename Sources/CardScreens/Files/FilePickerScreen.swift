import CardViewModels
import Cards
import Terminal

/// The file picker: folders first, then pictures, narrowed by typed text; the picture of the selected row beside them.
///
/// Text that begins like a path is a path, and does not narrow the rows.
@MainActor
final class FilePickerScreen: ModelScreen, FilteredRowsScreen {
    let model: FilePickerModel
    let app: AppModel
    let table: CommandTable<FilePickerScreen>
    private let chooser: FileChooser
    /// The last layout, for drawing, paging and the mouse.
    private var screen = ScreenLayout(.zero)
    private var layout = FilePickerLayout(in: .zero, showsPicture: false)

    init(_ model: FilePickerModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        chooser = FileChooser(for: model.purpose)
        table = FilePickerCommands.table.mapped(by: setup.keyMap)
    }

    var acceptsText: Bool { true }
    var widgetKeys: [HelpView.Section] {
        [
            HelpView.Section(
                "Typing",
                [
                    KeyHint(key: "a-z", text: "filter by name"),
                    KeyHint(key: "/ ~", text: "type a path"),
                ])
        ]
    }

    // MARK: - Drawing

    private var problem: Message? { model.problem.map { Message($0, kind: .warning) } }

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: problem, columns: size.columns))
        follow()
        layout = FilePickerLayout(in: screen.content, showsPicture: pictureRow != nil)
        if let preview { PicturePane(state: model.preview).request(inFrame: preview.frame.size, style: style) }
        style.layoutFooter(table.hints(on: self, reaches: isCommandKey), keepsEscape: true, in: screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let folder = model.folderLabel
        MessageLine(
            left: SafeText(title), leftStyle: theme[.strong],
            right: folder.map { Self.shortened($0, to: screen.title.columns / 2) } ?? "recent folders",
            rightStyle: theme[.faint]
        ).draw(on: &canvas, in: screen.title)
        drawField(on: &canvas, layout, theme)
        drawRows(on: &canvas, layout, style)
        if let (row, frame) = preview {
            PicturePane(state: model.preview).draw(
                title: SafeText(row.name), isFocused: false, on: &canvas, in: frame, style: style)
        }
        StatusLine(
            app: app, style: style, advice: problem, text: SafeText(status.name), position: SafeText(status.facts)
        )
        .draw(
            on: &canvas, in: screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private var title: String {
        switch model.purpose {
        case .photo(let side): "Choose the \(side.noun)"
        case .picture: "Choose a picture of the card"
        case .barcode: "Choose a picture or PDF"
        case .importCards: "Choose a file of cards"
        }
    }

    /// The end of a path is more informative than its beginning.
    private static func shortened(_ path: String, to columns: Int) -> SafeText {
        var parts = path.split(separator: "/")[...]
        var text = SafeText(path)
        while text.width > columns, parts.count > 1 {
            parts.removeFirst()
            text = SafeText("…/" + parts.joined(separator: "/"))
        }
        return text
    }

    private func drawField(on canvas: inout Canvas, _ layout: FilePickerLayout, _ theme: Theme) {
        canvas.write("/", at: Point(column: layout.field.left - 2, row: layout.field.top), style: theme[.accent])
        TextField(
            chooser.state.editor, style: theme[.text], placeholder: "a name or a path",
            placeholderStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.field, isFocused: true)
        guard !chooser.isPath else { return }
        let texts = chooser.foundCount.texts.map { SafeText($0) }
        Label(
            texts.first { $0.width <= layout.count.columns } ?? "", style: theme[.faint], alignment: .trailing
        ).draw(on: &canvas, in: layout.count)
    }

    private func drawRows(on canvas: inout Canvas, _ layout: FilePickerLayout, _ style: ScreenStyle) {
        let theme = style.theme
        if chooser.isPath { return drawSuggestions(on: &canvas, layout.list, theme) }
        drawAbsence(on: &canvas, layout.list, theme)
        drawRows(on: &canvas, theme: theme) {
            chooser.draw($1, on: &$0, theme: theme, now: app.clock, app.format, marked: model.marked)
        }
    }

    /// Says beneath the rows that a folder has no file to choose.
    private func drawAbsence(on canvas: inout Canvas, _ list: Rect, _ theme: Theme) {
        guard chooser.state.editor.isEmpty, model.listing > 0, model.folderLabel != nil,
            let text = chooser.count.absence
        else { return }
        let top = list.top + (model.rows.isEmpty ? 0 : model.rows.count + 1)
        for (row, line) in SafeText(text).wrapped(to: list.columns - 4).enumerated() where top + row < list.bottom {
            canvas.write(line, at: Point(column: list.left + 3, row: top + row), style: theme[.faint])
        }
    }

    private func drawSuggestions(on canvas: inout Canvas, _ area: Rect, _ theme: Theme) {
        for (row, text) in chooser.suggestions.prefix(area.rows).enumerated() {
            let frame = Rect(column: area.left + 3, row: area.top + row, columns: area.columns - 4, rows: 1)
            Label(SafeText(text), style: theme[.faint]).draw(on: &canvas, in: frame)
        }
    }

    /// The row whose picture is shown.
    private var pictureRow: FilePickerModel.Row? {
        guard !chooser.isPath, let row = chooser.selectedRow, row.kind == .picture else { return nil }
        return row
    }

    /// With the picture's frame.
    private var preview: (row: FilePickerModel.Row, frame: Rect)? {
        guard let frame = layout.preview, let row = pictureRow else { return nil }
        return (row, frame)
    }

    /// The status line's text about the selected row, and facts after it that are never cut.
    private var status: (name: String, facts: String) {
        let marked = model.marked.isEmpty ? "" : " · \(model.marked.count) marked"
        let row = rowStatus
        return (row.name, row.facts + marked)
    }

    private var rowStatus: (name: String, facts: String) {
        guard !chooser.isPath, let row = chooser.selectedRow else { return ("", "") }
        switch row.kind {
        case .parent: return ("parent folder", "")
        case .folder: return (row.name, "")
        case .picture, .document:
            return (row.name, " · " + FileChooser.description(of: row, app.clock, app.format))
        }
    }

    // MARK: - Input

    /// Called before handling keys: they may arrive before the next frame and refer to the current rows.
    private func follow() {
        chooser.show(
            model.rows, listing: model.listing, selecting: model.firstSelected, now: app.clock, app.format)
    }

    func handle(_ event: InputEvent) -> Bool {
        follow()
        switch event {
        case .key(let key):
            model.dismissProblem()
            if isCommandKey(key), table.perform(key, on: self) { return true }
            // With nothing to delete, backspace opens the parent folder.
            if key == Key(.backspace), chooser.state.editor.isEmpty {
                app.pictures.goUp(in: model)
                return true
            }
            guard chooser.type(key) else { return false }
        case .paste(let text):
            // A file dropped here is opened.
            if chooser.state.editor.isEmpty, let path = DroppedPath.path(in: text), path.contains("/") {
                app.pictures.choose(path, in: model)
            } else if chooser.state.editor.isEmpty, model.purpose == .importCards, text.contains("/"),
                case let paths = DroppedPath.paths(in: text), paths.count > 1
            {
                app.pictures.chooseFiles(paths, in: model)
            } else {
                chooser.paste(text)
            }
        case .mouse(let mouse): handle(mouse)
        }
        showPreview()
        return true
    }

    var state: ChooserState { chooser.state }

    /// None where a path is typed: what it names is suggested in their place.
    var rowsArea: Rect { isPath ? .zero : layout.list }

    func select(_ change: (inout ChooserState) -> Void) {
        guard !isPath else { return }
        chooser.change(change)
        showPreview()
    }

    /// Left and right move within the typed text, if there is any.
    func isCommandKey(_ key: Key) -> Bool {
        key.typedCharacter == nil && (chooser.state.editor.isEmpty || (key != Key(.left) && key != Key(.right)))
    }

    /// Whether the typed text is a path.
    var isPath: Bool { chooser.isPath }

    /// What Enter does, for the footer; nil for nothing.
    var openHint: String? {
        if takesMarked { return "choose \(markedAndSelected.count)" }
        let isFile: Bool? = isPath ? model.isNameOfFile(chooser.state.editor.text) : chooser.selectedRow?.isFile
        return isFile.map { $0 ? "choose" : "open" }
    }

    /// Clears the typed text before leaving.
    func leave() { if chooser.state.editor.isEmpty { app.back() } else { chooser.setText("") } }

    /// Whether Enter chooses what is marked: not on a folder that is not marked itself, which it opens.
    private var takesMarked: Bool {
        guard !model.marked.isEmpty, !chooser.isPath, let row = chooser.selectedRow else { return false }
        return row.isFile || model.marked.contains(row.path)
    }

    /// The marked paths, and that of the selected row.
    private var markedAndSelected: [String] {
        guard let row = chooser.selectedRow, !model.marked.contains(row.path) else { return model.marked }
        return model.marked + [row.path]
    }

    /// Whether the selected row can be imported with others.
    var canMark: Bool {
        guard model.purpose == .importCards, !chooser.isPath, let row = chooser.selectedRow else { return false }
        return row.kind != .parent
    }

    func toggleMark() {
        if let row = chooser.selectedRow { model.toggleMark(row) }
    }

    func accept() {
        if takesMarked { return app.pictures.chooseFiles(markedAndSelected, in: model) }
        if chooser.isPath {
            let path = chooser.state.editor.text
            chooser.setText("")
            app.pictures.choose(path, in: model)
        } else if let row = chooser.selectedRow {
            app.pictures.choose(row.path, in: model)
        }
    }

    func complete() {
        guard chooser.isPath else { return accept() }
        Task { [chooser, model] in await chooser.complete { await model.completions(of: $0) } }
    }

    private func showPreview() {
        follow()
        model.showPreview(of: chooser.isPath ? nil : chooser.selectedRow)
    }
}

/// The frames of the file picker: an input line, the rows, and the picture beside or beneath them.
struct FilePickerLayout {
    let field: Rect
    let count: Rect
    let list: Rect
    /// With its border; nil if there is no space for a picture, or none to show.
    let preview: Rect?

    /// The minimum width for the picture beside the rows, and the minimum height for it beneath them.
    private static let (wide, high) = (60, 14)
    private static let (shortCount, longCount) = (14, 24)

    /// - Parameter showsPicture: whether the selected row is a picture; otherwise the rows have the whole width.
    init(in area: Rect, showsPicture: Bool) {
        let hasCount = area.columns >= 40
        let counted = area.columns >= Self.wide ? Self.longCount : hasCount ? Self.shortCount : 0
        field = Rect(column: area.left + 3, row: area.top, columns: area.columns - 4 - counted, rows: 1)
        count = Rect(column: area.right - counted - 1, row: area.top, columns: counted, rows: 1)
        let below = area.inset(top: area.rows >= 6 ? 2 : 1)
        if !showsPicture {
            list = below
            preview = nil
        } else if area.columns >= Self.wide, below.rows >= 4 {
            let columns = min(area.columns / 2, 56)
            list = below.inset(right: columns + 1)
            preview = Rect(column: below.right - columns, row: below.top, columns: columns, rows: below.rows)
        } else if below.rows >= Self.high {
            let rows = below.rows / 2
            list = below.inset(bottom: rows)
            preview = Rect(column: below.left, row: below.bottom - rows, columns: below.columns, rows: rows)
        } else {
            list = below
            preview = nil
        }
    }
}

/// The commands of the file picker. Letters narrow the list, so none of them is a command.
enum FilePickerCommands {
    static let table = CommandTable(
        [
            CommandTable.Section("Choosing a file", commands),
            CommandTable.Section("Moving", Command.movesInFilter("choose.row-")),
        ], isInText: true)

    static let open = Command<FilePickerScreen>(
        "choose.open", [.enter, .right], "choose the picture or open the folder", hintNow: { $0.openHint }
    ) {
        $0.accept()
    }
    static let complete = Command<FilePickerScreen>(
        "choose.complete", [.tab], "complete the path or open the folder", hintNow: { $0.isPath ? "complete" : nil }
    ) {
        $0.complete()
    }

    private static let commands: [Command<FilePickerScreen>] = [
        open,
        Command(
            "choose.up", [.left, Key(.up, .alt)], "parent folder", hint: "up", also: ["parent", "back"],
            when: Requirement("opens the parent folder, but there is none") { $0.model.folderLabel != "/" }
        ) {
            $0.app.pictures.goUp(in: $0.model)
        },
        complete,
        Command(
            "choose.mark", [.control("t")], "mark to import several files, or a whole folder",
            hintNow: { $0.canMark ? "mark" : nil }, also: ["several", "select", "folder", "all"],
            when: Requirement(
                isMet: { $0.canMark },
                refusal: {
                    $0.model.purpose == .importCards
                        ? "marks files and folders to import, but not this row"
                        : "marks files to import, but only one picture can be chosen here"
                })
        ) {
            $0.toggleMark()
        },
        Command(
            "choose.recent", [.control("r")], "folders used recently", hint: "recent", also: ["folders"],
            when: Requirement("shows recent folders, but there are none yet") { $0.model.hasRecent }
        ) {
            $0.model.toggleRecent()
        },
        Command("choose.hidden", [.alt("."), .alt("h")], "show or hide hidden files", hint: "hidden") {
            $0.model.toggleHidden()
        },
        Command("choose.leave", [.escape], "clear the typed text, then back", hint: "back", leaves: true) {
            $0.leave()
        },
    ]
}
