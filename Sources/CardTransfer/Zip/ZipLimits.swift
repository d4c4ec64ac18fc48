/// The limits of an archive that is read. A file of cards stays far below them; an archive that was made to fill memory or a disk
/// does not.
public struct ZipLimits: Hashable, Sendable {
    public var entries = 200_000
    /// Of the list of all entries, which is read as a whole.
    public var directoryBytes = 64 << 20
    /// Of one entry that is unpacked.
    public var entryBytes = 256 << 20
    /// Of all entries together.
    public var bytes = 8 << 30
    /// How many times its packed size an entry of more than ``ratioBytes`` may have.
    public var ratio = 200
    public var ratioBytes = 32 << 20

    public init() {}

    public static let usual = ZipLimits()
}
