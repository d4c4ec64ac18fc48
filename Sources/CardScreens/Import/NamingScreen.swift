import CardViewModels
import Cards
import Terminal

/// Asks for the name of one card after the other, with its photo and what its barcode says.
@MainActor
final class NamingScreen: ModelScreen, TableScreen {
    let model: NamingModel
    let app: AppModel
    let table: CommandTable<NamingScreen>
    private var editor = LineEditor()
    /// The card that the editor is for.
    private var edited: Int?
    /// The last layout.
    private var layout = EntryLayout()
    private var picture = Rect.zero

    private static let labels = EntryLayout.Labels(columns: 4, lowRows: 9)
    /// The rows above the picture: the name, and beneath it the file and the code.
    private static let rowsAbove = 4
    private static let leastPicture = Size(columns: 12, rows: 4)
    private static let mostPicture = Size(columns: 52, rows: 16)

    init(_ model: NamingModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = NamingCommands.table.mapped(by: setup.keyMap)
    }

    var acceptsText: Bool { true }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        if edited != model.index || editor.text != model.name {
            (editor, edited) = (LineEditor(model.name), model.index)
        }
        layout = EntryLayout(
            app, in: size, style, fields: 1, labels: Self.labels, note: model.problem ?? facts,
            advice: model.problem.map { Message($0, kind: .warning) })
        picture = pictureFrame
        if let photo, !picture.isEmpty {
            style.pictures.requestThumbnail(of: photo, fitting: picture.size, on: style.medium)
        }
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.screen.footer)
    }

    private var photo: PhotoHash? { model.entry.card.front }

    /// What the card has but a name.
    private var facts: String {
        let card = model.entry.card
        let code = [card.barcode?.format.label, card.number].compactMap { $0 }.filter { !$0.isEmpty }
        return [card.name, code.joined(separator: " ")].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var pictureFrame: Rect {
        guard photo != nil, let line = layout.lines.first else { return .zero }
        let top = line.text.top + Self.rowsAbove
        let room = layout.screen.content
        let frame = Rect(
            column: line.text.left, row: top, columns: min(Self.mostPicture.columns, room.right - line.text.left - 1),
            rows: min(Self.mostPicture.rows, room.bottom - top))
        return frame.columns >= Self.leastPicture.columns && frame.rows >= Self.leastPicture.rows ? frame : .zero
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        MessageLine(
            left: "Names of the new cards", leftStyle: theme[.strong], right: SafeText(model.position),
            rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.screen.title)
        for line in layout.lines {
            let text = layout.draw("name", of: line, isFocused: true, on: &canvas, theme: theme)
            TextField(editor, style: text).draw(on: &canvas, in: line.text, isFocused: true)
        }
        layout.drawNote(as: model.problem == nil ? .faint : .warning, on: &canvas, theme: theme)
        if let photo, !picture.isEmpty, style.showsPhotos,
            case .success(let view) = style.pictures.thumbnail(of: photo, fitting: picture.size, on: style.medium)
        {
            view.draw(on: &canvas, in: picture)
        }
        StatusLine(app: app, style: style, advice: layout.advice).draw(
            on: &canvas, in: layout.screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        if case .key(let key) = event, isCommandKey(key), table.perform(key, on: self) { return true }
        guard editor.handle(event) else { return false }
        model.name = editor.text
        return true
    }
}

/// The commands while names are typed. Letters are text, so none of them is a command.
enum NamingCommands {
    static let table = CommandTable([CommandTable.Section("Names of new cards", commands)], isInText: true)

    private static let commands: [Command<NamingScreen>] = [
        Command(
            "naming.next", [.enter, .down, .tab], "save the name, and go on to the next card", hint: "next",
            also: ["save", "ok", "done"]
        ) {
            $0.model.next()
        },
        Command(
            "naming.previous", [.up, .shiftTab], "back to the previous card", hint: "back",
            when: Requirement("is at the first card") { $0.model.hasPrevious }
        ) {
            $0.model.previous()
        },
        .leave("naming", hint: "the rest later"),
    ]
}
