import CardViewModels
import Terminal

/// The keys of the commands that messages offer.
extension AppScreen {
    /// The key of an offered command for people: on the screen on top; otherwise on the list, followed by "in the list".
    func label(of offered: OfferedCommand) -> String? {
        let names = offered.names
        let here = top.commands.flatMap(\.commands).first { names.contains($0.name) && $0.isEnabled }
        if let here { return here.keys.first?.label }
        if let command = table.commands.first(where: { names.contains($0.name) }) { return table.label(of: command) }
        // A message about syncing has no space for "in the list".
        guard offered != .synchronize, !model.navigator.path.isEmpty, let key = list.key(of: names) else { return nil }
        return "\(key) in the list"
    }
}
