import Basics
import CardViewModels
import Cards
import Terminal

/// The groups, each with the number of its cards.
@MainActor
final class GroupsScreen: ModelScreen, RowsPage {
    let model: GroupsModel
    let app: AppModel
    let table: CommandTable<GroupsScreen>
    var position = ScrollPosition()
    var layout = ScreenLayout(.zero)

    init(_ model: GroupsModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = GroupsCommands.table.mapped(by: setup.keyMap)
    }

    var title: SafeText { "Groups" }
    var summary: SafeText { hasRow ? SafeText(model.rows.count.counted("group")) : "" }
    var emptyText: SafeText? { model.isBusy ? nil : "No groups yet. In the list, # adds a card to one." }
    var selectedText: SafeText { SafeText(model.selectedRow?.name ?? "") }

    /// On a wider screen a number would be far from its group.
    private static let mostColumns = 80

    func draw(item: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle) {
        let row = model.rows[item]
        MessageLine(
            left: SafeText(row.name), leftStyle: style.theme[isSelected ? .selection : .text],
            // The numbers end in one column.
            right: SafeText(row.count.counted("card") + (row.count == 1 ? " " : "")), rightStyle: style.theme[.faint]
        ).draw(on: &canvas, in: canvas.bounds.inset(left: 2, right: max(0, canvas.bounds.columns - Self.mostColumns)))
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
