internal import Basics
public import Cards

/// One exchange of a store with a remote: sends what the remote lacks, merges what is new there, fetches photos. Nothing is lost when it is
/// interrupted at any point: whatever was not acknowledged is written again, and writing again is success.
public struct VaultExchange: Sendable {
    let store: any VaultStore
    let transport: any ChangeTransport
    let remote: RemoteID
    private let acceptsDeletions: Bool
    let clock: CardClock
    let snapshots: SnapshotMemory
    let progress: @Sendable (ExchangePhase) -> Void
    /// What was known here when it began; nil outside of ``run(isChecked:)``.
    private var knownBefore: VersionVector?
    /// After how many batches of its own a device writes a snapshot.
    var snapshotInterval: Int64 = 1000

    public init(
        _ store: any VaultStore, over transport: any ChangeTransport, to remote: RemoteID,
        acceptingDeletions: Bool = false, clock: CardClock = .system,
        progress: @escaping @Sendable (ExchangePhase) -> Void = { _ in }
    ) {
        self.init(
            store, over: transport, to: remote, acceptingDeletions: acceptingDeletions, clock: clock,
            snapshots: SnapshotMemory(), progress: progress)
    }

    /// - Parameter snapshots: what earlier exchanges with the remote read.
    init(
        _ store: any VaultStore, over transport: any ChangeTransport, to remote: RemoteID,
        acceptingDeletions: Bool = false, clock: CardClock, snapshots: SnapshotMemory,
        progress: @escaping @Sendable (ExchangePhase) -> Void = { _ in }
    ) {
        self.store = store
        self.transport = transport
        self.remote = remote
        acceptsDeletions = acceptingDeletions
        self.clock = clock
        self.snapshots = snapshots
        self.progress = progress
    }

    /// Sent at once: as much as a few objects of a snapshot.
    private static let sendingBytes = 4 << 20
    private static let madeAtOnce = 16
    static let listedAtOnce = 200
    private static let mergedBytes = 4 << 20
    /// Batches that wait for others are kept in memory up to this size; the next exchange reads the rest again.
    static let waitingBytes = 32 << 20

    /// - Parameter isChecked: whether an earlier exchange of this session found the vault there.
    public func run(isChecked: Bool = false) async throws -> ExchangeReport {
        var exchange = self
        exchange.knownBefore = try await store.known()
        return try await exchange.perform(isChecked: isChecked)
    }

    private func perform(isChecked: Bool) async throws -> ExchangeReport {
        progress(.connecting)
        guard let membership = try await store.vault() else { throw VaultError.noVault }
        if !isChecked {
            try await HeaderCheck(self).run(membership)
            await snapshots.forgetAbsentPhotos()
        }
        var report = ExchangeReport()
        let before = try await record()
        try await readOwnNumbers(before, &report)
        // A card that was deleted here and changed there is sent again after the merge.
        var failure: TransportError?
        var view = RemoteView()
        for _ in 0..<3 {
            do {
                try await send(&view, &report)
            } catch let error as TransportError where error.kind == .full || error.kind == .refused {
                // What others sent can be read all the same.
                failure = error
            }
            let merged = report.merge.merged
            try await receive(&view, &report)
            let isLeft = try await store.tally(of: remote).changes > 0
            if report.merge.merged == merged || !isLeft || failure != nil { break }
        }
        try await secrets.open(&report)
        try await photos.fetch(&report)
        if let failure { throw failure }
        let isAsked = try await store.lastComparison(with: remote)?.milliseconds == 0
        try await mending.mend(view, &report)
        try await photos.mend(
            since: before, of: membership.device, isFirst: !isChecked, readsAll: isAsked, &report)
        if isAsked { try await store.noteComparison(with: remote, at: clock.now()) }
        if report.sentBatches > 0 { try await writeSnapshot(ifDueSince: before, &report) }
        if let sentence = ExchangeText.sentence(of: report.unreadable) {
            report.damaged.append("\(transport.name): \(sentence).")
        }
        report.damaged += try await mending.sentences(aboutContradictions: report.contradicting)
        try await store.noteAllMet()
        return report
    }

