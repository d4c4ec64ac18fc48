import CardViewModels
import Cards
import Terminal

/// Asks for the name of one card after the other, with its photo and what its barcode says.
@MainActor
final class NamingScreen: FormScreen, ModelScreen {
    enum Field: CaseIterable { case name }

    let model: NamingModel
    let app: AppModel
    let table: CommandTable<NamingScreen>
    let fields = FormFields<Field>(
        labels: EntryLayout.Labels(columns: 4, lowRows: 9), focus: .name, texts: [.name: ""])
    /// The card that the name is of.
    private var edited: Int?
    private var picture = Rect.zero

    /// The rows above the picture: the name, and beneath it the file and the code.
    private static let rowsAbove = 4
    private static let leastPicture = Size(columns: 12, rows: 4)
    private static let mostPicture = Size(columns: 52, rows: 16)

    init(_ model: NamingModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = NamingCommands.table.mapped(by: setup.keyMap)
    }

    var title: String { "Names of the new cards" }
    var titleNote: SafeText { SafeText(model.position) }
    var problem: String? { model.problem }

    /// What the card has but a name.
    var explanation: String {
        let card = model.entry.card
        let code = [card.barcode?.format.label, card.number].compactMap { $0 }.filter { !$0.isEmpty }
        return [card.name, code.joined(separator: " ")].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    func look(of field: Field) -> FormField { FormField(label: "name") }

    func update() {
        // Undo of the next card does not bring back the name of this one.
        if edited != model.index { fields.editors[.name] = LineEditor(model.name) }
        edited = model.index
        fields.show(model.name, in: .name)
    }

    func typed(_ editor: LineEditor, in field: Field) { model.name = editor.text }

    // MARK: - The picture

    private var photo: PhotoHash? { model.entry.card.front }

    private var pictureFrame: Rect {
        guard photo != nil, let line = fields.layout.lines.first else { return .zero }
        let top = line.text.top + Self.rowsAbove
        let room = fields.layout.screen.content
        let frame = Rect(
            column: line.text.left, row: top, columns: min(Self.mostPicture.columns, room.right - line.text.left - 1),
            rows: min(Self.mostPicture.rows, room.bottom - top))
        return frame.columns >= Self.leastPicture.columns && frame.rows >= Self.leastPicture.rows ? frame : .zero
    }

    func layoutParts(style: ScreenStyle) {
        picture = pictureFrame
        if let photo, !picture.isEmpty {
            style.pictures.requestThumbnail(of: photo, fitting: picture.size, on: style.medium)
        }
    }

    func drawParts(on canvas: inout Canvas, style: ScreenStyle) {
        guard let photo, !picture.isEmpty, style.showsPhotos,
            case .success(let view) = style.pictures.thumbnail(of: photo, fitting: picture.size, on: style.medium)
        else { return }
        view.draw(on: &canvas, in: picture)
    }
}

/// The commands while names are typed. Letters are text, so none of them is a command.
enum NamingCommands {
    static let table = CommandTable([CommandTable.Section("Names of new cards", commands)], isInText: true)

    private static let commands: [Command<NamingScreen>] = [
        Command(
            "naming.next", [.enter, .down, .tab], "save the name and continue with the next card", hint: "next",
            also: ["save", "ok", "done"]
        ) {
            $0.model.next()
        },
        Command(
            "naming.previous", [.up, .shiftTab], "back to the previous card", hint: "back",
            when: Requirement("goes to the previous card, but this is the first") { $0.model.hasPrevious }
        ) {
            $0.model.previous()
        },
        .leave("naming", hint: "the rest later"),
    ]
}
