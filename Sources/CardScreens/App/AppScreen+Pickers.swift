import CardViewModels
import Cards
import Terminal

/// The pickers over the screen.
extension AppScreen {
    /// The sheet of a picker, with the user's keys.
    func makeScreen(for request: PickerRequest) -> PickerScreen {
        let picker = makePicker(for: request)
        picker.adopt(screens.keyMap)
        return picker
    }

    private func makePicker(for request: PickerRequest) -> PickerScreen {
        switch request {
        case .command: CommandPalette(screen: self).makePicker()
        case .order: PickerScreen.orders(model.list)
        case .group(let pick): PickerScreen.groups(pick, model.cards)
        case .groupName(let renaming): PickerScreen.groupName(renaming, model.cards)
        case .renewal(let pick): PickerScreen.renewals(pick, model.cards)
        case .theme: themes.makePicker()
        case .sharing: PickerScreen.sharing(model.sync, model.sharing)
        case .color: PickerScreen.colors(model.forms, showsColors: frameLayout.style?.showsCardColors == true)
        case .settingsProblems(let problems): PickerScreen.settingsProblems(problems, model.settings)
        case .barcodeSource(let sources): PickerScreen.barcodeSources(sources, model.pictures)
        case .barcode(let found): PickerScreen.barcodes(found, model.scans)
        case .exportFormat: PickerScreen.exportFormats(model.transfer.exports)
        case .exportedCards(let pick): PickerScreen.exportedCards(pick, model.transfer.exports)
        case .importField(let column, let index):
            PickerScreen.importFields(column, at: index, model.transfer.imports)
        case .importEncoding(let now): PickerScreen.importEncodings(now, model.transfer.imports)
        case .importDecimalMark(let now): PickerScreen.importDecimalMarks(now, model.transfer.imports)
        case .restore(let pick): PickerScreen.restorations(pick, model.history)
        case .duplicates(let now): PickerScreen.duplicates(now, model.transfer.imports)
        }
    }
}
