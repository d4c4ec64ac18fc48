public import Cards

/// A store in front of another one: it passes on what it does not do itself. A test overrides what it holds back, counts or lets fail.
public protocol PassingStore: CardStore {
    associatedtype Store: CardStore
    var store: Store { get }
}

extension PassingStore {
    public func photo(_ hash: PhotoHash) async throws -> [UInt8]? { try await store.photo(hash) }

    public func card(_ identifier: CardID) async throws -> Card? { try await store.card(identifier) }
    public func cards(named text: String) async throws -> [Card] { try await store.cards(named: text) }
    public func usage(of identifier: CardID) async throws -> CardUsage { try await store.usage(of: identifier) }
    public func apply(_ changes: [CardChange]) async throws { try await store.apply(changes) }
    public func rehearse(_ isOn: Bool) async { await store.rehearse(isOn) }
    public func renew(_ card: Card, _ renewal: CardRenewal) async throws { try await store.renew(card, renewal) }
    public func meantDay(of identifier: CardID) async throws -> Int? { try await store.meantDay(of: identifier) }
    public func importCards(from source: any CardSource, options: ImportOptions) async throws -> ImportReport {
        try await store.importCards(from: source, options: options)
    }
    public func recordUse(of identifier: CardID) async throws { try await store.recordUse(of: identifier) }
    @discardableResult public func forgetUses() async throws -> Int { try await store.forgetUses() }
    public func setModuleWidth(_ width: Int?, of identifier: CardID) async throws {
        try await store.setModuleWidth(width, of: identifier)
    }
    public func move(_ identifiers: [CardID], before next: CardID?) async throws {
        try await store.move(identifiers, before: next)
    }
    public func notices() async -> AsyncStream<StoreNotice> { await store.notices() }
    public func toggle(_ toggle: CardToggle, of cards: [CardID]) async throws -> CardToggle.Outcome? {
        try await store.toggle(toggle, of: cards)
    }
    public func commonGroups(of cards: [CardID]) async throws -> [String] { try await store.commonGroups(of: cards) }
    public func missing(of cards: [CardID]) async throws -> [CardID] { try await store.missing(of: cards) }
    public func snapshot() -> any CardListSnapshot { store.snapshot() }
    public func find(_ query: CardQuery) async throws -> any FoundCards { try await store.find(query) }
    public func findOnce(_ query: CardQuery) async throws -> any FoundCards { try await store.findOnce(query) }
    public func findSimilar(_ query: CardQuery) async throws -> (any FoundCards)? { try await store.findSimilar(query) }
    public func findingNotices() async -> AsyncStream<StoreNotice> { await store.findingNotices() }
    public func groupCounts() async throws -> [GroupCount] { try await store.groupCounts() }
    public func summaries(beginningWith text: String, limit: Int) async throws -> [CardSummary] {
        try await store.summaries(beginningWith: text, limit: limit)
    }
    public func spendings() async throws -> [Spending] { try await store.spendings() }
    public func groupNames() async throws -> [String] { try await store.groupNames() }
    public func steps(limit: Int) async throws -> [PastStep] { try await store.steps(limit: limit) }
    public func history(_ query: HistoryQuery) async throws -> HistoryPage { try await store.history(query) }
    public func card(_ identifier: CardID, after change: Int64) async throws -> PastCard? {
        try await store.card(identifier, after: change)
    }
    public func undo() async throws -> HistoryStep? { try await store.undo() }
    public func redo() async throws -> HistoryStep? { try await store.redo() }
    public func trash() async throws -> [TrashedCard] { try await store.trash() }
    public func trashSummary() async throws -> TrashSummary { try await store.trashSummary() }
    public func restore(_ identifiers: [CardID]) async throws { try await store.restore(identifiers) }
    public func restore(_ fields: FieldSet?, of card: CardID, after change: Int64) async throws -> RestoredCard? {
        try await store.restore(fields, of: card, after: change)
    }
    public func empty(_ identifiers: [CardID]) async throws { try await store.empty(identifiers) }
    public func book(_ booking: LedgerBooking, on card: CardID) async throws -> Balance? {
        try await store.book(booking, on: card)
    }
    public func use(_ cards: [CardID], on day: CalendarDay) async throws -> CardToggle.Outcome? {
        try await store.use(cards, on: day)
    }
    public func takeBack(_ entries: [LedgerEntry.ID], of card: CardID) async throws -> Balance? {
        try await store.takeBack(entries, of: card)
    }
    public func ledger(of card: CardID, after previous: LedgerPage?, limit: Int) async throws -> LedgerPage {
        try await store.ledger(of: card, after: previous, limit: limit)
    }
    public func secrets(of card: CardID) async throws -> [CardSecret] { try await store.secrets(of: card) }
    public func secretCount(of cards: [CardID]?) async throws -> Int { try await store.secretCount(of: cards) }
    public func set(_ secret: CardSecret, of card: CardID) async throws -> Bool {
        try await store.set(secret, of: card)
    }
    public func add(_ card: CardPatch, with secrets: [CardSecret]) async throws {
        try await store.add(card, with: secrets)
    }
    public func removeSecret(_ label: String, of card: CardID) async throws -> Bool {
        try await store.removeSecret(label, of: card)
    }
    public func forgetSecrets(_ label: String?, of card: CardID) async throws -> Bool {
        try await store.forgetSecrets(label, of: card)
    }
    public func conflict(of identifier: CardID) async throws -> CardConflict? {
        try await store.conflict(of: identifier)
    }
    public func conflictedCards() async throws -> [CardSummary] { try await store.conflictedCards() }
    public func hasConflictedCards() async throws -> Bool { try await store.hasConflictedCards() }
    public func resolve(_ choice: ConflictChoice) async throws -> FieldSet { try await store.resolve(choice) }
    public func cards(expiringFrom first: CalendarDay) async throws -> [Card] {
        try await store.cards(expiringFrom: first)
    }
    public func sentReminders() async throws -> [SentReminder] { try await store.sentReminders() }
    public func remember(_ reminders: [SentReminder]) async throws { try await store.remember(reminders) }
    public func archiveExpired(before day: CalendarDay) async throws -> CardToggle.Outcome? {
        try await store.archiveExpired(before: day)
    }
    public func thumbnail(of photo: PhotoHash) async throws -> [UInt8]? { try await store.thumbnail(of: photo) }
    public func keepThumbnail(_ bytes: [UInt8], of photo: PhotoHash) async throws {
        try await store.keepThumbnail(bytes, of: photo)
    }
    public func origin(of identifier: CardID, in program: String) async throws -> KeptOrigin? {
        try await store.origin(of: identifier, in: program)
    }
    public func originFile(of program: String) async throws -> OriginFile? { try await store.originFile(of: program) }
    public func originKeys(of program: String) async throws -> [(card: CardID, key: String)] {
        try await store.originKeys(of: program)
    }
    public func backendStates() async throws -> [BackendState] { try await store.backendStates() }
    public func damagedCards() async throws -> [DamagedCard] { try await store.damagedCards() }
    public func damageNotices() -> AsyncStream<Void> { store.damageNotices() }
    public var readOnlyReason: StoreError? { store.readOnlyReason }
    public func check() async throws -> StoreReport { try await store.check() }
    public func repair() async throws -> StoreReport { try await store.repair() }
    public func hasLeftovers() async throws -> Bool { try await store.hasLeftovers() }
    @discardableResult public func removeLeftovers() async throws -> Bool { try await store.removeLeftovers() }
    public func backUp(to path: String) async throws { try await store.backUp(to: path) }
    public func changeMark() async throws -> String { try await store.changeMark() }

