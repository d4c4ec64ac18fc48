import Cards

/// How the program ends: what was shown or asked for before is done first.
extension AppModel {
    /// One step back, and from the list out of the program.
    public func quit() {
        guard path.isEmpty else { return back() }
        guard keeping != nil || !activities.background.isEmpty else {
            hasQuit = true
            return
        }
        activities.run("Leaving") { [self] in
            let failures = activities.background.failures
            await activities.background.finished()
            await keeping?.value
            // Why something was not done is on the screen, and has to be read.
            guard activities.background.failures == failures, !Task.isCancelled else { return }
            hasQuit = true
            onQuit()
        }
    }

    /// Keeps what is typed into the form for the next start.
    public func keepDraft() async { await form?.keepDraftNow() }

    /// Returns when what was begun is done and what is typed is kept. Whoever calls it bounds the time that it may take.
    public func end() async {
        // What nobody could write again goes first.
        await keepDraft()
        await activities.finished()
        await keeping?.value
        await keepDraft()
        cancelTasks()
        list.stop()
        if case .camera(let camera)? = path.last { camera.stop() }
    }

    /// Counts a use of the card.
    func recordUse(of identifier: CardID) {
        activities.background.run { [store = services.store] in
            // It is not worth a word.
            try? await store.recordUse(of: identifier)
            return true
        }
    }

    /// Runs what no key waits for, and says why it failed.
    func inBackground(_ body: @escaping () async throws -> Void) {
        activities.background.run { [self] in
            do {
                try await body()
                return true
            } catch {
                say(Message(error))
                return false
            }
        }
    }
}
