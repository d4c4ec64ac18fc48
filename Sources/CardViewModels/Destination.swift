import Cards

/// Where one can be besides the list. One value a screen, so two cannot be on top at once.
public enum Destination: Equatable {
    case card(CardModel)
    case form(CardFormModel)
    case photo(PhotoModel)
    case file(FileChoiceModel)
    case trash(TrashModel)
    case photoChoice(PhotoChoiceModel)
    case camera(CameraModel)
    case crop(PhotoCropModel)
    case barcodeChoice(BarcodeChoiceModel)
    case sync(SyncModel)
    case conflict(ConflictModel)
    case barcode(BarcodeModel)

    /// The card that is shown or edited there.
    @MainActor
    var identifier: CardID? {
        switch self {
        case .card(let model): model.identifier
        case .form(let model): model.draft.identifier
        case .photo(let model): model.identifier
        case .conflict(let model): model.identifier
        case .barcode(let model): model.identifier
        case .file, .trash, .photoChoice, .camera, .crop, .barcodeChoice, .sync: nil
        }
    }

    public static func == (left: Destination, right: Destination) -> Bool {
        switch (left, right) {
        case (.card(let left), .card(let right)): left === right
        case (.form(let left), .form(let right)): left === right
        case (.photo(let left), .photo(let right)): left === right
        case (.file(let left), .file(let right)): left === right
        case (.trash(let left), .trash(let right)): left === right
        case (.photoChoice(let left), .photoChoice(let right)): left === right
        case (.camera(let left), .camera(let right)): left === right
        case (.crop(let left), .crop(let right)): left === right
        case (.barcodeChoice(let left), .barcodeChoice(let right)): left === right
        case (.sync(let left), .sync(let right)): left === right
        case (.conflict(let left), .conflict(let right)): left === right
        case (.barcode(let left), .barcode(let right)): left === right
        default: false
        }
    }
}
