import Terminal

/// The commands for cropping a photo.
enum CropCommands {
    static let table = CommandTable([CommandTable.Section("Crop", commands)])

    private static let commands: [Command<CropScreen>] =
        [
            Command(
                "crop.keep", keys: [.enter], title: "take what is in the outline", hint: "take it",
                also: ["save", "done"]
            ) {
                $0.keep()
            },
            Command(
                "crop.zoom-in", keys: [Key("+"), Key("=")], title: "closer", hint: "closer",
                also: ["zoom", "larger", "size"],
                isEnabled: { !$0.model.crop.isWhole }, whyNot: { _ in .wholePhoto }
            ) {
                $0.zoom(by: CropScreen.zoomStep)
            },
            Command(
                "crop.zoom-out", keys: [Key("-")], title: "farther", also: ["zoom", "smaller", "size"],
                isEnabled: { !$0.model.crop.isWhole }, whyNot: { _ in .wholePhoto }
            ) {
                $0.zoom(by: -CropScreen.zoomStep)
            },
            Command(
                "crop.scrub", keys: [Key("s")], title: "the slider for that: arrows, digits",
                also: ["zoom", "size", "slider"],
                isEnabled: { !$0.model.crop.isWhole }, whyNot: { _ in .wholePhoto }
            ) {
                $0.scrubber.focus()
            },
        ] + moves + [
            Command("crop.turn", keys: [Key("r")], title: "turn by a quarter", hint: "turn", also: ["rotate"]) {
                $0.change { $0.turn(right: true) }
            },
            Command("crop.turn-back", keys: [Key("R")], title: "turn back by a quarter", also: ["rotate"]) {
                $0.change { $0.turn(right: false) }
            },
            tilt("crop.straighten-left", Key(","), "straighten by half a degree to the left", -5),
            tilt("crop.straighten-right", Key("."), "straighten by half a degree to the right", 5, hint: "straighten"),
            tilt("crop.tilt-left", Key("<"), "by five degrees to the left", -50),
            tilt("crop.tilt-right", Key(">"), "by five degrees to the right", 50),
            Command(
                "crop.whole", keys: [Key("w")], title: "the whole picture, or the outline", hint: "whole picture"
            ) {
                $0.change { $0.toggleWhole() }
            },
            Command("crop.reset", keys: [Key("0")], title: "as it was at first", also: ["reset"]) {
                $0.change { $0.reset() }
            },
            .leave("crop.leave"),
        ]

    private static let moves: [Command<CropScreen>] = [
        move("crop.left", [Key(.left), Key("h")], "the outline to the left over the photo", right: -1, down: 0),
        move("crop.right", [Key(.right), Key("l")], "to the right", right: 1, down: 0),
        move("crop.up", [Key(.up), Key("k")], "up", right: 0, down: -1),
        move("crop.down", [Key(.down), Key("j")], "down", right: 0, down: 1),
    ]

    private static func move(
        _ name: String, _ keys: [Key], _ title: String, right: Double, down: Double
    ) -> Command<CropScreen> {
        Command(name, keys: keys, title: title, isEnabled: { !$0.model.crop.isWhole }, whyNot: { _ in .wholePhoto }) {
            $0.change { $0.move(right: right * CropScreen.moveStep, down: down * CropScreen.moveStep) }
        }
    }

    /// - Parameter tenths: tenths of a degree, clockwise.
    private static func tilt(
        _ name: String, _ key: Key, _ title: String, _ tenths: Int, hint: String? = nil
    ) -> Command<CropScreen> {
        Command(
            name, keys: [key], title: title, hint: hint, also: ["rotate"], isEnabled: { !$0.model.crop.isWhole },
            whyNot: { _ in .wholePhoto }
        ) {
            $0.change { $0.tilt(by: tenths) }
        }
    }
}
