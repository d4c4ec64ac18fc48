import Terminal

/// The commands of a barcode over the whole screen.
enum BarcodeCommands {
    static let table = CommandTable([CommandTable.Section("Barcode", commands)])

    static let invert = command(
        "barcode.invert", [Key("x")], "invert: white on black for scanners that need it",
        also: ["negative", "dark", "white", "black"],
        isEnabled: { $0.hasSymbols }, whyNot: { $0.whyNoSymbols }
    ) {
        $0.invert()
    }

    static let takeKind = command(
        "barcode.take-kind", [.enter], "choose this kind for the card", hint: "choose", also: ["format", "choose"],
        isEnabled: { !$0.kinds.isEmpty }, whyNot: { _ in .nothingOffered }
    ) {
        $0.takeKind()
    }
    static let reduce = command(
        "barcode.reduce", [.enter], "show it with a narrower margin", hint: "less margin",
        also: ["quiet zone", "margin", "border"],
        isEnabled: { $0.offersReduced }, whyNot: { _ in .nothingOffered }
    ) {
        $0.reduce()
    }
    static let copy = command(
        "barcode.copy", [Key("y")], "copy the number, or the link of the share code", hint: "copy",
        also: ["yank", "clipboard", "number", "code"], isEnabled: { $0.canCopy },
        whyNot: { _ in "copies the number, but this card has none" }
    ) {
        $0.copy()
    }
    static let edit = command("barcode.edit", [Key("e")], "edit the card", hint: "edit", also: ["modify"]) {
        $0.app.forms.editCurrent()
    }
    static let write = command(
        "barcode.write", [Key("w")], "save as a picture file", hint: "save",
        also: ["save", "export", "png", "print", "picture", "image", "download"],
        isEnabled: { $0.hasSymbols }, whyNot: { $0.whyNoSymbols }
    ) {
        $0.write()
    }
    static let read = command(
        "barcode.read-barcode", [Key("R")], "scan a barcode into the card", also: ["scan", "camera"]
    ) {
        $0.app.scans.readBarcode()
    }
    static let undo = Command<BarcodeScreen>.undo("barcode.undo")

    private static let commands: [Command<BarcodeScreen>] = [
        takeKind, reduce,
        command(
            "barcode.leave", [.escape, Key("b")], "back", hint: "back", leaves: true,
            also: ["leave", "return", "close"]
        ) {
            $0.app.back()
        },
        // Without further codes these keys lead to the neighbours.
        command(
            "barcode.previous-code", [Key("[")], "previous code of the card", hint: "previous code",
            also: ["before", "voucher"], isEnabled: { $0.model.codePosition != nil },
            whyNot: { _ in .noPreviousCard }
        ) {
            $0.model.showCode(by: -1)
        },
        command(
            "barcode.next-code", [Key("]")], "next code of the card", hint: "next code", also: ["after", "voucher"],
            isEnabled: { $0.model.codePosition != nil }, whyNot: { _ in .noNextCard }
        ) {
            $0.model.showCode(by: 1)
        },
        command(
            "barcode.larger", [Key("+"), Key("=")], "larger", hint: "larger",
            also: ["zoom", "bigger", "enlarge", "size"],
            isEnabled: { $0.canGrow },
            whyNot: { $0.whyNoSymbols ?? "enlarges the barcode, but a larger one does not fit" }
        ) {
            $0.changeSize(by: 1)
        },
        command(
            "barcode.smaller", [Key("-")], "smaller", hint: "smaller", also: ["zoom", "shrink", "size"],
            isEnabled: { $0.canShrink },
            whyNot: { $0.whyNoSymbols ?? "shrinks the barcode, but it has the smallest size" }
        ) {
            $0.changeSize(by: -1)
        },
        command(
            "barcode.share", [.tab], "share code (QR), and back", hint: "share",
            also: ["share", "catima", "phone", "qr", "send", "hand over", "give", "transfer"]
        ) {
            $0.model.flip()
        },
        copy,
        edit,
        .book("barcode.book", isEnabled: { $0.model.card != nil }),
        .ledger("barcode.ledger", isEnabled: { $0.model.card != nil }),
        command(
            "barcode.previous", [Key("["), Key("h"), Key(.left)], "previous card", hint: "previous",
            also: ["before"], isEnabled: { $0.model.isInList && $0.model.position.rank > 1 },
            whyNot: { _ in .noPreviousCard }
        ) {
            $0.model.showPrevious()
        },
        command(
            "barcode.next", [Key("]"), Key("l"), Key(.right)], "next card", hint: "next",
            also: ["after"], isEnabled: { $0.model.isInList && $0.model.position.rank < $0.model.position.count },
            whyNot: { _ in .noNextCard }
        ) {
            $0.model.showNext()
        },
        write,
        command(
            "barcode.next-kind", [Key("j"), Key(.down)], "next kind", also: ["after", "format"],
            isEnabled: { $0.kinds.count > 1 }, whyNot: { _ in .noKinds }
        ) {
            $0.selectKind(1)
        },
        command(
            "barcode.previous-kind", [Key("k"), Key(.up)], "previous kind", also: ["before", "format"],
            isEnabled: { $0.kinds.count > 1 }, whyNot: { _ in .noKinds }
        ) {
            $0.selectKind(-1)
        },
        Command(
            "barcode.scrub", keys: [Key("s")], title: "size slider: arrows, digits", hint: "size",
            also: ["zoom", "slider", "larger", "smaller"], isEnabled: { $0.hasSizes }, whyNot: { $0.whyNoSizes }
        ) {
            $0.scrubber.focus()
        },
        command(
            "barcode.largest", [Key("0")], "largest size that fits", hint: "largest",
            also: ["zoom", "full size", "fit"],
            isEnabled: { $0.hasSizes }, whyNot: { $0.whyNoSizes }
        ) {
            $0.model.setModuleWidth(nil)
        },
        read,
        command(
            "barcode.front", [Key("1")], "front photo", also: ["photo", "picture", "image"],
            isEnabled: { $0.model.card?.front != nil }, whyNot: { _ in "shows the front photo, but this card has none" }
        ) {
            $0.app.photos.open(.front)
        },
        command(
            "barcode.back", [Key("2")], "back photo", also: ["photo", "picture", "image"],
            isEnabled: { $0.model.card?.back != nil }, whyNot: { _ in "shows the back photo, but this card has none" }
        ) {
            $0.app.photos.open(.back)
        },
        command(
            "barcode.pictures", [Key("3")], "further pictures", also: ["photo", "picture", "image", "receipt"],
            isEnabled: { $0.model.card?.pictures.isEmpty == false },
            whyNot: { _ in "shows further pictures, but this card has none" }
        ) {
            $0.app.photos.openPictures()
        },
        invert, undo,
    ]

    /// A command that first closes the slider, which has its own value.
    private static func command(
        _ name: String, _ keys: [Key], _ title: String, hint: String? = nil, leaves: Bool = false,
        also: [String] = [],
        isEnabled: @escaping @MainActor (BarcodeScreen) -> Bool = { _ in true },
        whyNot: @escaping @MainActor (BarcodeScreen) -> Refusal? = { _ in nil },
        perform: @escaping @MainActor (BarcodeScreen) -> Void
    ) -> Command<BarcodeScreen> {
        Command(
            name, keys: keys, title: title, hint: hint, leaves: leaves, also: also, isEnabled: isEnabled, whyNot: whyNot
        ) {
            screen in
            screen.scrubber.dismiss()
            perform(screen)
        }
    }
}
