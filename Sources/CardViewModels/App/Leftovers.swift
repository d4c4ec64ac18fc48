import Cards

/// Removes what may be left of cards that were deleted for good.
extension ScreenContext {
    /// Once, after the first frame. As an activity: it keeps the store busy, and takes long with many photos.
    func removeLeftovers() async {
        let store = services.store
        guard (try? await store.hasLeftovers()) == true else { return }
        activities.run("Removing leftover files") { try await store.removeLeftovers() }
    }
}
