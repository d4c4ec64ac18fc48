import Terminal

/// What can be done before the camera.
enum CameraAction: String, BindableAction {
    case take = "camera.take"
    case turn = "camera.turn"
    case choose = "camera.choose"
    case leave = "camera.leave"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<CameraAction> {
        BindingTable(
            [
                Binding(.take, [.enter, Key(" ")], "take the picture; try again where there is none", hint: "take it"),
                Binding(.turn, [Key("r")], "turn by a quarter", hint: "turn"),
                Binding(.choose, [Key("o")], "choose a picture from a folder", hint: "choose a file"),
                Binding(.leave, [.escape], "back", hint: "back"),
            ], keyMap: keyMap)
    }
}
