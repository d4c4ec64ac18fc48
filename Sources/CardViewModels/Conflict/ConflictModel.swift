public import Basics
internal import CardTransfer
public import Cards

/// A card of which several sides changed the same fields, and the decision for each field. Nothing is decided automatically; decisions are
/// written by ``save()`` and not before.
@MainActor
public final class ConflictModel: ScreenModel {
    public enum Decision: Equatable, Sendable {
        case side(ConflictSide)
        /// None of them: another value, as typed in the form.
        case written(String)
    }

    public let identifier: CardID
    /// The card as it is here; nil until the store has answered.
    @Observed public private(set) var card: Card?
    @Observed public private(set) var conflict: CardConflict?
    @Observed public private(set) var decisions: [CardField: Decision] = [:]
    @Observed private var isSaving = false
    @Observed private var pictures: [PhotoHash: PictureState] = [:]
    /// Whether nothing is left to choose, or the card is gone.
    @Observed private(set) var isSettled = false
    @Observed private var isDeleted = false
    /// The field whose value is being typed. Until that ends the screen keeps its state: further letters are meant for the field and
    /// must not become commands of a changed screen.
    @Observed private var writing: CardField?
    /// The store's answer that arrived meanwhile; applied when typing ends.
    @Observed private var held: (card: Card?, conflict: CardConflict?)?

    private let context: ScreenContext
    /// The number of store reads begun, and the number of the last one applied. Unlike with ``Latest`` an answer counts although
    /// a later read has begun: a save waits for the first answer after it.
    private var asked = 0
    private var answered = 0
    private let subscription = StoreSubscription()

    init(_ identifier: CardID, context: ScreenContext) { (self.identifier, self.context) = (identifier, context) }

    private var store: any CardStore { context.services.store }
    public var shownCard: CardID? { identifier }
    /// The store has not answered, or the decisions are being written.
    public var isBusy: Bool { isSaving || (conflict == nil && !isSettled) }
    public var name: String { card?.name ?? "" }
    /// The values of a field, the one that this device wrote last first.
    public func sides(of field: CardField) -> [ConflictSide] { conflict?.sides[field] ?? [] }
    public var fields: [CardField] { conflict.map { $0.fields.inReadingOrder } ?? [] }
    /// How many fields are still undecided.
    public var left: Int { fields.count - decisions.count }

    public func picture(_ photo: PhotoHash?) -> PictureState {
        photo.map { pictures[$0] ?? .loading } ?? .none
    }

    // MARK: - Updates

    public func opened() {
        subscription.start(
            store, concerns: { [identifier] in $0.contains(identifier) }, load: { [weak self] in await self?.load() })
    }

    private func load() async {
        guard !isSettled else { return }
        asked += 1
        let number = asked
        do {
            let card = try await store.card(identifier)
            let conflict = try await store.conflict(of: identifier)
            guard number > answered, !isSettled else { return }
            answered = number
            if writing == nil { apply(card, conflict) } else { held = (card, conflict) }
        } catch {
            context.messages.post(error)
            if conflict == nil { end("") }
        }
    }

    private func apply(_ card: Card?, _ conflict: CardConflict?) {
        guard let card else {
            isDeleted = true
            return end("\(self.card?.name.shortName ?? "The card") was deleted elsewhere.")
        }
        guard let conflict else { return end("\(card.name.shortName) no longer has a conflict.") }
        follow(card, conflict)
    }

    /// Ends the screen because of a change elsewhere; a save reports its own outcome.
    /// - Parameter reason: empty if it was reported already.
    private func end(_ reason: String) {
        isSettled = true
        guard !isSaving, context.navigator.contains(self) else { return }
        context.prompts.withdraw(.leaveConflict)
        context.navigator.remove(self)
        if !reason.isEmpty { context.post(Message(reason)) }
    }

    public var promptBeforeLeaving: Prompt? {
        guard !decisions.isEmpty else { return nil }
        return Prompt(
            .leaveConflict, about: [identifier], title: "Unsaved decisions",
            text: "Discard the decisions for \(name.shortName)?",
            choices: [
                Prompt.Choice("y", "discard") { [navigator = context.navigator] in navigator.goBack() },
                Prompt.Choice("n", "keep deciding"),
            ])
    }

