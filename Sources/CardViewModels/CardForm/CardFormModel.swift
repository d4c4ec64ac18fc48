public import Basics
public import Cards

/// A card being created or edited. Every change is written to the disk as a draft until the card is saved or the form discarded.
///
/// What was typed is held here; which field has the cursor is held by the screen.
@MainActor
public final class CardFormModel: ScreenModel {
    @Observed public internal(set) var draft: CardDraft {
        didSet {
            onDraft()
            drawingCheck.check(draft.unsureContent)
        }
    }
    /// Who set the kind of barcode.
    @Observed var formatOrigin = FormatOrigin.nobody
    /// The fields that were asked for or had a photo: nothing hides them again.
    @Observed private var extraFields: Set<DraftField> = []
    /// Whether the card is being written.
    @Observed public private(set) var isBusy = false
    @Observed public private(set) var pictures: [Card.Side: PictureState] = [:]
    /// Why the last photo of a side was refused.
    @Observed public private(set) var photoProblems: [Card.Side: String] = [:]
    /// Why a further picture could not be read.
    @Observed public internal(set) var pictureProblem: String?
    /// Called at every change of the draft: texts may differ from those that were typed.
    public var onDraft: () -> Void = {}
    let context: ScreenContext
    let drawingCheck: BarcodeDrawingCheck
    public let code: CardCode
    private let keeper: DraftKeeper
    /// What happens elsewhere to the saved card while the form is open.
    let stored: StoredCard
    let scanPause = ScanPause()
    /// The form was discarded: pending work must not write the draft again.
    private var isClosed = false

    /// - Parameter key: the key of the stored draft; nil for a new one.
    init(draft: CardDraft, context: ScreenContext, keptAs key: StoredDraft.Key?) {
        self.draft = draft
        self.context = context
        stored = StoredCard(draft.saved, in: context.services.store)
        code = CardCode(context.services.barcodes)
        drawingCheck = BarcodeDrawingCheck(context.services.barcodes)
        keeper = DraftKeeper(key: key ?? StoredDraft.Key(card: draft.identifier), context: context)
        formatOrigin = FormatOrigin(of: draft)
        if showsLists { showLists() }
        // A path in a restored draft, whose field stays while it is deleted.
        if !draft.text(of: .icon).isEmpty { extraFields.insert(.icon) }
    }

    var services: AppServices { context.services }
    public var shownCard: CardID? { draft.identifier }

    public func opened() {
        drawingCheck.check(draft.unsureContent)
        for side in Card.Side.allCases { showPicture(side) }
        guard draft.mode == .edit else { return }
        stored.start(from: draft.saved) { [weak self] in self?.follow() }
    }

    /// The visible fields. Most cards have no icon and none of the lists, and without them the buttons are in sight on 24 rows.
    public var fields: [DraftField] {
        draft.fields.filter { $0 == .icon ? showsIcon : showsLists || !DraftField.ofEntries.contains($0) }
    }

    /// Whether the fields of codes, own fields and pictures are visible.
    public var showsLists: Bool {
        !extraFields.isDisjoint(with: DraftField.ofEntries)
            || FieldDefinition.lists.contains { $0.isFilled(in: draft.saved) }
            || DraftField.ofEntries.contains { !draft.text(of: $0).isEmpty }
    }

    private var showsIcon: Bool { extraFields.contains(.icon) || draft.photo(.icon) != nil }
    public func showLists() { extraFields.formUnion([.icon] + DraftField.ofEntries) }

    /// What the card lacks to be saved.
    public var missing: [CardValidation.MissingPart] {
        services.validation.missing(in: draft.card, isNew: draft.mode == .create)
    }
    public var canSave: Bool { missing.isEmpty && draft.problems.isEmpty && !isBusy }
    public var today: CalendarDay { services.clock.today() }

    /// One line: whether the card can be saved, and if not, what is missing.
    public var advice: String {
        if let problems = FormProblems(draft, barcode: barcodeProblem).summary { return problems }
        if !missing.isEmpty { return "Needs \(missing.text)" }
        if isBusy { return "Saving…" }
        if let changes { return changes }
        guard draft.isChanged else { return "No changes" }
        guard let problem = barcodeProblem else { return "Ready to save" }
        return isBarcodeDrawable
            ? "Can be saved; the barcode is drawn, but \(problem.userMessage)"
            : "Can be saved, but this is not a valid \(draft.format?.label ?? "barcode")"
    }

