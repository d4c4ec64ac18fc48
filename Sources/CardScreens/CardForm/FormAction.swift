import Terminal

/// What can be done in a form besides typing: Ctrl, Alt and function keys only.
enum FormAction: String, BindableAction {
    case save = "form.save"
    case cancel = "form.cancel"
    case delete = "form.delete"
    case next = "form.next"
    case previous = "form.previous"
    case chooseFormat = "form.choose-kind"
    case takeOffer = "form.take-offer"
    case readBarcode = "form.read-barcode"
    case choosePhoto = "form.choose-photo"
    case takePhoto = "form.take-photo"
    case cropPhoto = "form.crop-photo"
    case removePhoto = "form.remove-photo"

    /// What is done about the photo of one side, in the order of its field.
    static let ofPhoto: [FormAction] = [.choosePhoto, .takePhoto, .cropPhoto, .removePhoto]

    static func bindings(_ keyMap: KeyMap) -> BindingTable<FormAction> {
        BindingTable(
            [
                Binding(.save, [.control("s")], "save", hint: "save"),
                Binding(.next, [.tab], "next field; completes a path or a kind", hint: "next"),
                Binding(.previous, [.shiftTab], "previous field"),
                Binding(.chooseFormat, [.control("b")], "choose the kind of barcode", hint: "kinds"),
                Binding(.takeOffer, [.control("f")], "take what is offered for the barcode", hint: "use it"),
                Binding(.readBarcode, [.control("g")], "read a barcode: photo, file, camera", hint: "read a code"),
                Binding(.choosePhoto, [.control("o")], "choose a picture from a folder", hint: "choose"),
                Binding(.takePhoto, [.control("t")], "take a picture with the camera", hint: "take"),
                Binding(.cropPhoto, [.control("r")], "cut another part from the photo", hint: "crop"),
                Binding(.removePhoto, [.control("x")], "take the photo away", hint: "remove"),
                Binding(.delete, [.control("d")], "delete the card (asks)", hint: "delete"),
                Binding(.cancel, [.escape], "leave; asks when something changed", hint: "cancel"),
            ], keyMap: keyMap)
    }

    /// The keys of every text field, which are emacs' and readline's.
    static let editing: [KeyHint] = [
        KeyHint(key: "Ctrl-A Ctrl-E", words: "start and end of the line"),
        KeyHint(key: "Alt-B Alt-F", words: "a word back and forward"),
        KeyHint(key: "Ctrl-W Alt-D", words: "cut the word before and behind"),
        KeyHint(key: "Ctrl-K Ctrl-U", words: "cut to the end and to the start"),
        KeyHint(key: "Ctrl-Y", words: "put back what was cut"),
        KeyHint(key: "Ctrl-_", words: "undo"),
        KeyHint(key: "Space", words: "in the star's field: star or not"),
        KeyHint(key: "↵", words: "in the barcode's field: choose its kind"),
        KeyHint(key: "↵", words: "in a photo's field: choose a picture, or take that of the typed path"),
    ]
}
