import Terminal

/// A screen whose keys are those of one table of commands.
@MainActor
protocol TableScreen: Screen {
    var table: CommandTable<Self> { get }
    func handle(_ mouse: MouseEvent)
}

extension TableScreen {
    var commands: [CommandSection] { table.sections(on: self, reaches: isCommandKey) }

    func handle(_ event: InputEvent) -> Bool { table.handle(event, on: self, mouse: handle) }

    func handle(_ mouse: MouseEvent) {}
}
