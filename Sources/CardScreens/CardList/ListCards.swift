import CardViewModels
import Cards
import Terminal

/// Draws the cards that a ``ListViewport`` shows: as rows, of which some are expanded, or as the wallet, with the scroll bar beside
/// them.
@MainActor
struct ListCards {
    let viewport: ListViewport

    private var model: CardListModel { viewport.model }
    private var frames: ListFrames { viewport.frames }

    /// What the texts of all rows depend on.
    func setting(_ style: ScreenStyle) -> RowTexts.Setting {
        RowTexts.Setting(
            today: model.today, format: style.format, order: model.shownQuery.order.key, columns: model.columns)
    }

    /// Requests the pictures of the visible cards.
    func requestPictures(_ style: ScreenStyle) {
        if let bricks = frames.bricks {
            for (rank, frame) in viewport.bricksInSight(bricks) {
                card(at: rank)?.requestPicture(frame.size, style: style)
            }
        } else if frames.columns.hasIcons || !model.opened.isEmpty {
            for row in viewport.rows?.rows ?? [] {
                guard let card = model.row(at: row.rank) else { continue }
                icon(of: card)?.request(CardIcon.inRow, style: style)
                if row.height == frames.columns.rows { continue }
                viewport.openedRow(of: card)?.requestPicture(columns: frames.area.columns, style: style)
            }
        }
    }

    func draw(on canvas: inout Canvas, style: ScreenStyle) {
        if let bricks = frames.bricks {
            drawWallet(bricks, on: &canvas, style: style)
        } else if let rows = viewport.rows {
            draw(rows, on: &canvas, style: style)
        }
        // Without the count the position in the list is unknown.
        if model.isCounted {
            viewport.bar(of: viewport.rows).draw(on: &canvas, in: frames.bar, theme: style.theme)
        }
    }

    private func draw(_ rows: OpenRowsLayout, on canvas: inout Canvas, style: ScreenStyle) {
        let selected = model.selectedRank
        rows.draw(on: &canvas, in: frames.area) { canvas, row in
            guard let measured = viewport.row(at: row.rank) else { return }
            let card = measured.card
            CardRow(
                card: card, texts: measured.texts, needs: measured.needs, isSelected: row.rank == selected,
                isMarked: model.isMarked(card.id, at: row.rank),
                showsColor: style.showsCardColors && !frames.columns.hasIcons, filter: model.shownQuery.filter
            ).draw(on: &canvas, columns: frames.columns, theme: style.theme)
            icon(of: card)?.draw(on: &canvas, in: CardRow.iconArea, style: style)
            guard row.height > frames.columns.rows else { return }
            canvas.draw(in: canvas.bounds.inset(top: frames.columns.rows)) {
                viewport.openedRow(of: card)?.draw(on: &$0, style: style)
            }
        }
    }

    private func icon(of card: CardSummary) -> CardIcon? {
        frames.columns.hasIcons ? CardIcon(card: card, inPixels: true) : nil
    }

    private func drawWallet(_ bricks: BrickLayout, on canvas: inout Canvas, style: ScreenStyle) {
        let (area, top) = (frames.area.inset(left: 1), viewport.walletScroll(bricks).top)
        canvas.draw(in: area, scrolledBy: top, contentRows: bricks.contentRows) { canvas in
            for (rank, frame) in viewport.bricksInSight(bricks) {
                guard let card = card(at: rank) else { continue }
                canvas.draw(in: frame) { card.draw(on: &$0, style: style) }
            }
        }
    }

    private func card(at rank: Int) -> WalletCard? {
        model.row(at: rank).map {
            WalletCard(
                card: $0, texts: viewport.row(of: $0).texts,
                isSelected: rank == model.selectedRank, isMarked: model.isMarked($0.id, at: rank),
                filter: model.shownQuery.filter)
        }
    }
}
