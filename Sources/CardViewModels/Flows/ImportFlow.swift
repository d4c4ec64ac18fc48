internal import Basics
internal import CardTransfer
internal import Cards

/// Imports cards from a file: asks for it, reads it, shows what would happen, and imports it.
@MainActor
public struct ImportFlow {
    let context: ScreenContext

    private var navigator: Navigator { context.navigator }

    /// Asks for the file.
    public func start() { navigator.push(FileFormModel(importingFrom: context.services.files)) }

    /// Shows what an import of files would do that were dropped on the terminal. Where they cannot be read, their paths are asked for.
    public func start(dropped text: String) {
        let file = FileFormModel(importingFrom: context.services.files)
        file.path = DroppedPath.text(of: DroppedPath.paths(in: text))
        navigator.push(file)
        read(file)
    }

    /// Shows what an import of the cards of share links would do.
    /// - Parameter text: they may be anywhere in it.
    func start(linksIn text: String) {
        context.activities.run("Reading the links") { [reading = reading(of: "")] () -> ImportModel? in
            var reading = reading
            let links = await Self.links(in: text)
            // Only they: what else a code or a message says is not for a message about problems.
            let content = Array(links.map(\.text).joined(separator: "\n").utf8)
            reading.files = ImportFiles(
                content: content, text: links.count.counted("share link"), files: context.services.files)
            var request = ImportReading.firstRequest
            request.format = .links
            return ImportModel(reading, try await reading.preview(request), navigator)
        } then: {
            show($0, warn)
        }
    }

    @concurrent private nonisolated static func links(in text: String) async -> [ShareLink.Found] {
        ShareLink.links(in: text)
    }

    // MARK: - Reading

    private enum Reading: Sendable {
        case preview(ImportPreview)
        /// Of this archive.
        case needsPassword(String)
    }

    /// Reads what the typed text names, a file, a folder or several of them, and shows what an import would do.
    func read(_ file: FileFormModel) {
        guard FetchTarget.isAddress(file.chosenPath) else { return read(file, reading(of: file.chosenPath)) }
        do {
            fetch(try context.services.fetching.target(of: file.chosenPath), for: file)
        } catch {
            file.fail(error.message)
        }
    }

    private func read(_ file: FileFormModel, _ reading: ImportReading) {
        context.activities.run("Reading the file", on: file) { () -> Reading? in
            await file.attempt { (_: String) async throws -> Reading in
                do {
                    return Reading.preview(try await reading.preview(ImportReading.firstRequest))
                } catch let error where error.zipError == .needsPassword {
                    return Reading.needsPassword((error as? ImportFileError)?.file ?? reading.files.text)
                }
            }
        } then: { outcome in
            switch outcome {
            case .preview(let preview): show(ImportModel(reading, preview, navigator), file.fail)
            case .needsPassword(let archive): askPassword(of: archive, reading, file.fail)
            }
        }
    }

    // MARK: - Fetching

    /// Fetches a file and reads it like any other: the preview is the consent.
    private func fetch(_ target: FetchTarget, for file: FileFormModel) {
        let fetching = context.services.fetching
        context.activities.run("Downloading the file from \(target.host)", on: file) { () -> FetchOutcome? in
            await file.attempt { _ -> FetchOutcome? in
                let watch = FetchWatch(isUseless: UnusableStream.check()) { arrived in
                    Task { @MainActor in file.show(arrived) }
                }
                do {
                    return try await fetching.fetch(target, limit: TransferLimits.fileBytes, watch)
                } catch is CancellationError {
                    return nil
                }
            } ?? nil
        } then: { outcome in
            switch outcome {
            case .elsewhere(let next): ask(next, from: target, file)
            case .file(let fetched):
                context.post(Message("\(fetched.name): \(fetched.size)"))
                var reading = reading(of: fetched.name)
                reading.files.fetched = fetched
                read(file, reading)
            }
        }
    }

    private func ask(_ next: FetchTarget, from target: FetchTarget, _ file: FileFormModel) {
        context.prompts.show(
            Prompt(
                .fetchElsewhere, title: "Another host?",
                text: target.question(leadingTo: next),
                choices: [
                    Prompt.Choice("y", "fetch") { fetch(next, for: file) }, Prompt.Choice("n", "cancel"),
                ]))
    }

    /// Says why a file cannot be imported.
    private typealias Failing = @MainActor (String) -> Void

