import Basics
import CardCodes
import CardTransfer
import CardViewModels
import Cards
import Terminal

/// A card's barcode over the whole screen, black on white in every theme, since scanners need that contrast.
///
/// The terminal determines the possible sizes; the model stores which one is chosen for the card.
@MainActor
final class BarcodeScreen: SliderScreen {
    let model: BarcodeModel
    let app: AppModel
    let table: CommandTable<BarcodeScreen>
    private let codeView = CodeView()
    private let choice: BarcodeSizeChoice
    let scrubber: ScrubberControl
    private let viewOptions = BarcodeViewOptions()
    /// The last layout; nil while there is no card.
    private var layout: BarcodeLayout?
    private var room: (size: Size, sizes: BarcodeSizes)?
    /// Whether the last layout leaves the note out of the share code, since it does not fit with it.
    private var isWithoutNote = false
    /// What the last layout shows if no code fits.
    private var missing: MissingBarcode?

    init(_ model: BarcodeModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = BarcodeCommands.table.mapped(by: setup.keyMap)
        let choice = BarcodeSizeChoice(model)
        self.choice = choice
        scrubber = ScrubberControl(direction: .growsUpward, clock: setup.clock, isMotionReduced: setup.isMotionReduced)
        {
            (choice.range, choice.index)
        } onChange: {
            choice.choose($0)
        }
    }

