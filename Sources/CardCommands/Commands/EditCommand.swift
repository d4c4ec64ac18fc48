internal import CardSettings
internal import Cards

/// Changes fields of a card; without any, all of them in the user's editor.
struct EditCommand: ShellCommand {
    let card: String
    let edits: CardEdits
    let form: ActionForm

    static let spec = CommandSpec(
        name: "edit", operand: .card,
        options: CommandLineTable.fieldOptions + [clear] + SecretCommand.options + [
            CommandLineTable.dryRun, CommandLineTable.json,
        ],
        summary: "Change the fields of a card",
        details: """
            \(CommandLineTable.oneCard) Without field options, the card opens in $VISUAL or $EDITOR as YAML; a text with a \
            mistake is opened again, with the reason as a comment above the line. If you then close it unchanged, the text is \
            kept, and the screen offers it at the next start. If standard error is not a terminal, the first mistake ends the \
            command. --group replaces all groups of the card; --field, --code and --picture change the entry with that name or \
            label, add it, or remove it if nothing follows the equals sign. Without changes, nothing is saved. All changes are \
            a single undo step; --dry-run shows the fields that would change, with the old and the new value. --secret sets a \
            secret field such as a PIN: it is shown as dots, not encrypted on this machine, and sent to other devices only \
            where the shared cards are encrypted.
            """,
        examples: [
            "edit Tesco --balance \"12.50 EUR\" --clear expiry", "edit \"elm gym\"", "edit Tesco --secret PIN",
        ], read: { parsed, _ throws(UsageError) in try command(parsed) })

    private static let clear = OptionSpec(
        "clear", takes: .oneOf("FIELD", CommandLineTable.fieldOptions.map(\.name).filter { $0 != "name" }),
        repeatable: true,
        "Remove the value of this field; may be given several times")

    private static func command(_ parsed: ArgumentParser) throws(UsageError) -> any ShellCommand {
        if let secret = try SecretCommand(parsed) { return secret }
        let (edits, form) = (try CardEdits(parsed), ActionForm(parsed))
        if edits.isEmpty, form.isDryRun {
            throw parsed.failure("--dry-run needs a field to change: the editor saves what is typed in it")
        }
        return EditCommand(card: parsed.operands.first ?? "", edits: edits, form: form)
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.edit(card, edits, options, form)
        return .success
    }
}

extension CommandRunner {
    /// Changes fields of a card; without any, all of them in the user's editor.
    fileprivate func edit(_ text: String, _ edits: CardEdits, _ options: Invocation.Options, _ form: ActionForm)
        async throws
    {
        let config = try config(options)
        let store = try await store(options, isDryRun: form.isDryRun)
        let card = try await card(named: text, in: store)
        if edits.isEmpty {
            return try await editText(of: card, config.validation, store, options, asJSON: form.isJSON)
        }
        var photos: [PhotoHash: [UInt8]] = [:]
        var new = try edited(card, edits)
        for (side, path) in edits.photos {
            var bytes: [UInt8]?
            if let path { bytes = try await photo(ofFile: path, as: .all(for: side), kept: "Nothing was changed.") }
            let hash = bytes.map { PhotoHash(of: $0) }
            new[side] = hash
            if let hash, let bytes { photos[hash] = bytes }
        }
        if edits.texts[.color] == nil { await adoptColor(in: &new, photos) }
        try await setPictures(edits.entries, in: &new, &photos, "Nothing was changed.")
        if let missing = config.validation.missing(in: new, isNew: false).first {
            throw CommandFailure("a card needs \(missing.description). Nothing was changed.", .usage)
        }
        try await store.checkSize(of: new, adding: photos)
        let patch = CardPatch(from: card, to: new, photos: photos)
        do throws(CardJSONError) {
            try patch.check()
        } catch {
            throw CommandFailure("\(error.userMessage). Nothing was changed.", .usage)
        }
        if !patch.fields.isEmpty { try await store.apply([.set(patch)]) }
        if form.isDryRun { return try showDryRun(patch.fields, from: card, to: new, form) }
        try report(new, isChanged: !patch.fields.isEmpty, asJSON: form.isJSON)
    }

    /// Shows what an edit would change, a line for each field; as JSON the card as it would be.
    private func showDryRun(_ changed: FieldSet, from card: Card, to new: Card, _ form: ActionForm) throws {
        let fields = changed.filter { !$0.isBookkeeping }.inReadingOrder
        if form.isJSON {
            try write(object: CardJSON.membersWithoutPhotos(of: new))
        } else if fields.isEmpty {
            try output.print("No changes: \(oneLine(card.name))")
        } else {
            for line in ChangeText.lines(fields, from: card, to: new, format) { try output.print(oneLine(line)) }
        }
        tellDryRun(fields.isEmpty ? 0 : 1)
    }

    /// Says what became of an edited card.
    func report(_ card: Card, isChanged: Bool, asJSON: Bool) throws {
        if asJSON { return try write(object: CardJSON.membersWithoutPhotos(of: card)) }
        try output.report((isChanged ? "Changed " : "No changes: ") + oneLine(card.name))
    }

    /// The card with the typed texts, read by the rules of the form. Photos are not part of it.
    private func edited(_ card: Card, _ edits: CardEdits) throws(CommandFailure) -> Card {
        var draft = CardDraft(editing: card, LocalInput(format: localFormat, today: clock.today()))
        for field in DraftField.allCases {
            if let text = edits.texts[field] { draft.setText(text, of: field) }
        }
        if let isStarred = edits.isStarred { draft.isStarred = isStarred }
        for field in DraftField.allCases {
            guard let problem = draft.problems[field] else { continue }
            throw CommandFailure(
                "--\(field.option) \"\(draft.text(of: field))\": \(problem). Nothing was changed.", .usage)
        }
        var new = draft.card
        // Its text is empty already where the value could not be read.
        for field in edits.emptied { new.unknownFields[field.key] = nil }
        if let groups = edits.groups { new.groups = groups }
        try edits.entries.apply(to: &new) { CommandFailure("\($0). Nothing was changed.", .usage) }
        try checkBarcode(new, edits)
        return new
    }

    /// Options of a barcode are rejected where the form would hide their fields, or warn: a script's output may not be read.
    private func checkBarcode(_ card: Card, _ edits: CardEdits) throws(CommandFailure) {
        for field in [DraftField.barcodeValue, .encoding] {
            guard let text = edits.texts[field], !text.isEmpty else { continue }
            guard let barcode = card.barcode else { throw CommandFailure("--\(field.option) needs --barcode", .usage) }
            if field == .encoding, barcode.encoding == nil {
                throw CommandFailure("\(barcode.format.labelWithArticle) has no encoding", .usage)
            }
        }
        guard let barcode = card.barcode else { return }
        var problem: BarcodeProblem?
        do throws(BarcodeProblem) {
            problem = try barcode.content(number: card.number).warning
        } catch {
            problem = error
        }
        guard let problem else { return }
        let isTyped = DraftField.ofBarcode.contains { edits.texts[$0] != nil }
        if isTyped {
            throw CommandFailure(
                "--barcode \(barcode.format.rawValue): \(problem.userMessage). Nothing was changed.", .usage)
        }
        if edits.texts[.number] != nil { output.warn("The barcode does not fit the number: \(problem.userMessage).") }
    }
}

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
        let keeper = EditedTextStore(folder: try paths(options).edits)
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