    /// Keeps the decisions whose two values have not changed. If a value has changed, the field is undecided again and a message says
    /// so.
    private func follow(_ card: Card, _ new: CardConflict) {
        let (before, old) = (self.card, conflict)
        if before != card { self.card = card }
        if old != new { conflict = new }
        loadPictures()
        guard let before, let old else { return }
        let there = decisions.filter { new.fields.contains($0.key) }
        var kept = there.filter { card.isEqual(to: before, in: $0.key) && new.isSame($0.key, as: old) }
        for case (let field, .side(let side)) in kept {
            // Its time may have become known meanwhile.
            let same = new.sides[field]?.first { $0.card.isEqual(to: side.card, in: field) }
            kept[field] = same.map { .side($0) }
        }
        for field in Array(kept.keys)
        where new.decidedTogether(with: field).contains(where: { there[$0] != nil && kept[$0] == nil }) {
            kept[field] = nil
        }
        if kept != decisions { decisions = kept }
        let changed = FieldSet(there.keys).subtracting(FieldSet(kept.keys)).inReadingOrder
        guard !changed.isEmpty else { return }
        let labels = changed.map(\.label).joined(separator: ", ")
        context.post(Message("Changed elsewhere, please check again: \(labels)", kind: .warning))
    }

    private func loadPictures() {
        let wanted = fields.flatMap { field in sides(of: field).compactMap { $0.card.photo(in: field) } }
        for photo in Set(wanted) where pictures[photo] == nil {
            pictures[photo] = .loading
            Task { [weak self, loading = context.pictures] in
                let picture = await loading.picture(photo)
                self?.pictures[photo] = picture
            }
        }
    }

    // MARK: - Choosing

    /// Nil undoes the decision.
    public func decide(_ decision: Decision?, _ field: CardField) {
        guard let conflict, conflict.fields.contains(field), !isSaving else { return }
        if decisions[field] != decision { decisions[field] = decision }
        for other in conflict.decidedTogether(with: field) where other != field {
            switch decision {
            case .side(let side): decisions[other] = conflict.side(of: other, from: side).map { .side($0) }
            // The text of an amount may have its unit; without one it is in that of the other decision.
            case .written: break
            case nil: decisions[other] = nil
            }
        }
    }

    /// Whether this device wrote a value of one of the fields: a third one reads what others wrote.
    public func hasMine(of fields: [CardField]) -> Bool { fields.contains { conflict?.mine($0) != nil } }

    /// What this device wrote last.
    public func decideMine(_ field: CardField) {
        if let side = conflict?.mine(field) { decide(.side(side), field) }
    }

    /// The first value of another side; from one of these the next one.
    public func decideTheirs(_ field: CardField) {
        let others = sides(of: field).filter { !$0.isMine }
        let present = others.firstIndex { decisions[field] == .side($0) }
        if !others.isEmpty { decide(.side(others[present.map { ($0 + 1) % others.count } ?? 0]), field) }
    }

    /// Decides all fields in which this device wrote a value, except those with a typed one: these are reset one by one only.
    public func decideAllMine() {
        for field in fields where !isWritten(field) { decideMine(field) }
    }

    public func decideAllTheirs() {
        for field in fields where !isWritten(field) {
            decide(nil, field)
            decideTheirs(field)
        }
    }

    private func isWritten(_ field: CardField) -> Bool { if case .written? = decisions[field] { true } else { false } }

    /// Whose values the field has, each name once.
    public func names(of field: CardField) -> [String] {
        var names: [String] = []
        for side in sides(of: field) where !names.contains(side.name) { names.append(side.name) }
        return names
    }

    // MARK: - Writing

    public func beginWriting(_ field: CardField) { writing = field }

    /// Ends typing and applies the store's answer that arrived meanwhile; it may end the screen.
    public func endWriting() {
        writing = nil
        guard let held else { return }
        self.held = nil
        if !isSettled { apply(held.card, held.conflict) }
    }

    /// Why the value being typed cannot be saved any more; nil as long as it can.
    public var interruption: String? {
        guard let writing, let held else { return nil }
        guard held.card != nil else { return "\(name.shortName) was deleted elsewhere: nothing can be saved" }
        guard let new = held.conflict, new.fields.contains(writing) else {
            return "\(writing.label) was resolved elsewhere: this edit cannot be saved"
        }
        guard let seen = card, let conflict, let card = held.card else { return nil }
        let isSeen = card.isEqual(to: seen, in: writing) && new.isSame(writing, as: conflict)
        return isSeen ? nil : "\(writing.label) was changed elsewhere: check it before you save"
    }

