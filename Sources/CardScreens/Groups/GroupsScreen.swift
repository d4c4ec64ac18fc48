import Basics
import CardViewModels
import Cards
import Terminal

/// The groups, each with the number of its cards.
@MainActor
final class GroupsScreen: RowsScreen {
    let model: GroupsModel
    let app: AppModel
    let table: CommandTable<GroupsScreen>
    var position = ScrollPosition()
    private(set) var layout = ScreenLayout(.zero)
    var rowsArea: Rect { layout.content }

    init(_ model: GroupsModel, app: AppModel, keyMap: KeyMap) {
        self.model = model
        self.app = app
        table = GroupsCommands.table.mapped(by: keyMap)
    }

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(Rect(size), statusRows: StatusLine.rows(app, style, columns: size.columns))
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let count = model.rows.count
        drawTitle("Groups", right: count == 0 ? "" : SafeText(count.counted("group")), on: &canvas, theme: theme)
        let empty: SafeText = "No card is in a group yet. In the list # adds one."
        drawRows(on: &canvas, theme: theme, empty: model.isBusy ? nil : empty) { canvas, rank in
            draw(model.rows[rank], isSelected: rank == model.selectedRank, on: &canvas, theme: theme)
        }
        StatusLine(app: app, style: style, text: SafeText(model.selectedRow?.name ?? ""), position: positionText).draw(
            on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func draw(_ row: GroupCount, isSelected: Bool, on canvas: inout Canvas, theme: Theme) {
        if isSelected { canvas.write("▌", at: .zero, style: theme[.accent]) }
        MessageLine(
            left: SafeText(row.name), leftStyle: theme[isSelected ? .selection : .text],
            right: SafeText(row.count.counted("card")), rightStyle: theme[.faint]
        ).draw(on: &canvas, in: canvas.bounds.inset(left: 1, right: 1))
    }
}

/// The commands of the groups.
enum GroupsCommands {
    static let table = CommandTable([CommandTable.Section("Groups", commands)])

    private static let commands: [Command<GroupsScreen>] =
        [
            Command(
                "groups.show", [.enter, "l", .right], "list the cards of the group", hint: "list cards",
                also: ["open", "filter", "cards"], when: .row
            ) { $0.model.showCards() },
            Command(
                "groups.rename", ["r", "e"], "rename the group", hint: "rename", also: ["edit", "merge"], when: .row
            ) { $0.model.askForName() },
            Command(
                "groups.delete", ["d"], "delete the group (asks first); its cards stay", hint: "delete",
                also: ["remove", "ungroup"], when: .row
            ) { $0.model.askToDelete() },
            Command(
                "groups.move-down", ["J"], "move the group down", hint: "move", also: ["order", "sort"], when: .row
            ) {
                $0.model.move(down: true)
            },
            Command("groups.move-up", ["K"], "move the group up", also: ["order", "sort"], when: .row) {
                $0.model.move(down: false)
            },
            .undo("groups"),
            .redo("groups"),
            .leave("groups", keys: [.escape, "h", .left], title: "back to the list"),
        ] + Command.moves("groups", first: "first group", last: "last group", when: .row)
}

extension Requirement<GroupsScreen> {
    fileprivate static var row: Requirement { row("needs a group, but there is none") }
}
