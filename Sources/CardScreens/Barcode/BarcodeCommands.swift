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

    private static let commands: [Command<BarcodeScreen>] = [
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
        command(
            "barcode.copy", [Key("y")], "copy the number; of a code that hands over, its link", hint: "copy",
            also: ["yank", "clipboard"], isEnabled: { $0.canCopy }
        ) {
            $0.copy()
        },
        command("barcode.edit", [Key("e")], "edit the card", hint: "edit", also: ["modify"]) {
            $0.app.forms.editCurrent()
        },
        command(
            "barcode.previous", [Key("["), Key("h"), Key(.left)], "previous card", hint: "previous",
            isEnabled: { $0.model.isInList && $0.model.position.rank > 1 }
        ) {
            $0.model.showPrevious()
        },
        command(
            "barcode.next", [Key("]"), Key("l"), Key(.right)], "next card", hint: "next",
            isEnabled: { $0.model.isInList && $0.model.position.rank < $0.model.position.count }
        ) {
            $0.model.showNext()
        },
        command(
            "barcode.write", [Key("w")], "write it to a picture file", hint: "write", also: ["save", "export", "png"],
            isEnabled: { $0.hasSymbols }
        ) {
            $0.write()
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
        command("barcode.read-barcode", [Key("R")], "read a barcode into the card", also: ["scan"]) {
            $0.app.scans.readBarcode()
        },
        command("barcode.front", [Key("1")], "front photo", isEnabled: { $0.model.card?.front != nil }) {
            $0.app.photos.open(.front)
        },
        command("barcode.back", [Key("2")], "back photo", isEnabled: { $0.model.card?.back != nil }) {
            $0.app.photos.open(.back)
        },
        invert,
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
