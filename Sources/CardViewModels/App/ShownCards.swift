/// The cards on the screen, with the flows that work on them: the user's own, or those of a demo.
@MainActor
struct ShownCards {
    let context: ScreenContext
    let flows: Flows
    /// The selected card beside the list.
    let preview: CardPreview

    init(_ context: ScreenContext) {
        self.context = context
        flows = Flows(context)
        preview = CardPreview(context: context)
    }
}
