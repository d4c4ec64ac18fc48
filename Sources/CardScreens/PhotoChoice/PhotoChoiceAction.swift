import Terminal

/// What can be done while a picture is chosen, besides typing: no plain letters.
enum PhotoChoiceAction: String, BindableAction {
    case open = "choose.open"
    case up = "choose.up"
    case complete = "choose.complete"
    case recent = "choose.recent"
    case hidden = "choose.hidden"
    case leave = "choose.leave"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<PhotoChoiceAction> {
        BindingTable(
            [
                Binding(.open, [.enter, Key(.right)], "take the picture, go into the folder", hint: "take"),
                Binding(.up, [Key(.left), Key(.up, .alt)], "the folder around it", hint: "up"),
                Binding(.complete, [.tab], "complete a typed path; go into the folder"),
                Binding(.recent, [.control("r")], "the folders that photos came from", hint: "recent"),
                Binding(.hidden, [.alt("."), .alt("h")], "hidden files too, or not", hint: "hidden"),
                Binding(.leave, [.escape], "forget what was typed; back", hint: "back"),
            ], keyMap: keyMap)
    }
}