    var photos: PhotoExchange {
        PhotoExchange(
            store: store, transport: transport, remote: remote, clock: clock, memory: snapshots, progress: progress)
    }

    private var secrets: SecretExchange { SecretExchange(store: store, transport: transport) }

    private var mending: RemoteMending { RemoteMending(self) }

    /// What is known of the remote.
    func record() async throws -> RemoteRecord {
        try await store.remotes().first { $0.remote == remote } ?? RemoteRecord(remote)
    }

    // MARK: - Sending

    private func send(_ view: inout RemoteView, _ report: inout ExchangeReport) async throws {
        var isMaking = true
        while true {
            try Task.checkCancellation()
            if isMaking {
                let hasSealed = try await secrets.seal()
                // Cards that go whole have their secret fields sealed in the next round.
                isMaking = try await store.makeBatches(atMost: Self.madeAtOnce) || hasSealed
            }
            let batches = try await store.outgoing(
                to: remote, bytes: Self.sendingBytes, except: report.contradictingDevices)
            if batches.isEmpty {
                if isMaking { continue }
                return
            }
            progress(.sending(batches: batches.count))
            let ready = try await photos.send(photosOf: batches, &report)
            if ready.isEmpty {
                report.heldBack = batches.count
                return
            }
            var (stored, refused): ([BatchID], Set<DeviceID>) = ([], [])
            for (batch, result) in zip(ready, try await transport.write(ready)) {
                // What a remote has is known by its last batch: one behind a batch that was refused does not count.
                if refused.contains(batch.id.device) { continue }
                if result == .stored {
                    stored.append(batch.id)
                } else {
                    refused.insert(batch.id.device)
                    try await meet(batch.id, &report)
                }
            }
            try await store.acknowledge(stored, by: remote)
            view.sent.formUnion(stored)
            report.sentBatches += stored.count
        }
    }

    /// Another batch has this number there. Where it is one of ours, this store was copied, or is a copy: it goes on as a new device, once in
    /// an exchange. Of the other device nothing more goes there or comes from there, unless something waits for it; all else goes on.
    func meet(_ other: BatchID, _ report: inout ExchangeReport) async throws {
        if try await other.device == store.vault()?.device, !report.becameNewDevice {
            // What this store made from there on is made again as batches of the new device.
            try await store.becomeNewDevice(from: other.number)
            report.becameNewDevice = true
            return
        }
        if !report.contradicting.contains(other) { report.contradicting.append(other) }
    }

    // MARK: - Receiving

    private func receive(_ view: inout RemoteView, _ report: inout ExchangeReport) async throws {
        if try await receiveListed(&view, &report) { return }
        // Who met other batches under its numbers goes on from there as a new device, whose batches build on what followed them.
        let needed = report.contradictingDevices.intersection(report.merge.missing.keys.map(\.device))
        if !needed.isEmpty, try await receiveListed(&view, &report, alsoOf: needed) { return }
        // What they wait for was removed there, or is damaged: snapshots may have it. Those of two devices may each have what the other
        // lacks.
        let snapshots = try await transport.snapshots()
        var hasNew = true
        while hasNew {
            hasNew = false
            for snapshot in snapshots where try await receive(snapshot, &report) {
                if try await receiveListed(&view, &report) { return }
                hasNew = true
            }
        }
    }

    /// Returns whether everything that is listed was merged, or can be read no more: nothing waits for what is not listed.
    /// - Parameter needed: the devices whose batches are read though some of them are others there than here.
    private func receiveListed(
        _ view: inout RemoteView, _ report: inout ExchangeReport, alsoOf needed: Set<DeviceID> = []
    ) async throws -> Bool {
        var cursor = try await store.known()
        var pending: [ReceivedBatch] = []
        var size = 0
        var hasMore = true
        while hasMore {
            try Task.checkCancellation()
            let listing = try await transport.batches(after: cursor, limit: Self.listedAtOnce)
            report.unreadable = listing.unreadable
            try await mending.look(at: listing.inventory, &view, &report)
            if !listing.batches.isEmpty, try await receiveFirstSnapshot(&report) {
                cursor = try await store.known()
                continue
            }
            hasMore = listing.hasMore && !listing.batches.isEmpty
            progress(.receiving(batches: listing.batches.count))
            for listed in listing.batches {
                if listed.id.number > cursor[listed.id.device] { cursor[listed.id.device] = listed.id.number }
                if report.contradictingDevices.subtracting(needed).contains(listed.id.device) { continue }
                guard let received = try await read(listed, &report) else { continue }
                pending.append(received)
                size += received.bytes.count
                if size >= Self.mergedBytes {
                    pending = try await merge(pending, isAll: false, &report)
                    size = pending.reduce(0) { $0 + $1.bytes.count }
                    if size > Self.waitingBytes { return false }
                }
            }
            pending = try await merge(pending, isAll: !hasMore, &report)
            size = pending.reduce(0) { $0 + $1.bytes.count }
            if size > Self.waitingBytes { return false }
        }
        return pending.isEmpty
    }

