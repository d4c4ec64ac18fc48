import Terminal

/// The commands of the camera's screen.
enum CameraCommands {
    static let table = CommandTable([CommandTable.Section("Camera", commands)])

    static let capture = Command<CameraScreen>(
        "camera.take", [.enter, " "], "take the picture, or try again if there is none",
        hintNow: { $0.model.problem == nil ? "take picture" : "try again" },
        also: ["shoot", "capture", "retry", "photo", "picture", "save"],
        when: Requirement("is not needed: barcodes are read automatically") {
            $0.model.problem != nil || !$0.isScanning
        }.and(
            Requirement("takes the picture, but the camera shows none yet") {
                $0.model.problem != nil || $0.model.image != nil
            })
    ) {
        $0.capture()
    }
    static let choose = Command<CameraScreen>(
        "camera.choose", ["o"], "choose a picture from a folder", hint: "choose a file", also: ["open", "browse"]
    ) {
        $0.app.pictures.chooseInstead(of: $0.model)
    }

    private static let commands: [Command<CameraScreen>] = [
        capture,
        Command(
            "camera.turn", ["r"], "turn by 90°", hint: "turn", also: ["rotate"],
            when: Requirement("turns the picture, but the camera shows none yet") { $0.model.image != nil }
        ) {
            $0.model.turn()
        },
        choose,
        .leave("camera"),
    ]
}
