internal import Basics

/// What one exchange with a remote did.
public struct ExchangeReport: Equatable, Sendable {
    public var sentBatches = 0
    public var sentPhotos = 0
    public var receivedPhotos = 0
    public var merge = VaultMergeReport()
    /// Photos that cards name and that the remote does not have yet.
    public var missingPhotos = 0
    /// Batches that are not sent yet, since a photo that they name is not here.
    public var heldBack = 0
    /// Objects there that could not be read, as sentences.
    public var damaged: [String] = []
    /// Those of them that are batches which are not known here.
    public var unread: Set<BatchID> = []
    /// What stands among the batches there and is none.
    public var unreadable = UnreadableNames()
    /// Batches that build on ones that are not there.
    public var waiting: [RemoteFlaw] = []
    /// Batches that are others there than here: two devices had one identifier.
    public var contradicting: [BatchID] = []
    /// Whose batches are not exchanged with this remote.
    public var contradictingDevices: Set<DeviceID> { Set(contradicting.map(\.device)) }
    /// The devices that sent the photos that are still missing, by their names.
    public var missingPhotoDevices: [String] = []
    /// Whether the remote had lost something that it had before, and that this device sent again.
    public var mendedLoss = false
    /// Whether this device found out that it was copied, and goes on under a new name.
    public var becameNewDevice = false
    /// Whether this device wrote a snapshot there, so that others do not have to fetch each batch.
    public var wroteSnapshot = false

    public init() {}

    public var isNothing: Bool { self == ExchangeReport() }
}

/// How far an exchange is.
public enum ExchangePhase: Equatable, Sendable {
    case connecting
    case sending(batches: Int)
    case receiving(batches: Int)
    case photos(left: Int)
}

/// What replacing old batches of a remote by a snapshot did, or would do.
public struct CompactionReport: Equatable, Sendable {
    public struct Objects: Equatable, Sendable {
        public var count = 0
        /// Of batches as they are here: sealed ones are a little larger.
        public var bytes = 0

        public init(count: Int = 0, bytes: Int = 0) { (self.count, self.bytes) = (count, bytes) }
    }

    /// The snapshot that was written; nil where the one that is there does.
    public var written: Objects?
    /// How many batches it has.
    public var covered = 0
    public var removedBatches = Objects()
    public var removedSnapshots = Objects()
    /// Batches that could not be sent, since photos that they name are not here: then nothing is done.
    public var heldBack = 0
    /// Objects there that could not be read, as sentences.
    public var damaged: [String] = []

    public init() {}

    public var isNothing: Bool {
        written == nil && removedBatches.count == 0 && removedSnapshots.count == 0
    }
}

/// What an exchange did, in words.
public enum ExchangeText {
    /// "sent 2 changes, received 3 cards: 1 new, 2 changed; 1 in conflict"
    public static func summary(of report: ExchangeReport) -> String {
        let merge = report.merge
        var parts: [String] = []
        if report.sentBatches > 0 { parts.append("sent " + report.sentBatches.counted("change")) }
        if report.sentPhotos > 0 { parts.append("sent " + report.sentPhotos.counted("photo")) }
        if report.mendedLoss { parts.append("including what was lost there") }
        if report.wroteSnapshot { parts.append("wrote a snapshot") }
        if merge.added > 0 { parts.append("\(merge.added) new") }
        if merge.changed > 0 { parts.append("\(merge.changed) changed") }
        if merge.deleted > 0 { parts.append("\(merge.deleted) deleted") }
        if merge.conflicts > 0 { parts.append("\(merge.conflicts) in conflict") }
        if report.receivedPhotos > 0 { parts.append(report.receivedPhotos.counted("photo") + " received") }
        if report.missingPhotos > 0 {
            parts.append(photosToCome(report.missingPhotos, from: report.missingPhotoDevices))
        }
        if report.heldBack > 0 { parts.append(report.heldBack.counted("change waits", "changes wait") + " for photos") }
        if let first = merge.rejected.first {
            parts.append("\(merge.rejected.count.counted("value")) not applied (\(first.userMessage))")
        }
        return parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
    }

    /// "2 of the objects there have names that no batch has, and were skipped: log/notes, batch 0 of device laptop"; nil for none.
    public static func sentence(of names: UnreadableNames) -> String? {
        if names.count == 0 { return nil }
        let subject =
            names.count == 1 ? "1 of the objects there has a name" : "\(names.count) of the objects there have names"
        let left = names.count - names.names.count
        let list = names.names.joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
        return "\(subject) that no batch has, and \(names.count == 1 ? "was" : "were") skipped: \(list)"
    }

    /// "1 photo to come, last seen on desk"
    public static func photosToCome(_ number: Int, from devices: [String]) -> String {
        let source = devices.isEmpty ? "" : ", last seen on " + devices.joined(separator: ", ")
        return number.counted("photo") + " to come" + source
    }

    /// "sending 2 changes", "fetching photos, 3 left"
    public static func text(of phase: ExchangePhase) -> String {
        switch phase {
        case .connecting: "connecting"
        case .sending(let batches): "sending " + batches.counted("change")
        case .receiving(let batches): batches == 0 ? "receiving" : "receiving " + batches.counted("change")
        case .photos(let left): "fetching photos, \(left) left"
        }
    }

    /// What setting up a remote would send and fetch.
    public static func sentence(of plan: VaultPlan) -> String {
        let cards = plan.cardsHere.counted("card")
        let changes = plan.batchesThere.counted("change")
        if plan.there == nil { return "No cards are there yet: \(cards) will be sent." }
        if plan.here != nil {
            return "Cards are already shared there. Changes are synced both ways: \(changes) to get."
        }
        let fetching = "Cards are already shared there: \(changes) to get."
        return plan.cardsHere == 0 ? fetching : fetching + " \(cards) of this store will be sent, too."
    }

    /// What is asked before a remote is set up.
    public static func question(of plan: VaultPlan) -> String {
        if plan.there != nil || plan.cardsHere == 0 { return "Share your cards with \(plan.address.name)?" }
        return "Put your \(plan.cardsHere.counted("card")) into \(plan.address.name)?"
    }
}
