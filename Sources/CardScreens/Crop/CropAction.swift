import Terminal

/// What can be done with a photo behind a card's outline.
enum CropAction: String, BindableAction {
    case keep = "crop.keep"
    case left = "crop.left"
    case right = "crop.right"
    case up = "crop.up"
    case down = "crop.down"
    case zoomIn = "crop.zoom-in"
    case zoomOut = "crop.zoom-out"
    case scrub = "crop.scrub"
    case turn = "crop.turn"
    case turnBack = "crop.turn-back"
    case straightenLeft = "crop.straighten-left"
    case straightenRight = "crop.straighten-right"
    case tiltLeft = "crop.tilt-left"
    case tiltRight = "crop.tilt-right"
    case whole = "crop.whole"
    case reset = "crop.reset"
    case leave = "crop.leave"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<CropAction> {
        BindingTable(
            [
                Binding(.keep, [.enter], "take what is in the outline", hint: "take it"),
                Binding(.zoomIn, [Key("+"), Key("=")], "closer", hint: "closer"),
                Binding(.zoomOut, [Key("-")], "farther"),
                Binding(.scrub, [Key("s")], "the slider for that: arrows, digits"),
                Binding(.left, [Key(.left), Key("h")], "the outline to the left over the photo"),
                Binding(.right, [Key(.right), Key("l")], "to the right"),
                Binding(.up, [Key(.up), Key("k")], "up"),
                Binding(.down, [Key(.down), Key("j")], "down"),
                Binding(.turn, [Key("r")], "turn by a quarter", hint: "turn"),
                Binding(.turnBack, [Key("R")], "turn back by a quarter"),
                Binding(.straightenLeft, [Key(",")], "straighten by half a degree to the left"),
                Binding(.straightenRight, [Key(".")], "straighten by half a degree to the right", hint: "straighten"),
                Binding(.tiltLeft, [Key("<")], "by five degrees to the left"),
                Binding(.tiltRight, [Key(">")], "by five degrees to the right"),
                Binding(.whole, [Key("w")], "the whole picture, or the outline", hint: "whole picture"),
                Binding(.reset, [Key("0")], "as it was at first"),
                Binding(.leave, [.escape], "back", hint: "back"),
            ], keyMap: keyMap)
    }
}
