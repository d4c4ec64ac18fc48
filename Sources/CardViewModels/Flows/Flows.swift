/// The flows, operations that cross screens, over one store. Each receives the flows that it continues with.
@MainActor
struct Flows {
    let cards: CardFlow
    let forms: FormFlow
    let clipboard: ClipboardFlow
    let photos: PhotoFlow
    let pictures: PictureFlow
    let scans: ScanFlow
    let barcodes: BarcodeFlow
    let conflicts: ConflictFlow
    let sync: SyncFlow
    let sharing: SharingFlow
    let history: HistoryFlow
    let transfer: TransferFlow
    let backups: BackupFlow

    init(_ context: ScreenContext) {
        cards = CardFlow(context: context)
        forms = FormFlow(context: context)
        clipboard = ClipboardFlow(context: context)
        photos = PhotoFlow(context: context)
        scans = ScanFlow(context: context, forms: forms, photos: photos)
        pictures = PictureFlow(context: context, photos: photos, scans: scans)
        barcodes = BarcodeFlow(context: context)
        conflicts = ConflictFlow(context: context)
        sharing = SharingFlow(context: context)
        sync = SyncFlow(context: context, cards: cards, conflicts: conflicts, sharing: sharing)
        history = HistoryFlow(context: context)
        transfer = TransferFlow(context: context)
        backups = BackupFlow(context: context, imports: transfer.imports)
    }
}