    public func connect(to backend: BackendID) async throws -> BackendRecord { try await store.connect(to: backend) }
    public func note(_ backend: BackendID) async { await store.note(backend) }
    public func setConsent(_ consent: BackendConsent, for backend: BackendID) async throws {
        try await store.setConsent(consent, for: backend)
    }
    public func acquireSyncLock(with backend: BackendID) async throws -> Bool {
        try await store.acquireSyncLock(with: backend)
    }
    public func releaseSyncLock(with backend: BackendID) async { await store.releaseSyncLock(with: backend) }
    public func beginDownload(from backend: BackendID) async throws -> Int {
        try await store.beginDownload(from: backend)
    }
    public func merge(_ patches: [CardPatch], from backend: BackendID, download: Int) async throws -> MergeReport {
        try await store.merge(patches, from: backend, download: download)
    }
    public func finishDownload(from backend: BackendID, download: Int, isWhole: Bool, validators: ListValidators?)
        async throws
    { try await store.finishDownload(from: backend, download: download, isWhole: isWhole, validators: validators) }
    public func note(_ list: ListReport, of backend: BackendID) async throws { try await store.note(list, of: backend) }
    public func noteSync(with backend: BackendID, at time: Timestamp) async throws {
        try await store.noteSync(with: backend, at: time)
    }
    public func pendingUploads(for backend: BackendID, limit: Int) async throws -> [PendingUpload] {
        try await store.pendingUploads(for: backend, limit: limit)
    }
    public func pendingUpload(_ identifier: CardID, to backend: BackendID) async throws -> PendingUpload? {
        try await store.pendingUpload(identifier, to: backend)
    }
    public func tally(of backend: BackendID) async throws -> BackendTally { try await store.tally(of: backend) }
    public func pendingCards(for backend: BackendID, limit: Int) async throws -> [PendingCard] {
        try await store.pendingCards(for: backend, limit: limit)
    }
    public func settleAbsent(_ cards: [CardID], _ decision: AbsenceDecision, with backend: BackendID) async throws
        -> Int
    { try await store.settleAbsent(cards, decision, with: backend) }
    public func noteAttempt(_ changes: [PendingUpload], with backend: BackendID) async throws {
        try await store.noteAttempt(changes, with: backend)
    }
    public func acknowledge(_ changes: [PendingUpload], by backend: BackendID) async throws {
        try await store.acknowledge(changes, by: backend)
    }
    public func recordFailure(_ changes: [PendingUpload], reason: String, isRefusal: Bool, by backend: BackendID)
        async throws
    { try await store.recordFailure(changes, reason: reason, isRefusal: isRefusal, by: backend) }
    public func retry(_ identifier: CardID?, with backend: BackendID) async throws {
        try await store.retry(identifier, with: backend)
    }
    public func pendingNotices() async -> AsyncStream<Void> { await store.pendingNotices() }

