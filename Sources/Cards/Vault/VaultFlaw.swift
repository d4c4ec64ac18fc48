internal import Basics

/// A batch that a remote lost or damaged, or that it never had although others build on it.
public struct VaultFlaw: Equatable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// Batches that are there wait for it: it is not, or cannot be read.
        case missing
        /// It is known here, and its bytes there are others.
        case damaged
        /// Another batch has its number there.
        case contradicting
    }

    public let kind: Kind
    public let batch: BatchID
    /// How many batches wait for it.
    public let waiting: Int
    /// When it was found here first.
    public let since: Timestamp

    public init(_ kind: Kind, _ batch: BatchID, waiting: Int = 0, since: Timestamp) {
        self.kind = kind
        self.batch = batch
        self.waiting = waiting
        self.since = since
    }

    /// After this time, in milliseconds, it is no matter of devices that sync at different times any more.
    public static let patience: Int64 = 86_400_000

    public func isOld(at now: Timestamp) -> Bool { now.milliseconds - since.milliseconds > Self.patience }
}

/// A snapshot that was read at a remote.
public struct KnownSnapshot: Hashable, Sendable {
    public let hash: ObjectHash
    /// In bytes, before they are sealed.
    public let size: Int
    /// The batches that are in it.
    public let covered: VersionVector

    public init(_ hash: ObjectHash, size: Int, covered: VersionVector) {
        self.hash = hash
        self.size = size
        self.covered = covered
    }
}

/// What tells whether the bytes of a batch are those that are known here.
public struct BatchMark: Equatable, Sendable {
    /// The beginning of the hash of its bytes, as hexadecimal digits.
    public let hash: String
    /// In bytes, before they are sealed.
    public let size: Int

    public init(hash: String, size: Int) { (self.hash, self.size) = (hash, size) }
}

/// A flaw for people: with the device that made the batch, and in words.
public struct RemoteFlaw: Equatable, Sendable {
    public let flaw: VaultFlaw
    /// Of the device that made the batch; its identifier where it has told no name.
    public let device: String
    /// Whether it has been so for more than a day.
    public let isOld: Bool

    /// - Parameter device: the name of the device; empty where it has told none.
    public init(_ flaw: VaultFlaw, device: String, at now: Timestamp) {
        self.flaw = flaw
        self.device = device.isEmpty ? "device \(flaw.batch.device.text)" : device
        isOld = flaw.isOld(at: now)
    }

    /// "3 batches wait for batch 3 of desk: desk has to sync"
    public var sentence: String {
        let batch = "batch \(flaw.batch.number) of \(device)"
        switch flaw.kind {
        case .missing where flaw.waiting == 0: return "\(batch) cannot be read: \(device) has to sync"
        case .missing:
            let count = flaw.waiting.counted("batch waits", "batches wait")
            return "\(count) for \(batch): \(device) has to sync"
        case .damaged: return "\(batch) is damaged there: \(device) has to sync"
        case .contradicting:
            return
                "\(batch) differs there from the one here. When \(device) is no longer in use, run: cards-tui sync forget "
                + flaw.batch.device.text
        }
    }
}
