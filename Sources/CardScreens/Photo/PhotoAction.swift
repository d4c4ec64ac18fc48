import Terminal

/// What can be done on a photo over the whole screen.
enum PhotoAction: String, BindableAction {
    case flip = "photo.flip"
    case zoomIn = "photo.zoom-in"
    case zoomOut = "photo.zoom-out"
    case whole = "photo.whole"
    case scrub = "photo.scrub"
    case turn = "photo.turn"
    case invert = "photo.invert"
    case left = "photo.left"
    case right = "photo.right"
    case up = "photo.up"
    case down = "photo.down"
    case write = "photo.write"
    case front = "photo.front"
    case back = "photo.back"
    case leave = "photo.leave"
    case copy = "photo.copy"
    case barcode = "photo.barcode"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<PhotoAction> {
        BindingTable(
            [
                Binding(.flip, [.tab], "the other side", hint: "other side"),
                Binding(.zoomIn, [Key("+"), Key("=")], "larger", hint: "larger"),
                Binding(.zoomOut, [Key("-")], "smaller", hint: "smaller"),
                Binding(.whole, [Key("0")], "the whole picture"),
                Binding(.scrub, [Key("s")], "the slider for the size: arrows, digits"),
                Binding(.turn, [Key("r")], "turn by a quarter", hint: "turn"),
                Binding(.invert, [Key("x")], "invert the colours, against glare"),
                Binding(.left, [Key(.left), Key("h")], "to the left of a large picture"),
                Binding(.right, [Key(.right), Key("l")], "to the right"),
                Binding(.up, [Key(.up), Key("k")], "up"),
                Binding(.down, [Key(.down), Key("j")], "down"),
                Binding(.write, [Key("w")], "write it to a file"),
                Binding(.barcode, [Key("b")], "the barcode, full screen", hint: "barcode"),
                Binding(.copy, [Key("y")], "copy the number", hint: "copy number"),
                Binding(.front, [Key("1")], "front photo"),
                Binding(.back, [Key("2")], "back photo"),
                Binding(.leave, [.escape], "back", hint: "back"),
            ], keyMap: keyMap)
    }
}
