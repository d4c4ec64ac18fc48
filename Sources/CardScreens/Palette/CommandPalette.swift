import Terminal

/// The picker of all commands that are possible now: those of the screen beneath, and those that work everywhere.
@MainActor
struct CommandPalette {
    let screen: AppScreen

    /// They open the palette itself, or say what it makes needless.
    private static let omitted = Set([AppCommands.palette, AppCommands.back, AppCommands.interrupt].map(\.name))

    func makePicker() -> PickerScreen {
        let everywhere = screen.table.sections(on: screen, reaches: screen.top.isCommandKey).flatMap(\.commands)
        let commands = (screen.top.commands.flatMap(\.commands) + everywhere).filter {
            $0.isEnabled && !Self.omitted.contains($0.name)
        }
        let options = commands.map { command in
            PickerScreen.Option(
                name: command.name, title: command.title, detail: command.keys.first?.label ?? "", also: command.also,
                perform: command.perform)
        }
        let (themes, themed) = (screen.themes, screen.themes.makeOptions())
        let picker = PickerScreen(
            options + themed.map(\.option), placeholder: "Type a command", isPlain: screen.plain.isOn)
        picker.onSelect = { index in
            if index < options.count { themes.endPreview() } else { themed[index - options.count].preview() }
        }
        picker.onCancel = { themes.endPreview() }
        return picker
    }
}
