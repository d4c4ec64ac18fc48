import Terminal

/// What can be done on a barcode over the whole screen.
enum BarcodeAction: String, BindableAction {
    case share = "barcode.share"
    case larger = "barcode.larger"
    case smaller = "barcode.smaller"
    case largest = "barcode.largest"
    case scrub = "barcode.scrub"
    case previous = "barcode.previous"
    case next = "barcode.next"
    case copy = "barcode.copy"
    case edit = "barcode.edit"
    case write = "barcode.write"
    case read = "barcode.read-barcode"
    case front = "barcode.front"
    case back = "barcode.back"
    case invert = "barcode.invert"
    case leave = "barcode.leave"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<BarcodeAction> {
        BindingTable(
            [
                Binding(.leave, [.escape, Key("b")], "back", hint: "back"),
                Binding(.larger, [Key("+"), Key("=")], "larger", hint: "larger"),
                Binding(.smaller, [Key("-")], "smaller", hint: "smaller"),
                Binding(.share, [.tab], "the code to hand the card over, and back", hint: "share"),
                Binding(.copy, [Key("y")], "copy the number; of a code that hands over, its link", hint: "copy"),
                Binding(.edit, [Key("e")], "edit the card", hint: "edit"),
                Binding(.previous, [Key("["), Key("h"), Key(.left)], "previous card", hint: "previous"),
                Binding(.next, [Key("]"), Key("l"), Key(.right)], "next card", hint: "next"),
                Binding(.write, [Key("w")], "write it to a picture file", hint: "write"),
                Binding(.scrub, [Key("s")], "the slider for the size: arrows, digits", hint: "size"),
                Binding(.largest, [Key("0")], "as large as it fits", hint: "largest"),
                Binding(.read, [Key("R")], "read a barcode into the card"),
                Binding(.front, [Key("1")], "front photo"),
                Binding(.back, [Key("2")], "back photo"),
                Binding(.invert, [Key("x")], "white on black, for scanners that want it"),
            ], keyMap: keyMap)
    }
}