    var isWorking: Bool { codeView.isWorking }
    var cardName: String? { model.name }
    /// The card whose code is shown; several cards are shown as one that only has their number as its name.
    private var subject: Card? {
        model.card ?? model.name.map { Card(identifier: model.identifier, name: $0) }
    }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        (layout, missing) = (nil, nil)
        guard let card = subject else { return }
        let sizes = BarcodeSizes(style.medium, isPlain: style.isPlain)
        room = (size, sizes)
        func laidOut(_ code: BarcodeModel.Code) -> BarcodeLayout {
            BarcodeLayout(
                Self.symbols(of: code), in: Rect(size), sizes: sizes, preferredWidth: model.moduleWidth,
                prefersReduced: viewOptions.isReduced(model.identifier))
        }
        var layout = laidOut(model.code)
        isWithoutNote = layout.fit == nil && !Self.symbols(of: model.codeWithoutNote).isEmpty
        if isWithoutNote { layout = laidOut(model.codeWithoutNote) }
        self.layout = layout
        if layout.fit == nil { missing = makeMissing(card, size, sizes, style) }
        choice.update(layout)
        if let fit = layout.fit {
            codeView.request(fit, isInverted: viewOptions.isInverted(model.identifier), style: style)
        }
        layoutKeys(in: layout.keys, of: size, style)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let ink = Ink(style.medium.inkColors, isInverted: viewOptions.isInverted(model.identifier))
        let theme = ink.theme
        canvas.fill(canvas.bounds, style: ink.paper)
        guard let card = subject, let layout else { return }
        if let title = layout.title { drawTitle(of: card, on: &canvas, in: title, ink) }
        if let fit = layout.fit, let code = layout.code {
            let symbols = fit.isTurned ? symbols.compactMap(\.turned) : symbols
            codeView.draw(fit, of: symbols, on: &canvas, in: code, ink: ink, style: style)
            if let beside = layout.beside {
                drawBeside(card, on: &canvas, in: beside.inset(left: 1, right: 1), theme, style)
            } else if let number = layout.number {
                let rows = number.rows + max(0, layout.content.bottom - number.bottom)
                let area = Rect(column: number.left, row: number.top, columns: number.columns, rows: rows)
                drawNumber(of: card, on: &canvas, in: area.inset(left: 1, right: 1), theme)
            }
        } else {
            missing?.draw(on: &canvas, in: layout.content, ink: ink, isPlain: style.isPlain)
        }
        drawKeys(on: &canvas, in: layout.keys, theme, style)
    }

    private var symbols: [BarcodeSymbol] { Self.symbols(of: isWithoutNote ? model.codeWithoutNote : model.code) }

    private static func symbols(of code: BarcodeModel.Code) -> [BarcodeSymbol] {
        if case .shown(_, let symbols) = code { symbols } else { [] }
    }

    /// The link in the share code; nil for the card's own code.
    private var link: String? {
        guard model.shownSide == .share, !model.isOfSeveral, case .shown(let content, _) = model.code else {
            return nil
        }
        return content.text
    }

    private func drawTitle(of card: Card, on canvas: inout Canvas, in row: Rect, _ ink: Ink) {
        let theme = ink.theme
        let balance = card.amountLeft.map(app.format.text) ?? ""
        MessageLine(
            left: SafeText(card.name), leftStyle: theme[.strong], right: SafeText(balance), rightStyle: theme[.text]
        ).draw(on: &canvas, in: row)
        // If there is space between the two.
        guard !choice.isEmpty else { return }
        let keys = scrubber.hints.map { "\($0.key) \($0.text)" }.joined(separator: "  ")
        let hint = SafeText(showsSlider ? keys : "raise the screen's brightness")
        let free = row.inset(
            left: SafeText(card.name).width + 4, right: balance.isEmpty ? 1 : SafeText(balance).width + 4)
        guard free.columns >= hint.width else { return }
        let middle = max(free.left, min(free.right - hint.width, row.left + (row.columns - hint.width) / 2))
        canvas.write(hint, at: Point(column: middle, row: row.top), style: theme[.faint])
    }

    /// In one row; what has no room there follows in the rows beneath. Under a share code a click on the text opens the link.
    private func drawNumber(of card: Card, on canvas: inout Canvas, in area: Rect, _ theme: Theme) {
        let captions = captions(of: card)
        let all = SafeText(captions.joined(separator: " · "))
        let isWrapped = all.width > area.columns && area.rows > 1 && captions.count > 1
        let text = (isWrapped ? SafeText(captions[0]) : all).truncated(to: area.columns)
        let row = Rect(column: area.left, row: area.top, columns: area.columns, rows: 1)
        let end = Label(text, style: theme[.strong], alignment: .center).draw(on: &canvas, in: row)
        if let target = link.flatMap({ Hyperlink($0) }) {
            canvas.link(target, in: Rect(column: end - text.width, row: area.top, columns: text.width, rows: 1))
        }
        guard isWrapped else { return }
        let remarks = SafeText(captions.dropFirst().joined(separator: " · "))
        for (index, line) in remarks.wrapped(to: area.columns, upTo: area.rows - 1).enumerated() {
            let row = Rect(column: area.left, row: area.top + 1 + index, columns: area.columns, rows: 1)
            Label(line, style: theme[.text], alignment: .center).draw(on: &canvas, in: row)
        }
    }

    /// Beside a code that needs the rows above and below it: the name, the captions, and the keys where they have no row.
    private func drawBeside(
        _ card: Card, on canvas: inout Canvas, in area: Rect, _ theme: Theme, _ style: ScreenStyle
    ) {
        var lines = SafeText(card.name).wrapped(to: area.columns, upTo: 3).map { ($0, theme[.strong]) }
        for caption in captions(of: card) {
            lines.append(("", theme[.text]))
            lines += SafeText(caption).wrapped(to: area.columns).map { ($0, theme[.text]) }
        }
        if layout?.keys == nil {
            lines.append(("", theme[.text]))
            let hints = style.spelled(table.hints(on: self))
            let keys = hints.prefix(max(0, area.rows - lines.count)).map { SafeText("\($0.key)  \($0.text)") }
            lines += keys.map { ($0, theme[.faint]) }
        }
        for (row, line) in lines.prefix(area.rows).enumerated() {
            canvas.write(
                line.0, at: Point(column: area.left, row: area.top + row), style: line.1, columns: area.columns)
        }
    }

    /// The number as written on the card, or the text of the code if there is none; behind it, how the code differs from the usual.
    private func captions(of card: Card) -> [String] {
        let (isTurned, isReduced) = (layout?.fit?.isTurned == true, layout?.isReduced == true)
        let remarks = [isTurned ? "turn the phone" : nil, isReduced ? "narrow margin" : nil]
        if let shared = model.sharedText(hasNote: !isWithoutNote) {
            return Self.filled(
                ["scan with a phone", isWithoutNote ? "without the notes" : nil] + shared.remarks + remarks)
        }
        guard model.shownSide == .card else {
            let omission = ShareLink(card, isForCode: true)?.omission
            return Self.filled(
                ["scan with Catima", isWithoutNote ? "without the note" : nil, card.number, omission] + remarks)
        }
        guard case .shown(let content, _) = model.code else { return Self.filled([card.number]) }
        let number = card.number.isEmpty || model.furtherCode != nil ? content.text : card.number
        return Self.filled([number] + remarks + [content.warning?.userMessage])
    }

    private static func filled(_ parts: [String?]) -> [String] { parts.compactMap { $0 }.filter { !$0.isEmpty } }

    /// What is shown instead of the code.
    private func makeMissing(_ card: Card, _ size: Size, _ sizes: BarcodeSizes, _ style: ScreenStyle) -> MissingBarcode
    {
        let keys = textKeys(style)
        var reason = BarcodeText.reason(
            for: model.code, model.shownSide, isOfSeveral: model.isOfSeveral, offersKinds: !kinds.isEmpty, keys: keys)
        if reason == nil {
            let smallest = sizes.smallest(smallestSymbols, for: size)
            let remedy = BarcodeText.remedy(
                isInPixelsOnly: smallest == nil, side: model.shownSide,
                fitsUnlessPlain: style.isPlainByOption && fitsUnlessPlain(size, style), keys: keys)
            reason = BarcodeText.tooSmall(smallest, here: size, side: model.shownSide) + " " + remedy
        }
        let value = (model.furtherCode?.barcode ?? card.barcode)?.value
        let number = card.number.isEmpty || model.furtherCode != nil ? value ?? card.number : card.number
        return MissingBarcode(reason: reason ?? "", kinds: kinds, selected: selectedKind, number: number)
    }

    /// The forms of the code that need the least space.
    private var smallestSymbols: [BarcodeSymbol] {
        (symbols + symbols.compactMap(\.turned)).map { $0.withReducedQuietZone.last ?? $0 }
    }

    /// Whether half blocks or pixels, which plain screens lack, would make the code small enough.
    private func fitsUnlessPlain(_ size: Size, _ style: ScreenStyle) -> Bool {
        !BarcodeSizes(style.medium, isPlain: false).fits(smallestSymbols, in: size).isEmpty
    }

    private func textKeys(_ style: ScreenStyle) -> BarcodeText.Keys {
        func key(_ command: Command<BarcodeScreen>) -> String? { style.label(table.keys(of: command)) }
        return BarcodeText.Keys(
            edit: key(BarcodeCommands.edit), read: key(BarcodeCommands.read), take: key(BarcodeCommands.takeKind),
            copy: key(BarcodeCommands.copy), write: key(BarcodeCommands.write))
    }

    private var showsSlider: Bool { !scrubber.isLabel && choice.count > 1 }
    private var sizeLabel: SafeText { SafeText(choice.label) }
    /// The size, and which of the card's codes this is; in front of the keys, of which the first ones stay.
    private func footerLabel(in columns: Int) -> SafeText {
        let parts = [choice.count > 1 ? choice.label : "", model.codePosition ?? ""].filter { !$0.isEmpty }
        return SafeText(parts.joined(separator: " · ")).truncated(to: max(columns * 2 / 3, sizeLabel.width))
    }

    /// The frame of the size and the slider: the row of the keys, otherwise the last row.
    private func sizeRow(_ row: Rect?, of size: Size) -> Rect {
        (row ?? Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)).inset(left: 1, right: 1)
    }

    /// Lays out a message, the slider, or the size and the keys.
    private func layoutKeys(in row: Rect?, of size: Size, _ style: ScreenStyle) {
        scrubber.hide()
        guard app.message == nil else { return }
        let inner = sizeRow(row, of: size)
        if choice.count > 1, showsSlider || row != nil {
            let labels = ScrubberControl.Labels(
                label: TailedText(sizeLabel), lowest: "-", highest: "+",
                passing: { [choice] in TailedText(SafeText(choice.text(for: $0))) })
            scrubber.layout(labels, in: inner)
        }
        guard let row, !showsSlider else { return }
        // After the size and the position.
        let label = footerLabel(in: inner.columns)
        let left = label.isEmpty ? 0 : inner.left - row.left + min(label.width, inner.columns) + 1
        style.layoutFooter(table.hints(on: self), in: row.inset(left: left))
    }

    /// A message is shown even if the code needs the row.
    private func drawKeys(on canvas: inout Canvas, in row: Rect?, _ theme: Theme, _ style: ScreenStyle) {
        if app.message != nil {
            let rows = min(StatusLine.rows(app, style, columns: canvas.size.columns), canvas.size.rows)
            let frame = Rect(
                column: 0, row: canvas.size.rows - rows, columns: canvas.size.columns, rows: rows)
            canvas.fill(frame, style: theme[.text])
            return StatusLine(app: app, style: style).draw(on: &canvas, in: frame, theme: theme)
        }
        let inner = sizeRow(row, of: canvas.size)
        if showsSlider {
            canvas.fill(inner, style: theme[.text])
            return scrubber.draw(on: &canvas, theme: theme)
        }
        guard row != nil else { return }
        Label(footerLabel(in: inner.columns), style: theme[.faint]).draw(on: &canvas, in: inner)
        style.drawFooter(on: &canvas, theme: keysTheme(theme))
    }

    /// One faint line, out of which the keys stand.
    private func keysTheme(_ theme: Theme) -> Theme {
        Theme(name: theme.name) { $0 == .accent ? theme[.strong] : theme[.faint] }
    }

    // MARK: - Input

    var hasSymbols: Bool { !symbols.isEmpty }
    /// Whether the bars become wider with less white around the code, which fits with all of it.
    var canReduce: Bool {
        guard let layout, layout.fit != nil else { return false }
        if viewOptions.isReduced(model.identifier) { return true }
        guard !layout.isReduced, let room else { return false }
        let reduced = BarcodeLayout(
            symbols, in: Rect(room.size), sizes: room.sizes, preferredWidth: nil, prefersReduced: true)
        return reduced.fits.last.map { $0.thousandths > layout.fits.last?.thousandths ?? 0 } == true
    }
    var hasSizes: Bool { choice.count > 1 }
    /// Nil while it is being worked out, too: a key that comes too early is not wrong.
    var whyNoSymbols: Refusal? {
        if case .problem = model.code {
            .noBarcode
        } else if case .none = model.code, !model.isBusy {
            .noBarcode
        } else {
            nil
        }
    }
    var whyNoSizes: Refusal? {
        guard hasSymbols else { return whyNoSymbols }
        return isDrawn ? "changes the size, but only one fits" : "changes the size, but the barcode does not fit"
    }
    var isDrawn: Bool { layout?.fit != nil }
    var canGrow: Bool { choice.index < choice.count - 1 }
    var canShrink: Bool { choice.index > 0 }
    var canCopy: Bool { sharedLinks != nil || model.card?.number.isEmpty == false || link != nil || furtherText != nil }
    /// The links of several cards, also of those that do not fit into the code.
    private var sharedLinks: String? { model.sharedText(hasNote: true).flatMap { $0.whole.isEmpty ? nil : $0.whole } }
    /// The text of a further code.
    private var furtherText: String? {
        if model.furtherCode != nil, case .shown(let content, _) = model.code { content.text } else { nil }
    }

    func changeSize(by steps: Int) {
        scrubber.dismiss()
        choice.choose(choice.index + steps)
    }

    func copy() {
        if let sharedLinks { return app.clipboard.copy(link: sharedLinks, named: "the links") }
        if let link { return app.clipboard.copy(link: link, named: "the link") }
        if let text = furtherText { return app.clipboard.copy(link: text) }
        app.clipboard.copyNumber()
    }

    func invert() {
        viewOptions.toggle(model.identifier)
        guard viewOptions.isInverted(model.identifier) else { return }
        let key = table.label(of: BarcodeCommands.invert).map { " \($0) undoes it." } ?? ""
        app.messages.post(Message("Inverted: many scanners cannot read this.\(key)", kind: .warning))
    }

    func reduce() {
        viewOptions.toggleReduced(model.identifier)
        guard viewOptions.isReduced(model.identifier) else { return }
        app.messages.post(
            Message("Narrow margin: some scanners cannot read this.", kind: .warning))
    }

    // MARK: - Kinds

    /// The kinds to choose from, for a card without a barcode.
    var kinds: [BarcodeSuggestion] { model.kinds }
    private var selectedKind: Int { min(viewOptions.selectedKind(model.identifier), max(0, kinds.count - 1)) }

    func selectKind(_ step: Int) {
        viewOptions.selectKind(max(0, min(selectedKind + step, kinds.count - 1)), of: model.identifier)
    }

    func takeKind() { if kinds.indices.contains(selectedKind) { model.take(kinds[selectedKind]) } }

    /// The first click on a kind selects it, the second one takes it.
    private func click(_ point: Point) {
        guard let layout, let index = missing?.kind(at: point, in: layout.content) else { return }
        if index == selectedKind { takeKind() } else { selectKind(index - selectedKind) }
    }

    func write() {
        // The shape that is shown, but neither turned nor with less white around it.
        let symbols = Self.symbols(of: model.code)
        guard let symbol = symbols.first(where: { $0.rows == choice.fit?.symbol.rows }) ?? symbols.first else { return }
        app.transfer.writeBarcode(model) { BarcodeFile.png(symbol) }
    }

    func handle(_ mouse: MouseEvent) {
        if scrubber.handle(mouse) { return }
        switch mouse.action {
        case .wheelUp: if canGrow { changeSize(by: 1) }
        case .wheelDown: if canShrink { changeSize(by: -1) }
        case .press(.left): click(mouse.position)
        default: break
        }
    }
}
