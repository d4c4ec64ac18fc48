import CardViewModels
import Cards
import Terminal

/// The pickers over the screen.
extension AppScreen {
    func makeScreen(for request: PickerRequest) -> PickerScreen {
        switch request {
        case .command: commands()
        case .order: PickerScreen.orders(model.list)
        case .group(let pick): PickerScreen.groups(pick, model.cards)
        case .theme: themes.makePicker()
        case .color: PickerScreen.colors(model.forms, showsColors: frameLayout.style?.showsCardColors == true)
        case .barcodeSource(let sources): PickerScreen.barcodeSources(sources, model.pictures)
        case .barcode(let found): PickerScreen.barcodes(found, model.scans)
        }
    }

    /// All commands that are enabled now: those of the screen beneath and those that work everywhere.
    private func commands() -> PickerScreen {
        let everywhere = table.sections(on: self, reaches: top.isCommandKey).flatMap(\.commands).filter {
            ![AppCommands.palette.name, "app.back"].contains($0.name)
        }
        let options = (top.commands.flatMap(\.commands) + everywhere).filter(\.isEnabled).map { command in
            PickerScreen.Option(
                title: command.title, detail: command.keys.first?.label ?? "", also: command.also,
                take: command.perform)
        }
        return PickerScreen(options, placeholder: "what to do", isPlain: isPlain)
    }
}
