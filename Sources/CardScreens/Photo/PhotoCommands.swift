import CardViewModels
import Terminal

/// The commands of a photo over the whole screen.
enum PhotoCommands {
    static let table = CommandTable([CommandTable.Section("Photo", commands)])

    private static let commands: [Command<PhotoScreen>] = [
        Command(
            "photo.flip", [.tab, "]"], "show the other side, or the next picture", hint: "other side",
            hintNow: { $0.model.hasMore ? "next" : "other side" },
            also: ["flip", "turn over", "back side", "next", "receipt"]
        ) {
            $0.step(by: 1)
        },
        Command("photo.previous", [.shiftTab, "["], "show the previous picture", also: ["flip", "before", "receipt"]) {
            $0.step(by: -1)
        },
        Command(
            "photo.zoom-in", ["+", "="], "larger", hint: "larger", also: ["zoom", "bigger", "enlarge"],
            when: Requirement(
                isMet: { $0.image != nil && $0.transform.zoom < PictureTransform.zooms.upperBound },
                refusal: { $0.image == nil ? .noPhoto : "enlarges the photo, but it has the largest size" })
        ) {
            $0.change { $0.zoomIn() }
        },
        Command(
            "photo.zoom-out", ["-"], "smaller", hint: "smaller", also: ["zoom", "shrink"],
            when: Requirement(
                isMet: { $0.image != nil && $0.transform.zoom > PictureTransform.zooms.lowerBound },
                refusal: { $0.image == nil ? .noPhoto : "shrinks the photo, but all of it is shown" })
        ) {
            $0.change { $0.zoomOut() }
        },
        onPicture("photo.whole", ["0"], "show the whole picture", also: ["zoom"]) {
            $0.change { $0.zoom(to: PictureTransform.zooms.lowerBound) }
        },
        onPicture("photo.scrub", ["s"], "zoom slider: arrows, digits", also: ["zoom"]) {
            $0.scrubber.focus()
        },
        onPicture("photo.turn", ["r"], "turn by 90°", hint: "turn", also: ["rotate"]) {
            $0.change { $0.turn() }
        },
        onPicture("photo.invert", ["x"], "invert the colors (helps against glare)", also: ["negative"]) {
            $0.change { $0.isInverted.toggle() }
        },
        onPicture("photo.left", [.left, "h"], "move left in a zoomed picture") {
            $0.pan(columns: -1, rows: 0)
        },
        onPicture("photo.right", [.right, "l"], "move right") { $0.pan(columns: 1, rows: 0) },
        onPicture("photo.up", [.up, "k"], "move up") { $0.pan(columns: 0, rows: -1) },
        onPicture("photo.down", [.down, "j"], "move down") { $0.pan(columns: 0, rows: 1) },
        Command(
            "photo.write", ["w"], "save as a file", also: ["save", "export", "download", "file", "picture"],
            when: Requirement(.noPhoto) { $0.model.hash != nil }
        ) {
            $0.app.transfer.writePhoto($0.model)
        },
        Command(
            "photo.open", ["o"], "open the PDF with open_command", hint: "open",
            also: ["pdf", "document", "viewer", "xdg-open"],
            when: Requirement("opens a PDF, but this is a photo") { $0.model.isDocument }
        ) {
            $0.app.photos.openDocument($0.model)
        },
        Command(
            "photo.icon", ["i"], "use a part of the picture as the icon", also: ["crop", "logo", "symbol"],
            when: Requirement(
                isMet: { $0.image != nil && $0.model.photo != .side(.icon) },
                refusal: { $0.image == nil ? .noPhoto : "makes an icon of a photo, but this is the icon" })
        ) {
            $0.app.photos.cropIcon(from: $0.model)
        },
        .barcode("photo"),
        Command(
            "photo.copy", ["y"], "copy the number", hint: "copy number", also: ["yank"],
            when: Requirement("copies the number, but this card has none") { $0.model.card?.number.isEmpty == false }
        ) {
            $0.app.clipboard.copyNumber()
        },
        Command("photo.front", ["1"], "front photo") { $0.show(.front) },
        Command("photo.back", ["2"], "back photo") { $0.show(.back) },
        .leave("photo"),
    ]

    /// A command that needs a shown picture.
    private static func onPicture(
        _ name: String, _ keys: [Key], _ title: String, hint: String? = nil, also: [String] = [],
        perform: @escaping @MainActor (PhotoScreen) -> Void
    ) -> Command<PhotoScreen> {
        Command(
            name, keys, title, hint: hint, also: also, when: Requirement(.noPhoto) { $0.image != nil }, perform: perform
        )
    }
}
