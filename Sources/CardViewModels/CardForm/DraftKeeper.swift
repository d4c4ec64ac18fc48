internal import Cards

/// Brings one form's draft to the disk as it changes: the newest wish, one at a time, whatever came between.
@MainActor
final class DraftKeeper {
    private enum Wish {
        case kept(CardDraft)
        case removed
    }

    private let key: StoredDraft.Key
    private let context: ScreenContext
    /// The last wish that nobody has begun to fulfil.
    private var wish: Wish?
    private var writer: Task<Void, Never>?
    /// Whether it was said that a draft could not be written.
    private var hasFailed = false

    init(key: StoredDraft.Key, context: ScreenContext) { (self.key, self.context) = (key, context) }

    func keep(_ draft: CardDraft) { ask(.kept(draft)) }

    func discard() { ask(.removed) }

    /// Returns when the last wish is fulfilled.
    func settled() async { await writer?.value }

    private func ask(_ new: Wish) {
        wish = new
        guard writer == nil else { return }
        writer = Task {
            while let next = wish {
                wish = nil
                await fulfil(next)
            }
            writer = nil
        }
    }

    private func fulfil(_ wish: Wish) async {
        do {
            switch wish {
            case .kept(let draft): try await context.services.drafts.save(stored(draft))
            case .removed: try await context.services.drafts.remove(key)
            }
        } catch {
            guard !hasFailed else { return }
            hasFailed = true
            context.say(Message("What you type cannot be kept on the disk. \(error.message)", kind: .warning))
        }
    }

    private func stored(_ draft: CardDraft) -> StoredDraft {
        StoredDraft(key: key, form: draft.json, photos: draft.photos, time: context.services.clock.now())
    }
}
