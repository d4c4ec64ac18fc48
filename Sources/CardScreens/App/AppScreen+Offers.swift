import CardViewModels
import Terminal

/// The keys of the commands that messages offer.
extension AppScreen {
    /// The key of a command that a message offers, as people read it: on the screen on top, else on the list, which is then said.
    func label(of offered: OfferedCommand) -> String? {
        let names = offered.names
        let here = top.commands.flatMap(\.commands).first { names.contains($0.name) && $0.isEnabled }
        if let here { return here.keys.first?.label }
        if let command = table.commands.first(where: { names.contains($0.name) }) { return table.label(of: command) }
        // How to synchronize is said in a few words or not at all.
        guard offered != .synchronize, !model.navigator.path.isEmpty, let key = list.key(of: names) else { return nil }
        return "\(key) in the list"
    }
}
