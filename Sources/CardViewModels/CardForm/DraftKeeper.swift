internal import Cards

/// Writes one form's draft to the disk as it changes: one write at a time, then the newest state; states in between are skipped.
@MainActor
final class DraftKeeper {
    private enum Request {
        case kept(CardDraft)
        case removed
    }

    private let key: StoredDraft.Key
    private let context: ScreenContext
    private let writes = Serial<Request>()
    /// Whether a failed write has been reported.
    private var hasFailed = false

    init(key: StoredDraft.Key, context: ScreenContext) { (self.key, self.context) = (key, context) }

    func keep(_ draft: CardDraft) { request(.kept(draft)) }

    func discard() { request(.removed) }

    /// Returns when the last request is done.
    func settled() async { await writes.finished() }

    private func request(_ new: Request) { writes.request(new) { [self] in await perform($0) } }

    private func perform(_ request: Request) async {
        do {
            switch request {
            case .kept(let draft): try await context.services.drafts.save(stored(draft))
            case .removed: try await context.services.drafts.remove(key)
            }
        } catch {
            guard !hasFailed else { return }
            hasFailed = true
            context.post(Message("The draft of this form cannot be saved. \(error.message)", kind: .warning))
        }
    }

    private func stored(_ draft: CardDraft) -> StoredDraft {
        StoredDraft(key: key, form: draft.json, photos: draft.photos, time: context.services.clock.now())
    }
}
