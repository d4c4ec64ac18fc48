import Terminal

/// The commands of a barcode over the whole screen.
enum BarcodeCommands {
    static let table = CommandTable([CommandTable.Section("Barcode", commands.map(closingSlider))])

    static let invert = Command<BarcodeScreen>(
        "barcode.invert", ["x"], "invert: white on black for scanners that need it",
        also: ["negative", "dark", "white", "black"], when: .drawn
    ) {
        $0.invert()
    }

    static let takeKind = Command<BarcodeScreen>(
        "barcode.take-kind", [.enter], "choose this kind for the card", hint: "choose", also: ["format", "choose"],
        when: Requirement(.nothingOffered) { !$0.kinds.isEmpty }
    ) {
        $0.takeKind()
    }
    static let reduce = Command<BarcodeScreen>(
        "barcode.reduce", ["m"], "narrower or full margin: wider bars",
        also: ["quiet zone", "margin", "border", "wider"],
        when: .drawn.and(Requirement("narrows the margin, but the bars would not be wider") { $0.canReduce })
    ) {
        $0.reduce()
    }
    static let copy = Command<BarcodeScreen>(
        "barcode.copy", ["y"], "copy the number, or the link of the share code", hint: "copy",
        also: ["yank", "clipboard", "number", "code"],
        when: Requirement("copies the number, but this card has none") { $0.canCopy }
    ) {
        $0.copy()
    }
    static let edit = Command<BarcodeScreen>.edit("barcode", when: .card)
    static let write = Command<BarcodeScreen>(
        "barcode.write", ["w"], "save as a picture file", hint: "save",
        also: ["save", "export", "png", "print", "picture", "image", "download"], when: .symbols
    ) {
        $0.write()
    }
    static let read = Command<BarcodeScreen>.readBarcode(
        "barcode", title: "scan a barcode into the card", when: .card)

    /// The slider has a value of its own, so the other commands close it first.
    private static func closingSlider(_ command: Command<BarcodeScreen>) -> Command<BarcodeScreen> {
        command.name == "barcode.scrub" ? command : command.preceded { $0.scrubber.dismiss() }
    }

    private static let commands: [Command<BarcodeScreen>] = [
        takeKind,
        Command(
            "barcode.leave", [.escape, "b"], "back", hint: "back", leaves: true, also: ["leave", "return", "close"]
        ) {
            $0.app.back()
        },
        // Without further codes these keys lead to the neighbours.
        Command(
            "barcode.next-code", ["]"], "next code of the card", hint: "next code", also: ["after", "voucher"],
            when: Requirement(.noNextCard) { $0.model.codePosition != nil }
        ) {
            $0.model.showCode(by: 1)
        },
        Command(
            "barcode.previous-code", ["["], "previous code of the card", hint: "previous code",
            also: ["before", "voucher"], when: Requirement(.noPreviousCard) { $0.model.codePosition != nil }
        ) {
            $0.model.showCode(by: -1)
        },
        Command(
            "barcode.larger", ["+", "="], "larger", hint: "larger", also: ["zoom", "bigger", "enlarge", "size"],
            when: Requirement(
                isMet: { $0.canGrow },
                refusal: { $0.whyNoSymbols ?? "enlarges the barcode, but a larger one does not fit" })
        ) {
            $0.changeSize(by: 1)
        },
        Command(
            "barcode.smaller", ["-"], "smaller", hint: "smaller", also: ["zoom", "shrink", "size"],
            when: Requirement(
                isMet: { $0.canShrink },
                refusal: { $0.whyNoSymbols ?? "shrinks the barcode, but it has the smallest size" })
        ) {
            $0.changeSize(by: -1)
        },
        Command(
            "barcode.share", [.tab], "share code (QR), and back", hint: "share",
            hintNow: { $0.model.shownSide == .share ? "barcode" : "share" },
            also: ["share", "catima", "phone", "qr", "send", "hand over", "give", "transfer"],
            when: Requirement("shows the barcode of one card, but this code is of several") { !$0.model.isOfSeveral }
        ) {
            $0.model.flip()
        },
        copy,
        edit,
        .book("barcode", when: .card),
        .ledger("barcode", when: .card),
        Command(
            "barcode.previous", ["[", "h", .left], "previous card", hint: "previous", also: ["before"],
            when: Requirement(.noPreviousCard) { $0.model.isInList && $0.model.position.rank > 1 }
        ) {
            $0.model.showPrevious()
        },
        Command(
            "barcode.next", ["]", "l", .right], "next card", hint: "next", also: ["after"],
            when: Requirement(.noNextCard) { $0.model.isInList && $0.model.position.rank < $0.model.position.count }
        ) {
            $0.model.showNext()
        },
        write,
        Command("barcode.next-kind", ["j", .down], "next kind", also: ["after", "format"], when: .kinds) {
            $0.selectKind(1)
        },
        Command("barcode.previous-kind", ["k", .up], "previous kind", also: ["before", "format"], when: .kinds) {
            $0.selectKind(-1)
        },
        Command(
            "barcode.scrub", ["s"], "size slider: arrows, digits", hint: "size",
            also: ["zoom", "slider", "larger", "smaller"], when: .sizes
        ) {
            $0.scrubber.focus()
        },
        Command(
            "barcode.largest", ["0"], "largest size that fits", hint: "largest", also: ["zoom", "full size", "fit"],
            when: .sizes
        ) {
            $0.model.setModuleWidth(nil)
        },
        read,
        .photo(.front, "barcode") { $0.model.card?.front != nil },
        .photo(.back, "barcode") { $0.model.card?.back != nil },
        .pictures("barcode") { $0.model.card?.pictures.isEmpty == false },
        invert, reduce, .undo("barcode"),
    ]
}

extension Requirement<BarcodeScreen> {
    fileprivate static var card: Requirement { Requirement(.noCard) { $0.model.card != nil } }
    fileprivate static var symbols: Requirement {
        Requirement(isMet: { $0.hasSymbols }, refusal: { $0.whyNoSymbols })
    }
    /// The code has room on the screen.
    fileprivate static var drawn: Requirement {
        symbols.and(Requirement("needs the barcode on the screen, but it does not fit") { $0.isDrawn })
    }
    fileprivate static var sizes: Requirement { Requirement(isMet: { $0.hasSizes }, refusal: { $0.whyNoSizes }) }
    fileprivate static var kinds: Requirement {
        Requirement("selects another kind of barcode, but there is none") { $0.kinds.count > 1 }
    }
}
