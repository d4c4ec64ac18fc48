internal import Cards

/// Edits a card as text in the user's own editor: one step to undo, and nothing where nothing was changed.
@MainActor
public struct EditorFlow {
    let context: ScreenContext

    private static let comment = "Save and close the editor to take this over. Unchanged, the card stays as it is."

    /// Edits the card on top, or the selected one.
    public func editCurrent() {
        guard let identifier = context.currentCard else { return }
        context.activities.run("Opening the editor") {
            guard let card = try await context.services.store.card(identifier) else { return }
            let draft = CardDraft(editing: card, context.services.input)
            let text = context.services.texts.text(of: draft.namedTexts, comment: Self.comment)
            try await edit(draft, text, before: text)
        }
    }

    /// - Parameters:
    ///   - draft: the card as it was when editing began.
    ///   - before: the text as it was then.
    private func edit(_ draft: CardDraft, _ text: String, before: String) async throws {
        let services = context.services
        let edited = try await context.hooks.lend { try await services.editor.edit(text: text, suffix: ".yaml") }
        if edited == before { return context.post(Message("Nothing changed.")) }
        var changed = draft
        var problems: [NamedTextProblem] = []
        do {
            problems = changed.receive(try services.texts.values(in: edited))
        } catch {
            problems = [error]
        }
        let missing = services.validation.missing(in: changed.card, isNew: false)
        problems += missing.map { NamedTextProblem(line: 1, reason: "a card needs \($0.description)") }
        guard let first = problems.first else { return try await save(changed) }
        askAgain(draft, services.texts.text(edited, explaining: problems), before: before, first)
    }

    private func askAgain(_ draft: CardDraft, _ text: String, before: String, _ problem: NamedTextProblem) {
        context.prompts.show(
            Prompt(
                .editAgain, about: [draft.identifier], title: "Not saved",
                text: "Line \(problem.line): \(problem.reason). Edit again?",
                choices: [
                    Prompt.Choice("y", "edit again") {
                        context.activities.run("Opening the editor") { try await edit(draft, text, before: before) }
                    }, Prompt.Choice("d", "discard changes"),
                ], defaultKey: "y", escapeKey: "y"))
    }

    private func save(_ draft: CardDraft) async throws {
        guard draft.isChanged else { return context.post(Message("Nothing changed.")) }
        let store = context.services.store
        // What was changed elsewhere meanwhile stays, except in the fields that were edited.
        let now = try await store.card(draft.identifier)
        try await store.apply([.set(now.map { draft.rebased(on: $0).patch } ?? draft.wholePatch)])
        await context.list.reload(.card(draft.identifier))
        context.post(Message("Saved \(draft.card.name.shortName)", offers: [.undo]))
    }
}
