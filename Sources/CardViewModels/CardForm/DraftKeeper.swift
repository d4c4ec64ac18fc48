internal import Cards
internal import Dispatch

/// Writes one form's draft to the disk as it changes: the newest state, one write at a time, whatever came between.
@MainActor
final class DraftKeeper {
    private let key: StoredDraft.Key
    private let drafts: any DraftKeeping
    private let clock: CardClock
    private var waiting: CardDraft?
    private var writer: Task<Void, Never>?
    private var isDiscarded = false

    init(key: StoredDraft.Key, drafts: any DraftKeeping, clock: CardClock) {
        (self.key, self.drafts, self.clock) = (key, drafts, clock)
    }

    func keep(_ draft: CardDraft) {
        isDiscarded = false
        waiting = draft
        guard writer == nil else { return }
        writer = Task {
            while let next = waiting {
                waiting = nil
                try? await drafts.save(stored(next))
            }
            writer = nil
            if isDiscarded { try? await drafts.remove(key) }
        }
    }

    /// For the end of the process: waits for the disk, on the main thread, a second at most.
    func keepNow(_ draft: CardDraft) {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [drafts, stored = stored(draft)] in
            try? await drafts.save(stored)
            done.signal()
        }
        _ = done.wait(timeout: .now() + 1)
    }

    func discard() async {
        isDiscarded = true
        waiting = nil
        await writer?.value
        guard isDiscarded else { return }
        try? await drafts.remove(key)
    }

    private func stored(_ draft: CardDraft) -> StoredDraft {
        StoredDraft(key: key, form: draft.json, photos: draft.photos, time: clock.now())
    }
}