    /// Nil for one that is gone or damaged: it is named in the report, and the rest goes on.
    private func read(_ listed: ListedBatch, _ report: inout ExchangeReport) async throws -> ReceivedBatch? {
        let name = "batch \(listed.id.number) of device \(listed.id.device.text)"
        let found: [UInt8]?
        do throws(TransportError) {
            found = try await bytes(of: listed)
        } catch {
            guard error.kind == .damaged else { throw error }
            let sentence = "\(error.userMessage) \(try await mending.remedy(for: listed.id))"
            // A further look at the same batch says the same.
            if !report.damaged.contains(sentence) { report.damaged.append(sentence) }
            if try await listed.id.device != store.vault()?.device { report.unread.insert(listed.id) }
            return nil
        }
        guard let bytes = found else { return nil }
        let batch: ChangeBatch
        do throws(BatchError) {
            batch = try ChangeBatch(bytes)
        } catch {
            report.damaged.append(
                "\(transport.name): \(name) \(error.reason). cards-tui did not write it: you can delete this file.")
            return nil
        }
        guard batch.id == listed.id, try await batch.vault == store.vault()?.vault else {
            report.damaged.append(
                "\(transport.name): the content of \(name) belongs to another batch or another vault; you can delete this file."
            )
            return nil
        }
        return ReceivedBatch(batch, bytes: bytes)
    }

    func bytes(of listed: ListedBatch) async throws(TransportError) -> [UInt8]? {
        if let bytes = listed.bytes { return bytes }
        return try await transport.bytes(of: listed)
    }

    /// Merges them some megabytes at a time. Returns those that wait for others.
    /// - Parameter isAll: whether none follows. Otherwise those that delete cards wait, as far as memory allows, for what their device deleted
    ///   as well: whether that is too much is decided before the first card is deleted.
    func merge(
        _ batches: [ReceivedBatch], isAll: Bool = true, _ report: inout ExchangeReport
    ) async throws -> [ReceivedBatch] {
        if batches.isEmpty { return [] }
        if !acceptsDeletions {
            let deletes = try await store.checkDeletions(in: batches, knownBefore: knownBefore)
            let size = batches.reduce(0) { $0 + $1.bytes.count }
            if deletes, !isAll, size <= Self.waitingBytes { return batches }
        }
        var (waiting, next): ([ReceivedBatch], [ReceivedBatch]) = ([], [])
        var size = 0
        for batch in batches {
            next.append(batch)
            size += batch.bytes.count
            if size < Self.mergedBytes { continue }
            waiting = try await mergeAtOnce(waiting + next, &report)
            (next, size) = ([], 0)
        }
        return next.isEmpty ? waiting : try await mergeAtOnce(waiting + next, &report)
    }

    private func mergeAtOnce(
        _ batches: [ReceivedBatch], _ report: inout ExchangeReport
    ) async throws -> [ReceivedBatch] {
        let result = try await store.merge(
            batches, from: remote, acceptingDeletions: acceptsDeletions, knownBefore: knownBefore)
        report.merge += result
        let waiting = Set(result.waiting)
        for other in result.contradicting { try await meet(other, &report) }
        let merged = batches.map(\.batch.id).filter { !waiting.contains($0) }
        try await store.acknowledge(merged, by: remote)
        return batches.filter { waiting.contains($0.batch.id) }
    }
}
