import Terminal

/// The commands of a barcode over the whole screen.
enum BarcodeCommands {
    static let table = CommandTable([CommandTable.Section("Barcode", commands)])

    static let invert = command(
        "barcode.invert", [Key("x")], "white on black, for scanners that want it", also: ["negative"],
        isEnabled: { $0.hasSymbols }
    ) {
        $0.invert()
    }

    static let takeKind = command(
        "barcode.take-kind", [.enter], "take the kind: the card keeps it", hint: "take", also: ["format", "choose"],
        isEnabled: { !$0.kinds.isEmpty }
    ) {
        $0.takeKind()
    }
    static let reduce = command(
        "barcode.reduce", [.enter], "show it with less white around it", hint: "less white", also: ["quiet zone"],
        isEnabled: { $0.offersReduced }
    ) {
        $0.reduce()
    }
    static let copy = command(
        "barcode.copy", [Key("y")], "copy the number; of a code that hands over, its link", hint: "copy",
        also: ["yank", "clipboard"], isEnabled: { $0.canCopy }
    ) {
        $0.copy()
    }
    static let edit = command("barcode.edit", [Key("e")], "edit the card", hint: "edit", also: ["modify"]) {
        $0.app.forms.editCurrent()
    }
    static let write = command(
        "barcode.write", [Key("w")], "write it to a picture file", hint: "write", also: ["save", "export", "png"],
        isEnabled: { $0.hasSymbols }
    ) {
        $0.write()
    }
    static let read = command("barcode.read-barcode", [Key("R")], "read a barcode into the card", also: ["scan"]) {
        $0.app.scans.readBarcode()
    }
    static let undo = Command<BarcodeScreen>.undo("barcode.undo")

    private static let commands: [Command<BarcodeScreen>] = [
        takeKind, reduce,
        command("barcode.leave", [.escape, Key("b")], "back", hint: "back", also: ["leave", "return"]) {
            $0.app.back()
        },
        command(
            "barcode.larger", [Key("+"), Key("=")], "larger", hint: "larger", also: ["zoom"],
            isEnabled: { $0.canGrow }
        ) {
            $0.changeSize(by: 1)
        },
        command(
            "barcode.smaller", [Key("-")], "smaller", hint: "smaller", also: ["zoom"], isEnabled: { $0.canShrink }
        ) {
            $0.changeSize(by: -1)
        },
        command(
            "barcode.share", [.tab], "the code to hand the card over, and back", hint: "share",
            also: ["catima", "phone", "qr"]
        ) {
            $0.model.flip()
        },
        copy,
        edit,
        command(
            "barcode.previous", [Key("["), Key("h"), Key(.left)], "previous card", hint: "previous",
            isEnabled: { $0.model.isInList && $0.model.place.rank > 1 }
        ) {
            $0.model.showPrevious()
        },
        command(
            "barcode.next", [Key("]"), Key("l"), Key(.right)], "next card", hint: "next",
            isEnabled: { $0.model.isInList && $0.model.place.rank < $0.model.place.count }
        ) {
            $0.model.showNext()
        },
        write,
        command("barcode.next-kind", [Key("j"), Key(.down)], "next kind", isEnabled: { $0.kinds.count > 1 }) {
            $0.selectKind(1)
        },
        command("barcode.previous-kind", [Key("k"), Key(.up)], "previous kind", isEnabled: { $0.kinds.count > 1 }) {
            $0.selectKind(-1)
        },
        Command(
            "barcode.scrub", keys: [Key("s")], title: "the slider for the size: arrows, digits", hint: "size",
            also: ["zoom"], isEnabled: { $0.hasSizes }
        ) {
            $0.scrubber.focus()
        },
        command(
            "barcode.largest", [Key("0")], "as large as it fits", hint: "largest", also: ["zoom"],
            isEnabled: { $0.hasSizes }
        ) {
            $0.model.setModuleWidth(nil)
        },
        read,
        command("barcode.front", [Key("1")], "front photo", isEnabled: { $0.model.card?.front != nil }) {
            $0.app.photos.open(.front)
        },
        command("barcode.back", [Key("2")], "back photo", isEnabled: { $0.model.card?.back != nil }) {
            $0.app.photos.open(.back)
        },
        invert, undo,
    ]

    /// A command that first closes the slider, which has its own value.
    private static func command(
        _ name: String, _ keys: [Key], _ title: String, hint: String? = nil, also: [String] = [],
        isEnabled: @escaping @MainActor (BarcodeScreen) -> Bool = { _ in true },
        perform: @escaping @MainActor (BarcodeScreen) -> Void
    ) -> Command<BarcodeScreen> {
        Command(name, keys: keys, title: title, hint: hint, also: also, isEnabled: isEnabled) { screen in
            screen.scrubber.dismiss()
            perform(screen)
        }
    }
}
