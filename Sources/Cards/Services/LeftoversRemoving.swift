/// What may be left of cards that were deleted for good: older versions did not overwrite it, and a program that was reading may have
/// kept it in the store's files.
public protocol LeftoversRemoving: Sendable {
    func hasLeftovers() async throws -> Bool

    /// Removes it, which rewrites the store and may take long. Throws ``StoreError``.
    /// - Returns: false where another program has the store open and prevents that; a later start tries again.
    @discardableResult
    func removeLeftovers() async throws -> Bool
}
