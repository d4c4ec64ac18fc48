import CardViewModels
import Terminal

/// The keys of the commands that messages offer.
extension AppScreen {
    /// The key of an offered command for people: on the screen on top; otherwise on the list, followed by "in the list". That which
    /// lists settings problems has no key of its own, and is written as it is typed into the palette: ":settings problems".
    func label(of offered: OfferedCommand) -> String? {
        let name = offered.rawValue
        let here = top.commands.flatMap(\.commands).first { $0.has(name) && $0.isEnabled }
        if let here { return here.keys.first?.label }
        if let command = table.commands.first(where: { $0.name == name }) {
            return table.label(of: command) ?? (offered == .showSettingsProblems ? paletteLabel(of: command) : nil)
        }
        // A message about syncing has no space for "in the list".
        guard offered != .synchronize, !model.navigator.path.isEmpty, let key = list.key(of: name) else { return nil }
        return "\(key) in the list"
    }

    /// The key of the palette, and the beginning of the command's title.
    private func paletteLabel(of command: Command<AppScreen>) -> String? {
        guard let key = table.keys(of: AppCommands.palette).first(where: { top.isCommandKey($0) }) else {
            return nil
        }
        let words = command.title.prefix { $0 != ":" }
        return key.typedCharacter == nil ? "\(key.label) \(words)" : "\(key.label)\(words)"
    }
}