    // MARK: - Editing

    public func setText(_ text: String, of field: DraftField) {
        guard draft.text(of: field) != text else { return }
        draft.setText(text, of: field, today: today)
        if let side = field.side { photoProblems[side] = nil }
        if field == .pictures { pictureProblem = nil }
        followNumber(after: field)
        keep()
    }

    public func toggleStar() {
        draft.isStarred.toggle()
        keep()
    }

    /// Reads the picture at the path typed into that side's field; false if that failed. An empty field succeeds.
    func readPhoto(_ side: Card.Side) async -> Bool {
        let typed = draft.text(of: DraftField(side))
        let path = typed.trimmed
        guard !path.isEmpty else { return true }
        (pictures[side], photoProblems[side]) = (.loading, nil)
        do {
            let original = try await services.files.read(path, limit: FilePickerModel.maximumBytes)
            let crop = PhotoCrop.everything(for: side)
            let photo = try await services.photos.crop(original, to: crop)
            // Another path was typed meanwhile: this result is dropped.
            guard draft.text(of: DraftField(side)) == typed else {
                showPicture(side)
                return false
            }
            try receive(await .named(photo, original, crop, by: services.photos), side)
            return true
        } catch {
            if !(error is CancellationError) { photoProblems[side] = error.message }
            showPicture(side)
            return false
        }
    }

    /// Sets the picture of a side; a card without a color gets the main one of its front. Throws ``PhotoError`` if it is too large for a card.
    func receive(_ photo: NewPhoto, _ side: Card.Side) throws(PhotoError) {
        try photo.checkSize()
        draft.setPhoto(photo, side: side)
        if side == .front, draft.text(of: .color).isEmpty, let color = photo.mainColor {
            draft.setText(color.text, of: .color)
        }
        photoProblems[side] = nil
        showPicture(side)
        keep()
    }

    /// The original of a side's photo, and the crop; for a photo that was saved before, the photo itself. Nil without a photo.
    func cut(_ side: Card.Side) async throws -> (original: [UInt8], crop: PhotoCrop)? {
        if let cut = draft.cut(side) { return cut }
        return try await photoBytes(side).map { ($0, .usual(for: side)) }
    }

    public func removePhoto(_ side: Card.Side) {
        draft.removePhoto(side)
        pictures[side] = PictureState.none
        keep()
    }

    /// Completions of the path typed into a photo field.
    public func completions(of path: String) async -> [String] { await services.files.completions(of: path) }

    func showPicture(_ side: Card.Side) {
        guard let hash = draft.photo(side) else { return pictures[side] = PictureState.none }
        extraFields.insert(DraftField(side))
        pictures[side] = .loading
        let bytes = draft.photos[hash]
        Task { [weak self, loading = context.pictures] in
            let picture = if let bytes { await loading.picture(bytes) } else { await loading.picture(hash) }
            guard let self, draft.photo(side) == hash else { return }
            pictures[side] = picture
        }
    }

    // MARK: - Saving

    public func save() {
        guard !isBusy else { return }
        let refusal = FormProblems(draft).summary ?? (missing.isEmpty ? nil : "needs \(missing.text)")
        if let refusal { return context.post(Message("Not saved: \(refusal)", kind: .warning)) }
        guard draft.isChanged || stored.change.isDeleted else { return context.post(Message("No changes.")) }
        if askBeforeSaving() { return }
        isBusy = true
        context.activities.runInBackground { [self] in
            let saved = draft
            do {
                if try await stored.write(saved) { return await finish(saved) }
            } catch {
                endSaving()
                throw error
            }
            endSaving()
            save()
        }
    }

    /// Nothing was written; others may have changed the card meanwhile.
    private func endSaving() {
        isBusy = false
        follow()
    }

