/// A screen over the list, with its model.
public enum Destination: Equatable {
    case card(CardModel)
    case form(CardFormModel)
    case photo(PhotoModel)
    case file(FileChoiceModel)
    case password(PasswordModel)
    case importPreview(ImportModel)
    case importDetail(ImportDetailModel)
    case trash(TrashModel)
    case photoChoice(PhotoChoiceModel)
    case camera(CameraModel)
    case crop(PhotoCropModel)
    case barcodeChoice(BarcodeChoiceModel)
    case sync(SyncModel)
    case backendForm(BackendFormModel)
    case sharingForm(SharingFormModel)
    case conflict(ConflictModel)
    case barcode(BarcodeModel)
    case booking(BookingModel)
    case history(HistoryModel)
    case pastCard(PastCardModel)
    case backups(BackupsModel)
    case ledger(LedgerModel)
    case groups(GroupsModel)
    case naming(NamingModel)
    case columns(ColumnsModel)
    case totals(TotalsModel)
    case secretField(SecretFieldModel)

    public var model: any ScreenModel {
        switch self {
        case .card(let model): model
        case .form(let model): model
        case .photo(let model): model
        case .file(let model): model
        case .password(let model): model
        case .importPreview(let model): model
        case .importDetail(let model): model
        case .trash(let model): model
        case .photoChoice(let model): model
        case .camera(let model): model
        case .crop(let model): model
        case .barcodeChoice(let model): model
        case .sync(let model): model
        case .backendForm(let model): model
        case .sharingForm(let model): model
        case .conflict(let model): model
        case .barcode(let model): model
        case .booking(let model): model
        case .history(let model): model
        case .pastCard(let model): model
        case .backups(let model): model
        case .ledger(let model): model
        case .groups(let model): model
        case .naming(let model): model
        case .columns(let model): model
        case .totals(let model): model
        case .secretField(let model): model
        }
    }

    public static func == (left: Destination, right: Destination) -> Bool { left.model === right.model }
}