    /// Whether the field's value can be typed. A barcode is more than one text, and pictures are more than text: they are those of a
    /// side.
    public static func canWrite(_ field: CardField) -> Bool {
        ![.barcode, .pictures].contains(field) && DraftField(field)?.isText == true
    }

    /// The initial text when a field's value is typed: the decision so far.
    public func text(of field: CardField) -> String {
        guard let draftField = DraftField(field), let card else { return "" }
        switch decisions[field] {
        case .written(let text): return text
        case .side(let side): return CardDraft(editing: side.card, context.services.input).text(of: draftField)
        case nil: return CardDraft(editing: card, context.services.input).text(of: draftField)
        }
    }

    /// Why the text is not valid as the field's value.
    public func problem(with text: String, in field: CardField) -> String? {
        guard let draftField = DraftField(field) else { return nil }
        let before = problems(of: decisions.filter { $0.key != field })
        let after = problems(of: decisions.merging([field: .written(text)]) { $1 })
        // Some problems are reported for the related field: a currency without an amount.
        return after[draftField] ?? after.first { before[$0.key] == nil }?.value
    }

    private func problems(of decisions: [CardField: Decision]) -> [DraftField: String] {
        guard let draft = draft(of: decisions) else { return [:] }
        var problems = draft.problems
        if case .written? = decisions[.name], draft.card.hasBlankName { problems[.name] = "a card needs a name" }
        return problems
    }

    /// The card that results from the decisions.
    private func draft(of decisions: [CardField: Decision]) -> CardDraft? {
        guard var card else { return nil }
        for case (let field, .side(let side)) in decisions { card.copy([field], from: side.card) }
        var draft = CardDraft(editing: card, context.services.input)
        for case (let field, .written(let text)) in decisions {
            if let field = DraftField(field) { draft.setText(text, of: field) }
        }
        return draft
    }

    // MARK: - Saving

    /// Writes the decisions; undecided fields stay in conflict. Returns a message with the outcome, or nil if nothing was done.
    func save() async -> Message? {
        guard let card, let conflict, !isSaving else { return nil }
        guard !decisions.isEmpty else { return Message("Nothing decided yet.", kind: .warning) }
        guard let draft = draft(of: decisions) else { return nil }
        if let (field, problem) = problems(of: decisions).first {
            return Message("\(field.label): \(problem)", kind: .warning)
        }
        let chosen = decisions
        // What was typed as an amount has its unit.
        let fields = chosen.reduce(into: FieldSet(chosen.keys)) { fields, decision in
            if case .written = decision.value { fields.formUnion(conflict.decidedTogether(with: decision.key)) }
        }
        isSaving = true
        defer { isSaving = false }
        let decided: FieldSet
        do {
            decided = try await store.resolve(
                ConflictChoice(of: fields, in: conflict, mine: card, result: draft.card))
        } catch {
            return Message(error)
        }
        for field in decided { decisions[field] = nil }
        await load()
        if decided.isEmpty, isSettled {
            let outcome = isDeleted ? "deleted" : "resolved"
            return Message("\(card.name.shortName) was \(outcome) elsewhere; nothing was saved.", kind: .warning)
        }
        guard decided.count == fields.count else {
            let open = fields.subtracting(decided).inReadingOrder.map(\.label)
            return Message("Changed elsewhere, please check again: \(open.joined(separator: ", "))", kind: .warning)
        }
        let isChanged = decided.contains { !draft.card.isEqual(to: card, in: $0) }
        return Message(
            Self.summary(of: Array(chosen.values)),
            offers: isChanged ? [Message.Offer(.undo, "undoes")] : [])
    }

    /// "Kept yours in 2 fields, theirs in 1, edited 1".
    private static func summary(of decisions: [Decision]) -> String {
        let sides = decisions.compactMap { if case .side(let side) = $0 { side } else { nil } }
        let mine = sides.count(where: \.isMine)
        let theirs = sides.count - mine
        let written = decisions.count - sides.count
        var parts: [String] = []
        for (label, count) in [("yours in", mine), ("theirs in", theirs)] where count > 0 {
            let unit = parts.isEmpty ? (count == 1 ? " field" : " fields") : ""
            parts.append("\(label) \(count)\(unit)")
        }
        let kept = parts.isEmpty ? "" : "Kept " + parts.joined(separator: ", ")
        if written == 0 { return kept }
        return kept.isEmpty ? "Edited \(written.counted("field"))" : "\(kept), edited \(written)"
    }
}
