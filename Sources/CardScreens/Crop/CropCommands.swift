import Terminal

/// The commands for cropping a photo.
enum CropCommands {
    static let table = CommandTable([CommandTable.Section("Crop", commands)])

    private static let commands: [Command<CropScreen>] =
        [
            Command(
                "crop.keep", keys: [.enter], title: "use what is in the outline", hint: "use it",
                also: ["save", "done"]
            ) {
                $0.keep()
            },
            Command(
                "crop.zoom-in", keys: [Key("+"), Key("=")], title: "zoom in", hint: "zoom in",
                also: ["zoom", "closer", "larger", "size"],
                isEnabled: { !$0.model.crop.isWhole }, whyNot: { _ in .wholePhoto }
            ) {
                $0.zoom(by: CropScreen.zoomStep)
            },
            Command(
                "crop.zoom-out", keys: [Key("-")], title: "zoom out", also: ["zoom", "smaller", "size"],
                isEnabled: { !$0.model.crop.isWhole }, whyNot: { _ in .wholePhoto }
            ) {
                $0.zoom(by: -CropScreen.zoomStep)
            },
            Command(
                "crop.scrub", keys: [Key("s")], title: "zoom slider: arrows, digits",
                also: ["zoom", "size", "slider"],
                isEnabled: { !$0.model.crop.isWhole }, whyNot: { _ in .wholePhoto }
            ) {
                $0.scrubber.focus()
            },
        ] + moves + [
            Command("crop.turn", keys: [Key("r")], title: "turn by 90°", hint: "turn", also: ["rotate"]) {
                $0.change { $0.turn(right: true) }
            },
            Command("crop.turn-back", keys: [Key("R")], title: "turn back by 90°", also: ["rotate"]) {
                $0.change { $0.turn(right: false) }
            },
            tilt("crop.straighten-left", Key(","), "straighten by 0.5° to the left", -5),
            tilt("crop.straighten-right", Key("."), "straighten by 0.5° to the right", 5, hint: "straighten"),
            tilt("crop.tilt-left", Key("<"), "straighten by 5° to the left", -50),
            tilt("crop.tilt-right", Key(">"), "straighten by 5° to the right", 50),
            Command(
                "crop.whole", keys: [Key("w")], title: "use the whole picture or the outline", hint: "whole picture"
            ) {
                $0.change { $0.toggleWhole() }
            },
            Command("crop.reset", keys: [Key("0")], title: "reset", also: ["undo"]) {
                $0.change { $0.reset() }
            },
            .leave("crop.leave"),
        ]

    private static let moves: [Command<CropScreen>] = [
        move("crop.left", [Key(.left), Key("h")], "move the outline left", right: -1, down: 0),
        move("crop.right", [Key(.right), Key("l")], "move the outline right", right: 1, down: 0),
        move("crop.up", [Key(.up), Key("k")], "move the outline up", right: 0, down: -1),
        move("crop.down", [Key(.down), Key("j")], "move the outline down", right: 0, down: 1),
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
