internal import Cards

/// Edits a card as text in the user's own editor: one step to undo, and nothing where nothing was changed.
///
/// The text stays on the disk until it is saved or discarded: whatever fails, nothing that was typed is lost.
@MainActor
public struct EditorFlow {
    let context: ScreenContext

    /// A card whose text is being edited.
    private struct Edit {
        let card: CardTextEdit
        let text: EditedText

        var draft: CardDraft { card.draft }

        /// Where there are several texts, the name says which.
        var name: String { draft.saved.name.shortName }
    }

    private var services: AppServices { context.services }
    /// A made-up card must never be offered among real ones.
    private var isDemo: Bool { services.openDemo == nil }

    /// Edits the card on top, or the selected one.
    public func editCurrent() {
        guard let identifier = context.currentCard else { return }
        run {
            guard let card = try await services.store.card(identifier) else { return }
            let hasSecrets = try await services.store.secretCount(of: [identifier]) > 0
            let edit = CardTextEdit(
                CardDraft(editing: card, services.input), services.texts, hasSecrets: hasSecrets)
            let text = try await services.editedTexts.keep(edit.before, note: isDemo ? .null : edit.draft.json)
            try await open(Edit(card: edit, text: text))
        }
    }

    private func run(_ work: @escaping () async throws -> Void) {
        context.activities.run("Opening the editor", work)
    }

    // MARK: - Editing

    private func open(_ edit: Edit) async throws {
        var (end, failure): (EditorEnd, (any Error)?) = (.closed, nil)
        do {
            end = try await context.hooks.lend { try await services.editor.edit(edit.text.path, line: nil) }
        } catch is CancellationError {
            // The program ends; the next one offers the text.
            throw CancellationError()
        } catch {
            failure = error
        }
        let bytes: [UInt8]
        do {
            bytes = try await services.editedTexts.bytes(of: edit.text)
        } catch {
            return ask(edit, failure?.message ?? error.message, canBeUsed: false)
        }
        if bytes == Array(edit.card.before.utf8) {
            await services.editedTexts.discard(edit.text)
            if let failure { throw failure }
            return context.post(Message("No changes." + (end == .atOnce ? " " + EditorEnd.hint : "")))
        }
        if let failure { return ask(edit, failure.message, canBeUsed: true) }
        await use(bytes, of: edit)
    }

    /// Saves the card, or asks what to do with the text.
    private func use(_ bytes: [UInt8], of edit: Edit) async {
        switch edit.card.read(bytes, services.texts, services.validation) {
        case .unreadable(let line): ask(edit, "Line \(line): this is not UTF-8.", canBeUsed: false)
        case .wrong(let problems, let text): await ask(edit, text, problems)
        case .unchanged:
            await services.editedTexts.discard(edit.text)
            context.post(Message("No changes."))
        case .changed(let draft, let values):
            do {
                try await save(draft, values, String(decoding: bytes, as: UTF8.self), edit)
            } catch {
                ask(edit, error.message, canBeUsed: true)
            }
        }
    }

    private func save(_ draft: CardDraft, _ values: [NamedText], _ text: String, _ edit: Edit) async throws {
        // What was changed elsewhere meanwhile stays, except in the fields that were edited.
        guard let now = try await services.store.card(draft.identifier) else { return askToAdd(draft, edit) }
        let current = draft.rebased(on: now)
        let problems = CardTextEdit.problems(of: current, in: values, services.validation)
        guard problems.isEmpty else { return await ask(edit, text, problems) }
        try await save(current.patch, current, edit)
    }

    private func save(_ patch: CardPatch, _ draft: CardDraft, _ edit: Edit) async throws {
        try await services.store.apply([.set(patch)])
        await services.editedTexts.discard(edit.text)
        await context.list.reload(.card(draft.identifier))
        context.post(Message("Saved \(draft.card.name.shortName)", offers: [.undo]))
    }

    // MARK: - Asking

    private func ask(_ edit: Edit, _ text: String, _ problems: [NamedTextProblem]) async {
        // Without the comments the text is as good.
        try? await services.editedTexts.replace(edit.text, with: services.texts.text(text, explaining: problems))
        if let first = problems.first { ask(edit, "Line \(first.line): \(first.reason).", canBeUsed: false) }
    }

    /// - Parameters:
    ///   - reason: a sentence.
    ///   - canBeUsed: whether saving the text as it is may succeed.
    private func ask(_ edit: Edit, _ reason: String, canBeUsed: Bool) {
        let save = Prompt.Choice("s", "save as it is") {
            context.activities.run("Saving") {
                await use(try await services.editedTexts.bytes(of: edit.text), of: edit)
            }
        }
        show(
            edit, "\(reason) Edit again?",
            [Prompt.Choice("y", "edit again") { run { try await open(edit) } }] + (canBeUsed ? [save] : []))
    }

    private func askToAdd(_ draft: CardDraft, _ edit: Edit) {
        let add = Prompt.Choice("y", "save as a new card") {
            context.activities.run("Saving") {
                do {
                    try await save(draft.wholePatch, draft, edit)
                } catch {
                    ask(edit, error.message, canBeUsed: true)
                }
            }
        }
        show(edit, "\(edit.name) was deleted elsewhere. Save it as a new card?", [add])
    }

    private func show(_ edit: Edit, _ text: String, _ choices: [Prompt.Choice]) {
        let later = Prompt.Choice("l", "later") {
            context.post(Message("The text is saved for the next start, in \(edit.text.path)"))
        }
        context.prompts.show(
            Prompt(
                .editAgain, about: [edit.draft.identifier], title: "Not saved", text: text,
                choices: choices + (isDemo ? [] : [later])
                    + [Prompt.Choice("d", "discard changes") { discard(edit) }],
                defaultKey: "y", escapeKey: isDemo ? "d" : "l"))
    }

    private func discard(_ edit: Edit) {
        context.post(Message("Discarded the text of \(edit.name)."))
        context.activities.background.run {
            await services.editedTexts.discard(edit.text)
            return true
        }
    }

    // MARK: - Leftover texts

    /// Queues a prompt for each text of a program that has ended, and deletes those in which nothing was changed.
    func offerLeftovers() async {
        for text in await services.editedTexts.leftovers() {
            if case .null? = text.note {
                await services.editedTexts.discard(text)
                continue
            }
            guard let draft = text.note.flatMap({ CardDraft(json: $0, photos: [:], services.input) }) else {
                context.post(
                    Message("An edited card could not be restored. Its text is in \(text.path)", kind: .warning))
                continue
            }
            let bytes = try? await services.editedTexts.bytes(of: text)
            // Whether the card has secret fields may have changed since: the text says whether it had.
            let edits = [false, true].map { CardTextEdit(draft, services.texts, hasSecrets: $0) }
            if edits.contains(where: { bytes == Array($0.before.utf8) }), !text.hasOtherFiles {
                await services.editedTexts.discard(text)
            } else {
                context.prompts.enqueue([prompt(resuming: Edit(card: edits[0], text: text))])
            }
        }
    }

    private func prompt(resuming edit: Edit) -> Prompt {
        Prompt(
            .leftover, about: [edit.draft.identifier], title: "Unsaved text",
            text: "Resume editing the text of \(edit.name)?",
            choices: [
                Prompt.Choice("y", "resume") { run { try await open(edit) } }, Prompt.Choice("n", "later"),
                Prompt.Choice("d", "discard") { discard(edit) },
            ], defaultKey: "y")
    }
}
