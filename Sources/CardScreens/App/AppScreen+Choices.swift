import CardViewModels
import Cards
import Terminal

/// What can be chosen over the screen.
extension AppScreen {
    func makeScreen(for choice: Choice) -> ChoiceScreen {
        switch choice {
        case .command: commands()
        case .order: orders()
        case .group(let choice): groups(choice)
        case .theme: themeNames()
        case .barcodeSource(let sources): barcodeSources(sources)
        case .barcode(let found): barcodes(found)
        }
    }

    /// All that can be done now: on the screen beneath, and everywhere.
    private func commands() -> ChoiceScreen {
        let everywhere = table.sections(on: self, reaches: top.isCommandKey).flatMap(\.commands).filter {
            ![AppCommands.palette.name, "app.back"].contains($0.name)
        }
        let options = (top.commands.flatMap(\.commands) + everywhere).filter(\.isEnabled).map { command in
            ChoiceScreen.Option(
                title: command.title, detail: command.keys.first?.label ?? "", also: command.also,
                take: command.perform)
        }
        return ChoiceScreen(options, placeholder: "what to do", isPlain: isPlain)
    }

    private func orders() -> ChoiceScreen {
        let list = model.list
        let options = CardOrder.Key.allCases.map { key in
            ChoiceScreen.Option(
                title: CardListScreen.words(for: key), detail: key == list.query.order.key ? "now" : "",
                take: { list.sort(by: key) })
        }
        let now = CardOrder.Key.allCases.firstIndex(of: list.query.order.key) ?? 0
        return ChoiceScreen(options, selecting: now, title: "Order", prompt: ":", placeholder: "in which order")
    }

    private func groups(_ choice: GroupChoice) -> ChoiceScreen {
        let model = model
        let options = choice.names.map { name in
            ChoiceScreen.Option(
                title: name, detail: choice.current.contains(name) ? "is in it" : "",
                take: { model.toggleGroup(name, of: choice) })
        }
        let screen = ChoiceScreen(
            options, title: SafeText("Group of \(choice.words)"), prompt: "#",
            placeholder: choice.names.isEmpty ? "a name for the first group" : "a group, or a new name")
        screen.takeTyped = { text in
            let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !name.isEmpty { model.toggleGroup(name, of: choice) }
        }
        return screen
    }

    private func barcodeSources(_ sources: BarcodeSources) -> ChoiceScreen {
        let model = model
        let options = sources.all.map { source in
            let title =
                switch source {
                case .photo(let side): "off the \(side.rawValue) photo"
                case .file: "off a picture file or a PDF…"
                case .camera: "with the camera…"
                }
            return ChoiceScreen.Option(title: title, take: { model.readBarcode(from: source) })
        }
        return ChoiceScreen(options, title: "Read a barcode", placeholder: "from where")
    }

    private func barcodes(_ found: FoundBarcodes) -> ChoiceScreen {
        let model = model
        let options = found.codes.map { code in
            ChoiceScreen.Option(
                title: code.words, detail: code.remark,
                take: { model.take(code, read: found.how) })
        }
        return ChoiceScreen(
            options, title: SafeText("\(options.count) barcodes"), placeholder: "the one for the card")
    }

    /// Each theme is tried on as it is passed.
    private func themeNames() -> ChoiceScreen {
        let (choices, before) = (themes(), theme)
        let options = choices.map { choice in
            ChoiceScreen.Option(
                title: choice.name, detail: choice.words, take: { [weak self] in self?.take(choice) })
        }
        let screen = ChoiceScreen(
            options, selecting: choices.firstIndex { $0.name == before.name } ?? 0, title: "Colours",
            placeholder: "a theme")
        screen.onSelect = { [weak self] index in self?.tryOn(choices[index]) }
        screen.onCancel = { [weak self] in self?.theme = before }
        return screen
    }

    private func tryOn(_ choice: ThemeChoice) {
        do {
            theme = try choice.load()
        } catch {
            model.say(Message((error as? any UserFacingError)?.userMessage ?? "\(error)", kind: .warning))
        }
    }

    private func take(_ choice: ThemeChoice) {
        tryOn(choice)
        model.keepTheme(theme.name)
        if let configuredTheme, configuredTheme != theme.name {
            model.say(Message("\(theme.name) until you quit: the settings file says theme: \(configuredTheme)."))
        }
    }
}
