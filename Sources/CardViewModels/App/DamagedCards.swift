import Cards

/// Warns of cards that cannot be read. What is read is checked then, so damage that somebody would see is told at once; all cards are looked
/// through once a week, while nobody uses the program.
@MainActor
public final class DamageLook {
    private var uses = 0
    private var look: Task<[DamagedCard], any Error>?

    private static let week: Int64 = 7 * 86_400_000
    /// How long nobody must have used the program.
    private static let rest = Duration.seconds(60)

    /// Ends a look that is going on: it begins anew when the program rests.
    public func noteUse() {
        uses &+= 1
        look?.cancel()
    }

    /// Tells of damage once something was read that is damaged.
    func follow(_ context: ScreenContext) async {
        for await _ in context.services.store.damageNotices() {
            // If the store cannot be read at all, the list reports it.
            tell(try? await context.services.store.damagedCards(), context)
        }
    }

    /// Looks through all cards, where the last look is a week old.
    func lookWeekly(_ context: ScreenContext) async {
        let (store, timer) = (context.services.store, context.services.timer)
        while isDue(context) {
            let before = uses
            guard (try? await timer.sleep(for: Self.rest)) != nil else { return }
            if uses != before { continue }
            let look = Task(priority: .utility) { try await store.damagedCards() }
            self.look = look
            defer { self.look = nil }
            do {
                tell(
                    try await withTaskCancellationHandler {
                        try await look.value
                    } onCancel: {
                        look.cancel()
                    }, context)
                context.viewState.update { $0.lastLook = context.services.clock.now() }
            } catch StoreError.stopped {
                if Task.isCancelled { return }
            } catch {
                return
            }
        }
    }

    func isDue(_ context: ScreenContext) -> Bool {
        guard let last = context.viewState.state.lastLook else { return true }
        // A clock may have been wrong.
        return !(0..<Self.week).contains(context.services.clock.now().milliseconds - last.milliseconds)
    }

    private func tell(_ damaged: [DamagedCard]?, _ context: ScreenContext) {
        if let text = damaged?.text { context.messages.add(Message(text, kind: .warning)) }
    }
}

extension [DamagedCard] {
    /// How many cards, and which command lists them; nil for none.
    var text: String? {
        switch count {
        case 0: nil
        case 1: "1 card is damaged. See: cards-tui check"
        default: "\(count) cards are damaged. See: cards-tui check"
        }
    }
}