    private func reading(of path: String) -> ImportReading {
        let services = context.services
        let (reader, decoder) = (services.reader, services.photos)
        return ImportReading(
            files: ImportFiles(text: path, files: services.files), store: services.store,
            pictures: PictureReader(
                barcodes: { try await reader.barcodes(in: $0) }, photo: { try await decoder.cardPicture(of: $0) },
                color: { await decoder.mainColor(of: $0) }),
            readStore: services.readStore, input: services.input)
    }

    /// Reads one of the backups, and shows what restoring it would do.
    /// - Parameter password: that of archives, as far as the settings tell it; where it does not fit, one is asked for.
    func readBackup(
        _ path: String, on model: any ScreenModel, password: @escaping @Sendable () async -> [UInt8]?
    ) {
        var reading = reading(of: path)
        reading.isRestoring = true
        context.activities.run("Reading the backup", on: model) { [reading] () -> Reading? in
            var request = ImportReading.firstRequest
            do {
                return .preview(try await reading.preview(request))
            } catch let error where error.zipError == .needsPassword {
                guard let known = await password() else { return .needsPassword(path) }
                request.password = known
            }
            do {
                return .preview(try await reading.preview(request))
            } catch let error where error.zipError == .wrongPassword {
                return .needsPassword(path)
            }
        } then: { outcome in
            switch outcome {
            case .preview(let preview): show(ImportModel(reading, preview, navigator), warn)
            case .needsPassword(let archive): askPassword(of: archive, reading, warn)
            }
        }
    }

    private func warn(_ text: String) { context.post(Message(text, kind: .warning)) }

    private func askPassword(of archive: String, _ reading: ImportReading, _ fail: @escaping Failing) {
        navigator.push(
            PasswordModel(archive.lastPathPart) { password in
                open(reading, fail, with: password)
            })
    }

    private func open(_ reading: ImportReading, _ fail: @escaping Failing, with password: PasswordModel) {
        var request = ImportReading.firstRequest
        request.password = Array(password.password.utf8)
        context.activities.run("Reading the file", on: password) { [request] () -> ImportModel? in
            do {
                return ImportModel(reading, try await reading.preview(request), navigator)
            } catch let error where error.zipError == .wrongPassword {
                password.refuse()
                if password.triesLeft == 0 { leave(password, fail, "The password was wrong. Nothing was imported.") }
            } catch let error where !Task.isCancelled {
                leave(password, fail, error.message)
            }
            return nil
        } then: {
            navigator.popThrough(password)
            show($0, fail)
        }
    }

    private func leave(_ password: PasswordModel, _ fail: Failing, _ reason: String) {
        navigator.popThrough(password)
        fail(reason)
    }

    private func show(_ model: ImportModel, _ fail: Failing) {
        guard !model.entries.isEmpty || model.problemCount > 0 else {
            return fail("There are no cards in this file. Nothing was imported.")
        }
        // Cards without their numbers are no use: the column that has them may be called as nobody else calls it.
        if let table = model.table, table.lacksNumbers || model.isNameAssumed { model.show(.columns) }
        navigator.push(model)
        if model.isNameAssumed {
            context.post(
                Message("No column is called name, so one was assumed. Please check the columns.", kind: .warning))
        }
    }

    // MARK: - The preview

    /// Shows what would change in the selected card.
    public func showDetail(_ model: ImportModel) {
        guard let entry = model.selectedEntry else { return }
        let request = model.finalRequest
        context.activities.run("Reading the card", on: model) { () -> ImportDetailModel? in
            guard let detail = try await model.reading.detail(of: entry.index, request, expecting: model.version)
            else {
                context.post(Message("\(entry.name.shortName) stays unchanged."))
                return nil
            }
            return ImportDetailModel(entry, detail)
        } then: {
            navigator.push($0)
        }
    }

    private var preview: ImportModel? {
        navigator.top as? ImportModel
    }

    /// Offers what the selected row of the table may be.
    public func pickForTable(_ model: ImportModel) {
        guard let table = model.table else { return }
        switch model.tableRow(at: model.selectedRank) {
        case .column(let index)?: pickField(of: table.columns[index], at: index)
        case .encoding?:
            guard let encoding = table.encoding else { return }
            pick("Encoding of the table", "Encoding", TableEncoding.offered, now: encoding, label: \.label) {
                $0.encoding = $1
            }
        case .decimalMark?:
            pick(
                "Decimal mark of the amounts", "Decimal mark", DecimalMark.allCases, now: table.decimalMark,
                label: {
                    $0 == .comma
                        ? "comma: 1,250 is one and a quarter" : "point: 1,250 is a thousand two hundred and fifty"
                }
            ) {
                $0.decimalMark = $1
            }
        case nil: return
        }
    }

