import CardViewModels
import Terminal

/// The commands of a photo over the whole screen.
enum PhotoCommands {
    static let table = CommandTable([CommandTable.Section("Photo", commands)])

    private static let commands: [Command<PhotoScreen>] = [
        Command(
            "photo.flip", keys: [.tab, Key("]")], title: "the other side, or the next picture", hint: "other side",
            hintNow: { $0.model.photos.count > 2 ? "next" : "other side" },
            also: ["flip", "turn over", "back side", "next", "receipt"]
        ) {
            $0.step(by: 1)
        },
        Command(
            "photo.previous", keys: [.shiftTab, Key("[")], title: "the previous picture",
            also: ["flip", "before", "receipt"]
        ) {
            $0.step(by: -1)
        },
        Command(
            "photo.zoom-in", keys: [Key("+"), Key("=")], title: "larger", hint: "larger",
            also: ["zoom", "bigger", "enlarge"],
            isEnabled: { $0.image != nil && $0.transform.zoom < PictureTransform.zooms.upperBound },
            whyNot: { $0.image == nil ? .noPhoto : "enlarges the photo, but it has the largest size" }
        ) {
            $0.change { $0.zoomIn() }
        },
        Command(
            "photo.zoom-out", keys: [Key("-")], title: "smaller", hint: "smaller", also: ["zoom", "shrink"],
            isEnabled: { $0.image != nil && $0.transform.zoom > PictureTransform.zooms.lowerBound },
            whyNot: { $0.image == nil ? .noPhoto : "shrinks the photo, but all of it is shown" }
        ) {
            $0.change { $0.zoomOut() }
        },
        onPicture("photo.whole", [Key("0")], "the whole picture", also: ["zoom"]) {
            $0.change { $0.zoom(to: PictureTransform.zooms.lowerBound) }
        },
        onPicture("photo.scrub", [Key("s")], "zoom slider: arrows, digits", also: ["zoom"]) {
            $0.scrubber.focus()
        },
        onPicture("photo.turn", [Key("r")], "turn by 90°", hint: "turn", also: ["rotate"]) {
            $0.change { $0.turn() }
        },
        onPicture("photo.invert", [Key("x")], "invert the colours (helps against glare)", also: ["negative"]) {
            $0.change { $0.isInverted.toggle() }
        },
        onPicture("photo.left", [Key(.left), Key("h")], "move left in a zoomed picture") {
            $0.pan(columns: -1, rows: 0)
        },
        onPicture("photo.right", [Key(.right), Key("l")], "move right") { $0.pan(columns: 1, rows: 0) },
        onPicture("photo.up", [Key(.up), Key("k")], "move up") { $0.pan(columns: 0, rows: -1) },
        onPicture("photo.down", [Key(.down), Key("j")], "move down") { $0.pan(columns: 0, rows: 1) },
        Command(
            "photo.write", keys: [Key("w")], title: "save as a file",
            also: ["save", "export", "download", "file", "picture"],
            isEnabled: { $0.model.hash != nil }, whyNot: { _ in .noPhoto }
        ) {
            $0.app.transfer.writePhoto($0.model)
        },
        .barcode("photo.barcode"),
        Command(
            "photo.copy", keys: [Key("y")], title: "copy the number", hint: "copy number", also: ["yank"],
            isEnabled: { $0.model.card?.number.isEmpty == false },
            whyNot: { _ in "copies the number, but this card has none" }
        ) {
            $0.app.clipboard.copyNumber()
        },
        Command("photo.front", keys: [Key("1")], title: "front photo") { $0.show(.front) },
        Command("photo.back", keys: [Key("2")], title: "back photo") { $0.show(.back) },
        .leave("photo.leave"),
    ]

    /// A command that needs a shown picture.
    private static func onPicture(
        _ name: String, _ keys: [Key], _ title: String, hint: String? = nil, also: [String] = [],
        perform: @escaping @MainActor (PhotoScreen) -> Void
    ) -> Command<PhotoScreen> {
        Command(
            name, keys: keys, title: title, hint: hint, also: also, isEnabled: { $0.image != nil },
            whyNot: { _ in .noPhoto }, perform: perform)
    }
}