    public func vault() async throws -> VaultMembership? { try await store.vault() }
    public func joinVault(_ vault: VaultID, deviceName: String) async throws -> VaultMembership {
        try await store.joinVault(vault, deviceName: deviceName)
    }
    public func leaveVault() async throws { try await store.leaveVault() }
    public func remotes() async throws -> [RemoteRecord] { try await store.remotes() }
    public func addRemote(_ remote: RemoteID) async throws { try await store.addRemote(remote) }
    public func removeRemote(_ remote: RemoteID) async throws { try await store.removeRemote(remote) }
    public func noteExchange(with remote: RemoteID, at time: Timestamp, failure: String?) async throws {
        try await store.noteExchange(with: remote, at: time, failure: failure)
    }
    public func makeBatches(atMost limit: Int) async throws -> Bool { try await store.makeBatches(atMost: limit) }
    public func outgoing(to remote: RemoteID, bytes: Int, except devices: Set<DeviceID>) async throws -> [OutgoingBatch]
    { try await store.outgoing(to: remote, bytes: bytes, except: devices) }
    public func acknowledge(_ batches: [BatchID], by remote: RemoteID) async throws {
        try await store.acknowledge(batches, by: remote)
    }
    public func becomeNewDevice(from number: Int64) async throws { try await store.becomeNewDevice(from: number) }
    public func noteAllMet() async throws { try await store.noteAllMet() }
    public func note(_ header: VaultHeader, of remote: RemoteID) async throws {
        try await store.note(header, of: remote)
    }
    public func known() async throws -> VersionVector { try await store.known() }
    public func merge(
        _ batches: [ReceivedBatch], from remote: RemoteID, acceptingDeletions: Bool, knownBefore before: VersionVector?
    ) async throws -> VaultMergeReport {
        try await store.merge(batches, from: remote, acceptingDeletions: acceptingDeletions, knownBefore: before)
    }
    public func checkDeletions(in batches: [ReceivedBatch], knownBefore before: VersionVector?) async throws -> Bool {
        try await store.checkDeletions(in: batches, knownBefore: before)
    }
    public func missingPhotos(limit: Int) async throws -> [PhotoHash] { try await store.missingPhotos(limit: limit) }
    public func missingFileCount() async throws -> Int { try await store.missingFileCount() }
    public func missingPhotoDevices() async throws -> [String] { try await store.missingPhotoDevices() }
    public func namedPhotos(after place: PhotoHash?, limit: Int) async throws -> [(hash: PhotoHash, size: Int)] {
        try await store.namedPhotos(after: place, limit: limit)
    }
    public func addPhoto(_ bytes: [UInt8], _ hash: PhotoHash) async throws { try await store.addPhoto(bytes, hash) }
    public func tally(of remote: RemoteID) async throws -> VaultTally { try await store.tally(of: remote) }
    public func devices() async throws -> [VaultDevice] { try await store.devices() }
    public func forget(_ device: DeviceID) async throws { try await store.forget(device) }
    public func count() async throws -> Int { try await store.count() }
    public func batchMarks(of device: DeviceID, upTo number: Int64) async throws -> [Int64: BatchMark] {
        try await store.batchMarks(of: device, upTo: number)
    }
    public func batches(_ identifiers: [BatchID]) async throws -> [OutgoingBatch] {
        try await store.batches(identifiers)
    }
    public func flaws(of remote: RemoteID) async throws -> [VaultFlaw] { try await store.flaws(of: remote) }
    public func setFlaws(_ flaws: [VaultFlaw], of remote: RemoteID) async throws {
        try await store.setFlaws(flaws, of: remote)
    }
    public func snapshots(of remote: RemoteID) async throws -> [KnownSnapshot] { try await store.snapshots(of: remote) }
    public func setSnapshots(_ snapshots: [KnownSnapshot], of remote: RemoteID) async throws {
        try await store.setSnapshots(snapshots, of: remote)
    }
    public func lastComparison(with remote: RemoteID) async throws -> Timestamp? {
        try await store.lastComparison(with: remote)
    }
    public func noteComparison(with remote: RemoteID, at time: Timestamp) async throws {
        try await store.noteComparison(with: remote, at: time)
    }
    public func noteSealed() async throws { try await store.noteSealed() }
    public func secretsToSeal(limit: Int) async throws -> [CardID: SharedSecrets] {
        try await store.secretsToSeal(limit: limit)
    }
    public func setSealed(_ text: String, of secrets: SharedSecrets, _ card: CardID) async throws {
        try await store.setSealed(text, of: secrets, card)
    }
    public func receivedSecrets(after row: Int64, limit: Int) async throws -> [ReceivedSecrets] {
        try await store.receivedSecrets(after: row, limit: limit)
    }
    public func merge(_ secrets: [(received: ReceivedSecrets, opened: SharedSecrets?)]) async throws {
        try await store.merge(secrets)
    }
    public func batches(upTo covered: VersionVector, after place: Int64, bytes: Int) async throws -> BatchPage {
        try await store.batches(upTo: covered, after: place, bytes: bytes)
    }
    public func batchCounts(beyond covered: VersionVector, madeIn times: ClosedRange<HybridTime>) async throws
        -> [DeviceID: Int]
    { try await store.batchCounts(beyond: covered, madeIn: times) }
    public func batchNumbers(of device: DeviceID, madeBefore time: HybridTime) async throws -> [Int64] {
        try await store.batchNumbers(of: device, madeBefore: time)
    }
    public func contentHash() async throws -> ObjectHash { try await store.contentHash() }
}
