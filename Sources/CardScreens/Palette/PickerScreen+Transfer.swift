import Basics
import CardTransfer
import CardViewModels
import Cards
import Terminal

/// The pickers of an export and of an import.
extension PickerScreen {
    static func exportFormats(_ exports: ExportFlow) -> PickerScreen {
        let options = ExportFormat.allCases.map { format in
            PickerScreen.Option(title: format.label, perform: { exports.pickCards(as: format) })
        }
        return PickerScreen(options, title: "Export as", placeholder: "Format", isShort: true)
    }

    static func exportedCards(_ pick: ExportPick, _ exports: ExportFlow) -> PickerScreen {
        let options = pick.choices.map { cards in
            PickerScreen.Option(title: title(of: cards), perform: { exports.open(cards, as: pick.format) })
        }
        return PickerScreen(options, title: "Which cards?", placeholder: "Cards", isShort: true)
    }

    private static func title(of cards: ExportedCards) -> String {
        switch cards {
        case .marked(let count): "the marked cards (\(count))"
        case .shown(let count, let areAll): areAll ? "all cards (\(count))" : "the cards that the list shows (\(count))"
        case .all: "all cards, hidden ones too"
        case .card(_, let name): name
        }
    }

    static func importEncodings(_ now: TableEncoding, _ imports: ImportFlow) -> PickerScreen {
        let encodings = TableEncoding.offered
        let options = encodings.map { encoding in
            PickerScreen.Option(
                title: encoding.label, detail: encoding == now ? "current" : "",
                perform: { imports.setEncoding(encoding) })
        }
        return PickerScreen(
            options, selecting: encodings.firstIndex(of: now) ?? 0, title: "Encoding of the table",
            placeholder: "Encoding", isShort: true)
    }

    static func importDecimalMarks(_ now: DecimalMark?, _ imports: ImportFlow) -> PickerScreen {
        let options = DecimalMark.allCases.map { mark in
            PickerScreen.Option(
                title: mark == .comma
                    ? "comma: 1,250 is one and a quarter" : "point: 1,250 is a thousand two hundred and fifty",
                detail: mark == now ? "current" : "", perform: { imports.setDecimalMark(mark) })
        }
        return PickerScreen(
            options, selecting: DecimalMark.allCases.firstIndex { $0 == now } ?? 0,
            title: "Decimal mark of the amounts", placeholder: "Decimal mark", isShort: true)
    }

    static func importFields(_ column: FileColumn, at index: Int, _ imports: ImportFlow) -> PickerScreen {
        var options = TableColumn.allCases.map { field in
            PickerScreen.Option(
                title: field.label, detail: field == column.field ? "current" : "",
                perform: { imports.assign(field, toColumn: index) })
        }
        options.append(
            PickerScreen.Option(
                title: "none: it goes into the note", detail: column.field == nil ? "current" : "",
                perform: { imports.assign(nil, toColumn: index) }))
        let now = TableColumn.allCases.firstIndex { $0 == column.field } ?? options.count - 1
        return PickerScreen(
            options, selecting: now, title: SafeText("What is \(column.name)?", within: 40), placeholder: "Field",
            isShort: true)
    }

    static func duplicates(_ now: ImportOptions.Duplicates, _ imports: ImportFlow) -> PickerScreen {
        let options = ImportOptions.Duplicates.allCases.map { duplicates in
            PickerScreen.Option(
                title: title(of: duplicates), detail: duplicates == now ? "current" : "",
                perform: { imports.setDuplicates(duplicates) })
        }
        return PickerScreen(
            options, selecting: ImportOptions.Duplicates.allCases.firstIndex(of: now) ?? 0,
            title: "Cards that are here already", placeholder: "What to do", isShort: true)
    }

    private static func title(of duplicates: ImportOptions.Duplicates) -> String {
        switch duplicates {
        case .merge: "merge: take what changed in the file"
        case .skip: "skip: leave them as they are"
        case .add: "add: import them once more"
        }
    }
}
