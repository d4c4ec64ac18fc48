import Terminal

extension BindingTable {
    /// The first key of an action as people read it; nil where it has none.
    func label(of action: Action) -> String? { bindings.first { $0.action == action }?.keys.first?.label }

    /// Gives an event to a screen whose keys are all in this table: false for a key that means nothing here now. What is pasted
    /// goes nowhere.
    @MainActor
    func handle(
        _ event: InputEvent, isEnabled: (Action) -> Bool, perform: (Action) -> Void, mouse: (MouseEvent) -> Void
    ) -> Bool {
        switch event {
        case .key(let key):
            guard let action = action(for: key, isEnabled: isEnabled) else { return false }
            perform(action)
        case .mouse(let event): mouse(event)
        case .paste: break
        }
        return true
    }
}
