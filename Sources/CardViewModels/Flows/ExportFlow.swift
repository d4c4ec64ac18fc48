internal import Basics
public import CardTransfer
internal import Cards

/// Exports cards to a file: the format, the cards and the file are asked for in turn.
@MainActor
public struct ExportFlow {
    let context: ScreenContext

    private var list: CardListModel { context.list }

    /// Asks for the format.
    public func start() { context.prompts.pick(.exportFormat) }

    /// Asks which cards: that of the screen on top is offered first, then the marked ones, then what the list shows.
    public func pickCards(as format: ExportFormat) {
        var choices: [ExportedCards] = []
        let isOpen = context.navigator.top != nil
        let card = context.currentCard.flatMap { identifier in
            name(of: identifier).map { ExportedCards.card(identifier, name: $0) }
        }
        if isOpen, let card { choices.append(card) }
        if !list.marks.isEmpty { choices.append(.marked(list.markCount)) }
        let isSearch = !list.query.filter.isEmpty || list.query.hidesArchived
        choices.append(.shown(list.count, areAll: !isSearch))
        if isSearch { choices.append(.all) }
        if !isOpen, let card { choices.append(card) }
        context.prompts.pick(.exportedCards(ExportPick(format: format, choices: choices)))
    }

    private func name(of identifier: CardID) -> String? {
        if case .card(let model)? = context.navigator.top { return model.card?.name }
        return list.selectedRow.flatMap { $0.id == identifier ? $0.name : nil }
    }

    /// Asks for the file.
    public func open(_ cards: ExportedCards, as format: ExportFormat) {
        let services = context.services
        let suggestion =
            (context.viewState.state.exportFolder ?? "") + "cards-\(list.today.text).\(format.fileExtension)"
        context.navigator.push(
            .file(
                FileChoiceModel(
                    exporting: cards.subject, as: format, suggestion: suggestion, files: services.files,
                    summary: { try await summary(of: $0) },
                    begin: { password in
                        try await format.export(
                            selection(of: cards), of: services.store,
                            password: password.isEmpty ? nil : Array(password.utf8), barcodes: services.barcodes,
                            now: services.clock.now())
                    })))
    }

    private func selection(of cards: ExportedCards) async throws -> CardSelection {
        switch cards {
        case .marked: try await list.selection(ofMarked: true)
        case .shown: try await list.selection(ofMarked: false)
        case .all: .all
        case .card(let identifier, _): .cards([identifier])
        }
    }

    /// What the file has not, for the message.
    private func summary(of report: ExportReport) async throws -> String {
        var parts: [String] = []
        if let damaged = try await list.damagedCards().text { parts.append(damaged) }
        if report.missingPhotos > 0 { parts.append("\(report.missingPhotos.counted("photo")) missing") }
        if !report.omissions.isEmpty {
            let texts = report.omissions.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value.counted("card")))" }
            parts.append("Left out, since the format has no field for it: \(texts.joined(separator: ", "))")
        }
        return parts.map { ". \($0)" }.joined()
    }

    /// Asks for the password of an archive that is to be written; an empty one is none.
    public func askPassword(_ file: FileChoiceModel) {
        let name = file.chosenPath.lastPathPart
        let navigator = context.navigator
        navigator.push(
            .password(
                PasswordModel(name, isForReading: false) { password in
                    file.password = password.password
                    navigator.popThrough(password)
                }))
    }
}

extension ExportedCards {
    /// For the title of the next screen.
    fileprivate var subject: String {
        switch self {
        case .marked(let count): "\(count.counted("card")), the marked ones"
        case .shown(let count, _): count.counted("card")
        case .all: "all cards"
        case .card(_, let name): name.shortName
        }
    }
}
