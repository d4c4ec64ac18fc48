import Terminal

/// What can be done while a kind of barcode is chosen, besides typing: no plain letters.
enum BarcodeChoiceAction: String, BindableAction {
    case take = "choose-kind.take"
    case leave = "choose-kind.leave"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<BarcodeChoiceAction> {
        BindingTable(
            [
                Binding(.take, [.enter], "take the kind", hint: "take"),
                Binding(.leave, [.escape], "forget what was typed; back", hint: "back"),
            ], keyMap: keyMap)
    }
}
