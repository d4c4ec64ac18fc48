import Terminal

/// Something that can be done now, with its words and its key: what the palette lists.
@MainActor
struct ScreenCommand {
    let words: String
    /// Empty where no key does it.
    let key: String
    let perform: () -> Void
}

extension BindingTable {
    /// The enabled actions as commands, in the order of the help.
    @MainActor
    func commands(isEnabled: (Action) -> Bool, perform: @escaping (Action) -> Void) -> [ScreenCommand] {
        bindings.filter { isEnabled($0.action) }.map { binding in
            ScreenCommand(
                words: binding.help, key: binding.keys.first?.label ?? "",
                perform: { perform(binding.action) })
        }
    }
}
