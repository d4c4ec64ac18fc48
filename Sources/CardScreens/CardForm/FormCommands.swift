import Cards
import Terminal

/// The commands of the form: Ctrl, Alt and function keys only, since letters are text.
enum FormCommands {
    static let table = CommandTable([CommandTable.Section("Form", commands)], isInText: true)

    static let save = Command<CardFormScreen>(
        "form.save", [.control("s")], "save", hint: "save", also: ["store", "done", "ok", "submit"]
    ) {
        $0.save()
    }
    static let delete = Command<CardFormScreen>(
        "form.delete", [.control("d")], "delete the card (asks first)", hint: "delete",
        also: ["remove", "erase", "trash"],
        when: Requirement("deletes a card, but this one is not saved yet") { $0.model.draft.mode == .edit }
    ) {
        $0.app.cards.askToDelete()
    }
    static let cancel = Command<CardFormScreen>.leave(
        "form", name: "cancel", title: "leave (asks if there are changes)", hint: "cancel")
    static let more = Command<CardFormScreen>(
        "form.more", [.function(2)], "show the fields for an icon, codes, custom fields and pictures", hint: "more",
        also: ["add", "code", "voucher", "field", "custom", "picture", "receipt", "attachment", "icon", "logo"],
        when: Requirement("shows icon, codes, custom fields and pictures, but they are already shown") {
            !$0.model.showsLists
        }
    ) {
        $0.showLists()
    }
    /// What Enter does where the focus is; in other fields it goes to the next one.
    static let press = Command<CardFormScreen>(
        "form.press", [.enter], "press the button, toggle the star, choose kind, color or picture",
        when: .silent { $0.canPress }
    ) {
        $0.pressFocus()
    }
    static let acceptOffer = Command<CardFormScreen>(
        "form.take-offer", [.control("f")], "use the suggestion for the barcode", hint: "use it",
        also: ["fix", "suggestion", "correct"],
        when: Requirement("uses the suggestion for the barcode, but there is none") {
            $0.isAtBarcode && $0.barcodeTexts.offer != nil
        }
    ) {
        $0.model.accept($0.barcodeTexts.offer)
    }

    /// The commands for the photo of one side, in the order of its buttons.
    static let ofPhoto: [Command<CardFormScreen>] = [
        onSide(
            "form.choose-photo", .control("o"), "choose a picture from a folder", "choose",
            also: ["file", "browse", "add"]
        ) {
            $0.app.pictures.choosePhoto($1)
        },
        onSide(
            "form.take-photo", .control("t"), "take a picture with the camera", "camera",
            also: ["camera", "shoot", "webcam"]
        ) {
            $0.app.pictures.takePhoto($1)
        },
        onSide("form.crop-photo", .control("r"), "crop the photo", "crop", needsPhoto: true, also: ["trim", "rotate"]) {
            $0.app.photos.crop($1)
        },
        onSide("form.remove-photo", .control("x"), "remove the photo", "remove", needsPhoto: true, also: ["delete"]) {
            $0.model.removePhoto($1)
        },
    ]

    /// The commands for further pictures; the keys are those of the photos of the sides.
    private static let ofPictures: [Command<CardFormScreen>] = [
        onPictures("form.choose-picture", .control("o"), "add a picture from a folder", "choose") {
            $0.app.pictures.choosePicture()
        },
        onPictures("form.take-picture", .control("t"), "add a picture with the camera", "camera") {
            $0.app.pictures.takePicture()
        },
    ]

    private static func onPictures(
        _ name: String, _ key: Key, _ title: String, _ hint: String,
        perform: @escaping @MainActor (CardFormScreen) -> Void
    ) -> Command<CardFormScreen> {
        Command(
            name, [key], title, hint: hint, also: ["picture", "photo", "image", "receipt"],
            when: Requirement("works in the pictures field") { $0.focus == .field(.pictures) }, perform: perform)
    }

    private static let commands: [Command<CardFormScreen>] =
        [
            save,
            Command(
                "form.next", [.tab], "next field, past an empty part; complete a path or kind", hint: "next",
                also: ["complete"]
            ) {
                $0.next()
            },
            Command("form.previous", [.shiftTab], "previous field, past an empty part") { $0.movePastPart(-1) },
            press,
            Command(
                "form.choose-kind", [.control("b")], "choose the kind of barcode", hint: "kinds",
                also: ["format", "type", "barcode", "qr", "ean"],
                when: Requirement("chooses the kind in the field of the barcode") { $0.focus == .field(.barcode) }
            ) {
                $0.app.forms.chooseFormat()
            },
            acceptOffer,
            Command(
                "form.read-barcode", [.control("g")], "scan a barcode: photo, file, camera", hint: "scan",
                also: ["read", "qr"]
            ) {
                $0.app.scans.readBarcode()
            },
        ] + ofPhoto + ofPictures + [delete, cancel, more]

    /// A command for the photo of the side whose field has the focus.
    private static func onSide(
        _ name: String, _ key: Key, _ title: String, _ hint: String, needsPhoto: Bool = false,
        also: [String] = [], perform: @escaping @MainActor (CardFormScreen, Card.Side) -> Void
    ) -> Command<CardFormScreen> {
        Command(
            name, [key], title, hint: hint, also: also + ["picture", "photo", "image"],
            when: Requirement(
                isMet: { needsPhoto ? $0.hasFocusedPhoto : $0.focusedSide != nil },
                refusal: {
                    $0.focusedSide == nil ? "works in a photo field" : "needs a photo, but this field has none"
                })
        ) { screen in
            if let side = screen.focusedSide { perform(screen, side) }
        }
    }
}