    /// Removes what was saved from the draft; what was typed while the store wrote stays in the form.
    private func finish(_ saved: CardDraft) async {
        if draft == saved {
            keeper.discard()
            await keeper.settled()
        }
        // Unedited fields show what is stored now, including changes from elsewhere.
        let now = try? await services.store.card(draft.identifier)
        isBusy = false
        stored.reset(to: now ?? saved.card)
        // It may have another name elsewhere; that one is shown if none was typed here.
        let name = (now ?? saved.card).name.shortName
        guard draft != saved else {
            context.post(Message("Saved \(name)"))
            return leave()
        }
        draft = draft.rebased(on: now ?? saved.card)
        keep()
        context.post(Message("Saved \(name); later changes are not saved yet."))
    }

    /// Leaves the form and the screens opened over it: the card is saved and nothing was typed since.
    func leave() {
        context.prompts.withdraw(.leaveForm)
        context.navigator.popThrough(self)
        context.activities.run("Opening the list") { [list = context.list, identifier = draft.identifier] in
            await list.reload(.card(identifier))
        }
    }

    public var promptBeforeLeaving: Prompt? {
        guard draft.isChanged else { return nil }
        let name = draft.text(of: .name)
        return Prompt(
            .leaveForm, about: [draft.identifier], title: "Unsaved changes",
            text: "Discard changes\(name.isEmpty ? "" : " to \(name.shortName)")?",
            choices: [
                Prompt.Choice("y", "discard") { [navigator = context.navigator] in navigator.goBack() },
                Prompt.Choice("n", "keep editing"),
            ])
    }

    public func didGoBack() {
        discard()
        context.activities.background.run { [self] in
            await draftSettled()
            return true
        }
    }

    /// Discards the form.
    func discard() {
        isClosed = true
        keeper.discard()
    }

    /// Writes the draft before the process ends; returns when it is on the disk.
    func keepDraftNow() async {
        keep()
        await keeper.settled()
    }

    /// Returns when the draft is on the disk or deleted from it.
    func draftSettled() async { await keeper.settled() }

    func keep() {
        if isClosed { return }
        if draft.isChanged { keeper.keep(draft) } else { keeper.discard() }
    }
}

/// What is wrong with the fields of a form, as it stands beneath them.
struct FormProblems {
    private var texts: [DraftField: String]
    private let preventsSaving: Bool

    /// - Parameter barcode: the problem with the barcode, which does not prevent saving.
    init(_ draft: CardDraft, barcode: BarcodeProblem? = nil) {
        texts = draft.problems
        preventsSaving = !texts.isEmpty
        guard let barcode else { return }
        let field = barcode.field(in: draft)
        texts[field] = texts[field] ?? barcode.userMessage
    }

    /// Names the first one in the order of the form: "expiry: … · and 1 more"; nil if nothing prevents saving.
    var summary: String? {
        guard preventsSaving, let field = DraftField.allCases.first(where: { texts[$0] != nil }),
            let text = texts[field]
        else { return nil }
        return "\(field.label): \(text)" + (texts.count > 1 ? " · and \(texts.count - 1) more" : "")
    }
}

extension BarcodeProblem {
    /// The field that it is about. What is wrong with the number stands beneath the kind that it does not fit.
    func field(in draft: CardDraft) -> DraftField {
        switch self {
        case .unknownFormat, .libraryMissing: .barcode
        case .unknownEncoding: draft.fields.contains(.encoding) ? .encoding : .barcode
        default: draft.card.barcode?.value == nil ? .barcode : .barcodeValue
        }
    }
}

/// The moment after a scanner's text: a key that follows in it comes from the scanner, too, which may end with two of them (CR and LF).
@MainActor
final class ScanPause {
    @Observed private var end: Task<Void, Never>?

    /// Longer than between two keys of a scanner, shorter than between two keys of a person.
    private static let duration = Duration.milliseconds(100)

    isolated deinit { end?.cancel() }

    /// Whether further keys may still come from the scanner.
    var isRunning: Bool { end != nil }

    func start(_ clock: any Clock<Duration>) {
        end = Task { [weak self] in
            guard (try? await clock.sleep(for: Self.duration)) != nil else { return }
            self?.end = nil
        }
    }

    /// - Returns: true if it was running.
    func stop() -> Bool {
        end?.cancel()
        defer { end = nil }
        return end != nil
    }
}
