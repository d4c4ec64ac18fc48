import CardViewModels
import Terminal

/// The picker of all commands that are possible now: those of the screen beneath, and those that work everywhere.
@MainActor
struct CommandPalette {
    let screen: AppScreen

    /// They open the palette itself, or say what it makes needless.
    private static let omitted = Set([AppCommands.palette, AppCommands.back, AppCommands.interrupt].map(\.name))

    func makePicker() -> Picker {
        let everywhere = screen.table.sections(on: screen, reaches: screen.top.isCommandKey).flatMap(\.commands)
        let commands = (screen.top.commands.flatMap(\.commands) + everywhere).filter {
            $0.isEnabled && !Self.omitted.contains($0.name)
        }
        let options = commands.map { command in
            let key = command.keys.first.map { screen.plain.isOn ? KeyHint($0, "").spelledOut.key : $0.label }
            var option = Picker.Option(command.title, detail: key ?? "", perform: command.perform)
            option.name = command.name
            option.also = command.also
            return option
        }
        let (themes, themed) = (screen.themes, screen.themes.makeOptions())
        var picker = Picker("", placeholder: "Type a command", options + themed.map(\.option))
        picker.onSelect = { index in
            if index < options.count { themes.endPreview() } else { themed[index - options.count].preview() }
        }
        picker.onCancel = { themes.endPreview() }
        return picker
    }
}
