import Terminal

/// The commands for cropping a photo.
enum CropCommands {
    static let table = CommandTable([CommandTable.Section("Crop", commands)])

    private static let commands: [Command<CropScreen>] =
        [
            Command("crop.keep", [.enter], "use the part in the outline", hint: "use it", also: ["save", "done"]) {
                $0.keep()
            },
            Command(
                "crop.zoom-in", ["+", "="], "zoom in", hint: "zoom", also: ["zoom", "closer", "larger", "size"],
                when: .outline
            ) {
                $0.zoom(by: CropScreen.zoomStep)
            },
            Command("crop.zoom-out", ["-"], "zoom out", also: ["zoom", "smaller", "size"], when: .outline) {
                $0.zoom(by: -CropScreen.zoomStep)
            },
            Command(
                "crop.scrub", ["s"], "zoom slider: arrows, digits", also: ["zoom", "size", "slider"], when: .outline
            ) {
                $0.scrubber.focus()
            },
        ] + moves + [
            Command("crop.turn", ["r"], "turn by 90°", hint: "turn", also: ["rotate"]) {
                $0.change { $0.turn(right: true) }
            },
            Command("crop.turn-back", ["R"], "turn back by 90°", also: ["rotate"]) {
                $0.change { $0.turn(right: false) }
            },
            tilt("crop.straighten-left", ",", "straighten by 0.5° to the left", -5, hint: "straighten"),
            tilt("crop.straighten-right", ".", "straighten by 0.5° to the right", 5),
            tilt("crop.tilt-left", "<", "straighten by 5° to the left", -50),
            tilt("crop.tilt-right", ">", "straighten by 5° to the right", 50),
            Command("crop.whole", ["w"], "use the whole picture or the outline", hint: "whole picture") {
                $0.change { $0.toggleWhole() }
            },
            Command("crop.reset", ["0"], "reset", also: ["undo"]) {
                $0.change { $0.reset() }
            },
            Command(
                "crop.icon", ["i"], "use a part of the picture as the icon", hint: "icon", also: ["logo", "symbol"],
                when: Requirement("makes an icon of a photo, but this is the icon") { $0.model.side != .icon }
            ) {
                $0.cropIcon()
            },
            .leave("crop"),
        ]

    /// What undoes a step of those in the footer: one hint has the keys of both.
    static let opposites = ["crop.zoom-in": "crop.zoom-out", "crop.straighten-left": "crop.straighten-right"]

    private static let moves: [Command<CropScreen>] = [
        move("crop.left", [.left, "h"], "move the outline left", right: -1, down: 0),
        move("crop.right", [.right, "l"], "move the outline right", right: 1, down: 0),
        move("crop.up", [.up, "k"], "move the outline up", right: 0, down: -1),
        move("crop.down", [.down, "j"], "move the outline down", right: 0, down: 1),
    ]

    private static func move(
        _ name: String, _ keys: [Key], _ title: String, right: Double, down: Double
    ) -> Command<CropScreen> {
        Command(name, keys, title, when: .outline) {
            $0.change { $0.move(right: right * CropScreen.moveStep, down: down * CropScreen.moveStep) }
        }
    }

    /// - Parameter tenths: tenths of a degree, clockwise.
    private static func tilt(
        _ name: String, _ key: Key, _ title: String, _ tenths: Int, hint: String? = nil
    ) -> Command<CropScreen> {
        Command(name, [key], title, hint: hint, also: ["rotate"], when: .outline) {
            $0.change { $0.tilt(by: tenths) }
        }
    }
}

extension Requirement<CropScreen> {
    fileprivate static var outline: Requirement {
        Requirement(Refusal("needs the outline, but the whole picture is used", remedy: "crop.whole")) {
            !$0.model.crop.isWhole
        }
    }
}
