internal import Basics
internal import CardTransfer
internal import Cards

/// Exports cards to a file: the format, the cards and the file are asked for in turn.
@MainActor
public struct ExportFlow {
    let context: ScreenContext

    private var list: CardListModel { context.list }

    /// Asks for the format.
    public func start() {
        let options = ExportFormat.allCases.map { format in
            Picker.Option(format.label) { pickCards(as: format) }
        }
        context.prompts.pick(Picker("Export as", placeholder: "Format", options, isShort: true))
    }

    /// Asks which cards: that of the screen on top is offered first, then the marked ones, then what the list shows.
    private func pickCards(as format: ExportFormat) {
        var choices: [ExportedCards] = []
        let isOpen = context.navigator.top != nil
        let card = context.currentCard.flatMap { identifier in
            name(of: identifier).map { ExportedCards.card(identifier, name: $0) }
        }
        if isOpen, let card { choices.append(card) }
        if !list.marks.isEmpty { choices.append(.marked(list.markCount)) }
        let isSearch = !list.query.wholeFilter.isEmpty || list.query.hidesArchived
        choices.append(.shown(list.count, areAll: !isSearch))
        if isSearch { choices.append(.all) }
        if !isOpen, let card { choices.append(card) }
        let options = choices.map { cards in
            Picker.Option(cards.title) { open(cards, as: format) }
        }
        context.prompts.pick(Picker("Which cards?", placeholder: "Cards", options, isShort: true))
    }

    private func name(of identifier: CardID) -> String? {
        if let model = context.navigator.top as? CardModel { return model.card?.name }
        return list.selectedRow.flatMap { $0.id == identifier ? $0.name : nil }
    }

    /// Asks for the file.
    private func open(_ cards: ExportedCards, as format: ExportFormat) {
        let services = context.services
        let fileExtension = format.fileExtension(isOfSeveral: cards.isSeveral)
        let suggestion = (context.viewState.state.folders.exports ?? "") + "cards-\(list.today.text).\(fileExtension)"
        context.navigator.push(
            FileFormModel(
                exporting: cards.subject, as: format, suggestion: suggestion, files: services.files,
                summary: { try await summary(of: $0, as: format, in: $1) },
                begin: { password in
                    try await format.export(
                        selection(of: cards), of: services.store,
                        password: password.isEmpty ? nil : Array(password.utf8), barcodes: services.barcodes,
                        now: services.clock.now())
                }))
    }

    private func selection(of cards: ExportedCards) async throws -> CardSelection {
        switch cards {
        case .marked: try await list.selection(ofMarked: true)
        case .shown: try await list.selection(ofMarked: false)
        case .all: .all
        case .card(let identifier, _): .cards([identifier])
        }
    }

    /// What the file has, and what it has not.
    private func summary(of report: ExportReport, as format: ExportFormat, in path: String) async throws -> String {
        // A card has a pass, or a day, or is left out as a whole.
        let isWhole = [.pass, .calendar].contains(format)
        let cards = report.cards - (isWhole ? report.omissions.values.reduce(0, +) : 0)
        var parts = ["Exported \(cards.counted("card")) to \(path)"]
        if let damaged = try await list.damagedCards().text { parts.append(damaged) }
        if report.missingPhotos > 0 { parts.append("\(report.missingPhotos.counted("photo")) missing") }
        if report.secretsLeftOut > 0 { parts.append("\(report.secretsLeftOut.counted("secret field")) left out") }
        if !report.omissions.isEmpty {
            let texts = report.omissions.sorted { $0.key < $1.key }.map { name, count in
                "\(name) (\(isWhole ? "\(count)" : count.counted("card")))"
            }
            let reason = isWhole ? "" : ", since the format has no field for it"
            parts.append("Left out\(reason): \(texts.joined(separator: ", "))")
        }
        return parts.joined(separator: ". ")
    }

    /// Asks for the password of an archive that is to be written; an empty one is none.
    public func askPassword(_ file: FileFormModel) {
        let name = file.chosenPath.lastPathPart
        let navigator = context.navigator
        navigator.push(
            NewPasswordModel(name) { password in
                file.password = password.password
                navigator.popThrough(password)
            })
    }
}

/// The cards to export.
private enum ExportedCards {
    case marked(Int)
    /// What the list shows: all cards, or those of a search.
    case shown(Int, areAll: Bool)
    /// Also those that the list does not show.
    case all
    case card(CardID, name: String)

    /// For the picker.
    var title: String {
        switch self {
        case .marked(let count): "the marked cards (\(count))"
        case .shown(let count, let areAll): areAll ? "all cards (\(count))" : "the cards that the list shows (\(count))"
        case .all: "all cards, including hidden ones"
        case .card(_, let name): name
        }
    }

    /// Whether more than one card may be among them.
    var isSeveral: Bool {
        switch self {
        case .marked(let count), .shown(let count, _): count > 1
        case .all: true
        case .card: false
        }
    }

    /// For the title of the next screen.
    var subject: String {
        switch self {
        case .marked(let count): "\(count.counted("card")), the marked ones"
        case .shown(let count, _): count.counted("card")
        case .all: "all cards"
        case .card(_, let name): name.shortName
        }
    }
}
