internal import Basics

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
