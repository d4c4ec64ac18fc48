internal import Cards

/// Brings one form's draft to the disk as it changes: the newest wish, one at a time, whatever came between.
@MainActor
final class DraftKeeper {
    private enum Wish {
        case kept(CardDraft)
        case removed
    }

    /// Told once when a draft could not be written.
    var onFailure: (any Error) -> Void = { _ in }
    private let key: StoredDraft.Key
    private let drafts: any DraftKeeping
    private let clock: CardClock
    /// The last wish that nobody has begun to fulfil.
    private var wish: Wish?
    private var writer: Task<Void, Never>?
    private var hasFailed = false

    init(key: StoredDraft.Key, drafts: any DraftKeeping, clock: CardClock) {
        (self.key, self.drafts, self.clock) = (key, drafts, clock)
    }

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
            case .kept(let draft): try await drafts.save(stored(draft))
            case .removed: try await drafts.remove(key)
            }
        } catch {
            if !hasFailed { onFailure(error) }
            hasFailed = true
        }
    }

    private func stored(_ draft: CardDraft) -> StoredDraft {
        StoredDraft(key: key, form: draft.json, photos: draft.photos, time: clock.now())
    }
}
