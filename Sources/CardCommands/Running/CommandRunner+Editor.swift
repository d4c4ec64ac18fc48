internal import CardSettings
internal import Cards

extension CommandRunner {
    /// A card's text in a file of its own, until it is saved or given up.
    private struct OpenText {
        let edit: CardTextEdit
        let text: EditedText
        let keeper: EditedTextStore
        let validation: CardValidation
        let format = YAMLTexts()
    }

    /// What became of a text that was closed in the editor.
    private enum Closed {
        case unchanged
        case changed(CardDraft, [NamedText])
        /// In lines; the text has them as comments.
        case wrong([NamedTextProblem])
    }

    /// Opens the card in the user's editor, again and again as long as the text has mistakes and is changed.
    func editText(
        of card: Card, _ validation: CardValidation, _ store: any CardStore, _ options: Invocation.Options, asJSON: Bool
    ) async throws {
        let draft = CardDraft(editing: card, LocalInput(format: localFormat, today: clock.today()))
        let hasSecrets = try await store.secretCount(of: [card.identifier]) > 0
        let edit = CardTextEdit(draft, YAMLTexts(), hasSecrets: hasSecrets)
        // Where the screen looks for texts of programs that have ended.
        let keeper = EditedTextStore(folder: try paths(options).state + "/edit")
        let text = try await keeper.keep(edit.before, note: options.isDemo ? .null : draft.json)
        let open = OpenText(edit: edit, text: text, keeper: keeper, validation: validation)
        var shown = Array(edit.before.utf8)
        while true {
            let end = try await run(editorOn: open)
            switch try await read(open) {
            case .unchanged:
                await keeper.discard(text)
                if end == .atOnce { output.warn(EditorEnd.hint) }
                return try report(card, isChanged: false, asJSON: asJSON)
            case .changed(let draft, let values):
                guard let problem = try await save(draft, values, open, of: card, store, asJSON: asJSON) else {
                    return
                }
                try await explain([problem], open, &shown)
            case .wrong(let problems): try await explain(problems, open, &shown)
            }
        }
    }

    /// An editor that fails leaves the text where it is, unless nothing was changed.
    private func run(editorOn open: OpenText) async throws -> EditorEnd {
        do {
            return try await platform.editor.edit(open.text.path, line: nil)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            if case .unchanged? = try? await read(open) {
                await open.keeper.discard(open.text)
                throw error
            }
            throw CommandFailure("\(error.message) \(kept(open))")
        }
    }

    private func read(_ open: OpenText) async throws -> Closed {
        let bytes = try await open.keeper.bytes(of: open.text)
        switch open.edit.read(bytes, open.format, open.validation) {
        case .unchanged: return .unchanged
        case .changed(let draft, let values): return .changed(draft, values)
        case .wrong(let problems, _): return .wrong(problems)
        case .unreadable(let line): throw CommandFailure("line \(line) is not UTF-8. \(kept(open))")
        }
    }

    /// Saves what was edited; what was changed elsewhere meanwhile stays, except in the same fields.
    /// - Returns: why it cannot be saved on top of that.
    private func save(
        _ draft: CardDraft, _ values: [NamedText], _ open: OpenText, of card: Card, _ store: any CardStore, asJSON: Bool
    ) async throws -> NamedTextProblem? {
        guard let now = try await store.card(card.identifier) else {
            throw CommandFailure("\"\(card.name)\" was deleted elsewhere. \(kept(open))")
        }
        let current = draft.rebased(on: now)
        if let problem = CardTextEdit.problems(of: current, in: values, open.validation).first { return problem }
        do {
            try await store.apply([.set(current.patch)])
        } catch {
            throw CommandFailure("\(error.message) \(kept(open))", .store)
        }
        await open.keeper.discard(open.text)
        try report(current.card, isChanged: true, asJSON: asJSON)
        return nil
    }

    /// Writes the problems into the text as comments, for the next try. Ends where nobody tries: in a script, and where the text was
    /// closed as it had been shown.
    private func explain(_ problems: [NamedTextProblem], _ open: OpenText, _ shown: inout [UInt8]) async throws {
        let bytes = try await open.keeper.bytes(of: open.text)
        let isTriedAgain = bytes != shown && output.err.isTerminal
        if let text = String(validating: bytes, as: UTF8.self) {
            let explained = open.format.text(text, explaining: problems)
            try await open.keeper.replace(open.text, with: explained)
            shown = Array(explained.utf8)
        }
        if isTriedAgain { return }
        let reasons = problems.map { "line \($0.line): \($0.reason)" }
        throw CommandFailure((reasons + [kept(open)]).joined(separator: "\n"))
    }

    private func kept(_ open: OpenText) -> String { "Nothing was changed. The text is kept in \(open.text.path)" }
}
