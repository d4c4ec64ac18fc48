import Cards

/// A ``BackendStore`` in memory for one backend: minimal, but conforming to the protocol. Tests can wait for its state.
actor FakeBackendStore: BackendStore {
    private(set) var cards: [CardID: Card] = [:]
    private(set) var consent: BackendConsent?
    private(set) var merges: [Int] = []
    private(set) var failures: [CardID: String] = [:]
    private var photos: [PhotoHash: [UInt8]] = [:]
    private var shadows: [CardID: Card] = [:]
    private var pendingUploads: [CardID: PendingUpload] = [:]
    private var sequence: Int64 = 0
    private var download = 0
    private var seen: Set<CardID> = []
    private var notices: [AsyncStream<Void>.Continuation] = []
    private var watchers: [(isThere: @Sendable (isolated FakeBackendStore) -> Bool, CheckedContinuation<Void, Never>)] =
        []
    private var mergeError: StoreError?
    private var refused: Set<CardID> = []
    private var validators: ListValidators?
    private var absent = 0
    private(set) var lastSync: Timestamp?
    private(set) var isSyncLockFree = true
    private(set) var isReleasingSyncLock = false
    private var isReleaseDelayed = false

    // MARK: - For tests

    /// An edit by the user.
    func save(_ card: Card, photos new: [[UInt8]] = []) {
        for bytes in new { photos[PhotoHash(of: bytes)] = bytes }
        cards[card.identifier] = card
        queue(card.identifier, .upload(card))
    }

    func delete(_ identifier: CardID) {
        cards[identifier] = nil
        queue(identifier, .delete)
    }

    /// Whether another program holds the sync lock.
    func setSyncLockFree(_ isFree: Bool) { isSyncLockFree = isFree }

    /// Whether a release of the sync lock takes until this is called with false.
    func delayRelease(_ isDelayed: Bool) {
        isReleaseDelayed = isDelayed
        changed()
    }

    func refuseMerges(with error: StoreError?) { mergeError = error }

    var names: [String] { cards.values.map(\.name).sorted() }
    var pendingCount: Int { pendingUploads.count }

    func wait(until isThere: @escaping @Sendable (isolated FakeBackendStore) -> Bool) async {
        if isThere(self) { return }
        await withCheckedContinuation { watchers.append((isThere, $0)) }
    }

    private func queue(_ identifier: CardID, _ content: PendingUpload.Content) {
        sequence += 1
        pendingUploads[identifier] = PendingUpload(
            identifier: identifier, content: content, attempts: 0, lastFailure: nil, sequence: sequence)
        refused.remove(identifier)
        changed()
    }

    private func changed() {
        for notice in notices { notice.yield() }
        let done = watchers.filter { $0.isThere(self) }
        watchers.removeAll { $0.isThere(self) }
        for (_, continuation) in done { continuation.resume() }
    }

    // MARK: - BackendStore

    func connect(to backend: BackendID) -> BackendRecord {
        if consent == nil { consent = cards.isEmpty ? .granted : .unasked }
        return BackendRecord(
            backend: backend, consent: consent ?? .granted, validators: validators, lastSync: lastSync)
    }

    func note(_ backend: BackendID) { _ = connect(to: backend) }

    func noteSync(with backend: BackendID, at time: Timestamp) {
        lastSync = time
        changed()
    }

    func acquireSyncLock(with backend: BackendID) -> Bool { isSyncLockFree }
    func releaseSyncLock(with backend: BackendID) async {
        isReleasingSyncLock = true
        changed()
        await wait { !$0.isReleaseDelayed }
        isReleasingSyncLock = false
    }

    func setConsent(_ consent: BackendConsent, for backend: BackendID) {
        self.consent = consent
        if consent == .declined { pendingUploads = [:] }
        changed()
    }

    func beginDownload(from backend: BackendID) -> Int {
        seen = []
        download += 1
        return download
    }

    func merge(_ patches: [CardPatch], from backend: BackendID, download: Int) throws -> MergeReport {
        if let mergeError { throw mergeError }
        var report = MergeReport()
        for patch in patches {
            seen.insert(patch.identifier)
            let mine = cards[patch.identifier]
            if mine == nil, patch.values.name.isEmpty {
                report.addNameless(patch.identifier)
                continue
            }
            let shadow = shadows[patch.identifier]
            let theirs = patch.applied(to: shadow)
            shadows[patch.identifier] = theirs
            if case .delete? = pendingUploads[patch.identifier]?.content { continue }
            var merged = theirs
            if let mine { merged.copy(mine.differences(from: shadow ?? mine), from: mine) }
            for (hash, bytes) in patch.photos { photos[hash] = bytes }
            if mine == nil { report.added += 1 } else if mine != merged { report.changed += 1 }
            cards[patch.identifier] = merged
            if merged == theirs { pendingUploads[patch.identifier] = nil }
        }
        merges.append(patches.count)
        changed()
        return report
    }

    func note(_ list: ListReport, of backend: BackendID) {}

    func finishDownload(from backend: BackendID, download: Int, isWhole: Bool, validators: ListValidators?) {
        self.validators = validators
        if isWhole { absent = Set(shadows.keys).subtracting(seen).count }
    }

    func pendingUploads(for backend: BackendID, limit: Int) -> [PendingUpload] {
        let open = pendingUploads.values.filter { consent != .unasked && !refused.contains($0.identifier) }
        return Array(open.sorted { $0.sequence < $1.sequence }.prefix(limit))
    }

    func pendingUpload(_ identifier: CardID, to backend: BackendID) -> PendingUpload? { pendingUploads[identifier] }

    func tally(of backend: BackendID) -> BackendTally {
        BackendTally(
            pending: pendingUploads.count, refused: refused.count, absent: absent,
            earlier: consent == .unasked ? pendingUploads.count - refused.count : 0)
    }

    func pendingCards(for backend: BackendID, limit: Int) -> [PendingCard] {
        pendingUploads.values.sorted { $0.sequence < $1.sequence }.prefix(limit).map { change in
            PendingCard(
                id: change.identifier, name: cards[change.identifier]?.name ?? "",
                kind: change.content == .delete ? .deleted : .changed, attempts: 0,
                lastFailure: failures[change.identifier], isRefused: refused.contains(change.identifier))
        }
    }

    func noteAttempt(_ changes: [PendingUpload], with backend: BackendID) {}

    func acknowledge(_ changes: [PendingUpload], by backend: BackendID) {
        for change in changes {
            if case .upload(let card) = change.content {
                shadows[change.identifier] = card
            } else {
                shadows[change.identifier] = nil
            }
            guard pendingUploads[change.identifier]?.sequence == change.sequence else { continue }
            pendingUploads[change.identifier] = nil
            failures[change.identifier] = nil
            refused.remove(change.identifier)
        }
        changed()
    }

    func recordFailure(_ changes: [PendingUpload], reason: String, isRefusal: Bool, by backend: BackendID) {
        for change in changes {
            failures[change.identifier] = reason
            if isRefusal { refused.insert(change.identifier) }
        }
        changed()
    }

    func retry(_ identifier: CardID?, with backend: BackendID) {
        refused = identifier.map { refused.subtracting([$0]) } ?? []
        changed()
    }

    func pendingNotices() -> AsyncStream<Void> {
        let (stream, notice) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        notices.append(notice)
        return stream
    }

    func settleAbsent(_ settled: [CardID], _ decision: AbsenceDecision, with backend: BackendID) -> Int {
        for card in settled {
            shadows[card] = nil
            absent -= 1
            if decision == .delete {
                cards[card] = nil
            } else if let card = cards[card] {
                queue(card.identifier, .upload(card))
            }
        }
        changed()
        return settled.count
    }

    func photo(_ hash: PhotoHash) -> [UInt8]? { photos[hash] }
}
