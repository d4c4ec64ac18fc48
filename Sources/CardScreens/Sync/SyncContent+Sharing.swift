import CardViewModels
import Cards
import Terminal

/// The places over which the cards are shared, and the devices that share them.
extension SyncContent {
    mutating func addSharing(_ model: SyncModel) {
        if model.remotes.isEmpty { return }
        for status in model.remotes {
            addRemote(status)
            rows += 1
        }
        for (index, device) in model.devices.enumerated() {
            add(
                index == 0 ? "devices" : "", text(of: device), stop: device.isThisOne ? nil : .device(device.id))
        }
        let count = model.sharedConflicts
        if count > 0 {
            let text = "\(LoaderText.cards(count)) in conflict"
            add("conflicts", LoaderText.joined(text, keys.resolve, "resolves"), isWarning: true, stop: .conflicts)
        }
        if !model.devices.isEmpty || count > 0 { rows += 1 }
    }

    /// Where it is, what it does, what waits, and what went wrong.
    private mutating func addRemote(_ status: RemoteStatus) {
        add("shared", RemoteAddress(status.remote)?.place ?? status.name, stop: .remote(status.remote))
        add("now", activity(of: status))
        if let failure = status.failure { add("failed", failure, isWarning: true) }
        add("last sync", status.lastExchange.map { DayText.dateTime($0, clock, format) } ?? "never")
        var waiting: [String] = []
        if status.tally.changes > 0 { waiting.append("\(status.tally.changes.counted("change")) to send") }
        if status.tally.batches > 0 { waiting.append("\(Self.batches(status.tally.batches)) to send") }
        if status.missingPhotos > 0 {
            waiting.append(ExchangeText.photosToCome(status.missingPhotos, from: status.missingPhotoDevices))
        }
        add("pending", waiting.isEmpty ? "nothing" : waiting.joined(separator: ", "))
        for batches in status.waiting { add("waiting", batches.sentence, isWarning: batches.isOld) }
    }

    private func activity(of status: RemoteStatus) -> String {
        switch status.activity {
        case .idle: status.failure == nil ? "up to date" : "incomplete"
        case .running(let phase): ExchangeText.text(of: phase)
        case .waiting(let time): "tries again \(Countdown(from: now, to: time).text)"
        case .stopped: LoaderText.joined("stopped", keys.synchronize, "tries again")
        }
    }

    private func text(of device: VaultDevice) -> String {
        let name = device.name.isEmpty ? "without a name" : device.name
        if device.isThisOne { return "\(name) (this device)" }
        return device.lastBatch.map { "\(name), last change \(DayText.dateTime($0, clock, format))" } ?? name
    }

    private static func batches(_ count: Int) -> String { "\(count) \(count == 1 ? "batch" : "batches")" }
}