    /// Offers few values for the import, with which the file is read again.
    private func pick<Value: Equatable>(
        _ title: String, _ placeholder: String, _ values: [Value], now: Value?, label: (Value) -> String,
        set: @escaping (inout ImportRequest, Value) -> Void
    ) {
        let options = values.map { value in
            Picker.Option(label(value), detail: value == now ? "current" : "") {
                if let preview { readAgain(preview) { set(&$0, value) } }
            }
        }
        context.prompts.pick(
            Picker(
                title, placeholder: placeholder, options, selecting: values.firstIndex { $0 == now }, isShort: true))
    }

    /// Asks what a column of the table is.
    private func pickField(of column: FileColumn, at index: Int) {
        let fields: [TableColumn?] = TableColumn.allCases + [nil]
        let options = fields.map { field in
            Picker.Option(
                field?.label ?? "none: it goes into the note", detail: field == column.field ? "current" : ""
            ) {
                assign(field, toColumn: index)
            }
        }
        context.prompts.pick(
            Picker(
                "What does the column \(column.name) contain?", placeholder: "Field", options,
                selecting: fields.firstIndex(of: column.field), isShort: true))
    }

    /// - Parameter field: nil for a column that goes into the note.
    private func assign(_ field: TableColumn?, toColumn index: Int) {
        guard let preview else { return }
        var assigned: [TableColumn: Int] = [:]
        for (position, column) in preview.columns.enumerated() where position != index {
            if let known = column.field, known != field { assigned[known] = position }
        }
        if let field { assigned[field] = index }
        guard assigned[.name] != nil else {
            return context.post(Message("Choose the column with the card names first.", kind: .warning))
        }
        readAgain(preview) { $0.assignedColumns = assigned }
    }

    public func pickDuplicates() {
        guard let preview else { return }
        pick(
            "Cards you already have", "What to do", ImportOptions.Duplicates.allCases, now: preview.duplicates,
            label: {
                switch $0 {
                case .merge: "merge: apply what changed in the file"
                case .skip: "skip: leave them unchanged"
                case .add: "add: import them again"
                }
            }
        ) {
            $0.options.duplicates = $1
        }
    }

    private func readAgain(_ model: ImportModel, _ change: (inout ImportRequest) -> Void) {
        var request = model.request
        change(&request)
        context.activities.run("Reading the file", on: model) { [request] in
            try await model.reading.preview(request, expecting: model.version)
        } then: {
            model.update($0)
        }
    }

    // MARK: - Importing

    /// Imports what is not left out, as one step. Asks whether cards that have only a number of one here are that one.
    public func finish(_ model: ImportModel) {
        let request = model.finalRequest
        let renames = model.renames
        guard !renames.isEmpty else { return finish(model, request) }
        var renaming = request
        renaming.options.renaming = Set(renames.map(\.index))
        context.prompts.show(
            Prompt(
                .renameImported, title: "Rename?", text: ImportReport.Rename.question(renames),
                choices: [
                    Prompt.Choice("y", "rename") { [renaming] in finish(model, renaming) },
                    Prompt.Choice("n", renames.count == 1 ? "add a new card" : "add new cards") {
                        finish(model, request)
                    },
                    Prompt.Choice("c", "cancel"),
                ], escapeKey: "c"))
    }

    /// Asks what the new cards of pictures are called.
    private func askForNames(_ names: [PictureName]) async {
        var cards: [NamingModel.Entry] = []
        for name in names {
            guard let card = try? await context.services.store.card(name.card) else { continue }
            cards.append(NamingModel.Entry(card: card, guess: name.guess))
        }
        guard let model = NamingModel(cards, context) else { return }
        navigator.push(model)
    }

    private func finish(_ model: ImportModel, _ request: ImportRequest) {
        context.activities.run(model.isRestoring ? "Restoring cards" : "Importing cards") {
            let result = try await model.reading.importCards(request, expecting: model.version)
            let report = result.report
            // The list is shown next, and keys refer to what it shows.
            await context.list.reload()
            navigator.popToList()
            var offers = report.isChange || report.conflicts > 0 ? [Message.Offer.undo] : []
            if report.conflicts > 0 {
                let conflicted = (try? await context.services.store.conflictedCards()) ?? []
                if !conflicted.isEmpty { offers.append(Message.Offer(.resolveConflicts, "resolves")) }
            }
            let first = report.skipped.first.map { " (\($0.userMessage))" } ?? ""
            // A backup is known by its name.
            let name = model.isRestoring ? model.label.lastPathPart : model.label
            context.post(Message("\(name): \(report.text)\(first)", offers: offers))
            await askForNames(result.pictureNames)
        }
    }
}
