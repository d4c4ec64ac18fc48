internal import Cards

/// What `sync check` says of a place: everything that this device has written there is read again.
extension RemoteMending {
    private static let photosAtOnce = 200
    private static let namedAtMost = 20

    /// Compares this device's batches, the snapshots and the photos with the place. What is damaged is noted, so that the next exchange mends
    /// it; nothing is written.
    func compare() async throws -> [VaultRemoteFinding] {
        guard let membership = try await store.vault() else { throw VaultError.noVault }
        try await HeaderCheck(exchange).run(membership, mayCreate: false)
        let listing = try await transport.batches(after: store.known(), limit: VaultExchange.listedAtOnce)
        var survey = BatchSurvey()
        try await compare(listing.inventory, &survey)
        let devices = try await store.devices()
        // Those that this device may write again.
        let ours = Set(devices.filter { $0.isThisOne || $0.isForgotten }.map(\.id))
        let damaged = try await survey.damaged.union(damagedBatches(of: Set(devices.map(\.id))))
        let covered = survey.lost.isEmpty ? VersionVector() : try await snapshotCoverage(for: survey.lost)
        let lost = survey.lost.filter { !covered.contains($0) }

        var findings: [VaultRemoteFinding] = []
        for batch in lost.prefix(Self.namedAtMost) {
            findings.append(
                try await finding(batch, "is missing there", "this device writes it again at its next sync"))
        }
        for batch in damaged.sorted().prefix(Self.namedAtMost) {
            let isOurs = ours.contains(batch.device)
            let remedy = isOurs ? "this device writes it again at its next sync" : try await remedyByOthers(batch)
            findings.append(try await finding(batch, "is damaged there", remedy))
        }
        let more = max(0, lost.count - Self.namedAtMost) + max(0, damaged.count - Self.namedAtMost)
        if more > 0 { findings.append(.init(.damaged, "\(more) more batches are missing or damaged there")) }
        let others = try await contradictions(among: survey.others)
        findings += others.strays.map { .init(.damaged, $0) }
        findings += try await sentences(aboutContradictions: others.batches).map { .init(.damaged, $0) }
        for flaw in try await store.flaws(of: remote) where flaw.kind == .missing {
            findings.append(
                try await finding(
                    flaw.batch, "is missing there, and not known here",
                    "\(try await name(of: flaw.batch.device)) has to sync, or another device that has it"))
        }
        if let sentence = ExchangeText.sentence(of: listing.unreadable) { findings.append(.init(.damaged, sentence)) }
        let (snapshots, photos) = (try await compareSnapshots(), try await comparePhotos())
        findings += snapshots.findings + photos.findings
        try await noteDamage(damaged)
        if !photos.findings.isEmpty {
            // Whatever was compared lately: the next exchange sends what is wrong.
            try await store.noteComparison(with: remote, at: Timestamp(milliseconds: 0))
        }
        if findings.isEmpty {
            let has = try await exchange.record().has[membership.device]
            findings.append(
                .init(
                    .good,
                    "Everything is intact there (batches of this device: \(has), snapshots: \(snapshots.count), photos: \(photos.count))."
                ))
        }
        return findings
    }

    private func finding(_ batch: BatchID, _ damage: String, _ remedy: String) async throws -> VaultRemoteFinding {
        .init(.damaged, "batch \(batch.number) of \(try await name(of: batch.device)) \(damage): \(remedy)")
    }

    private func remedyByOthers(_ batch: BatchID) async throws -> String {
        "\(try await name(of: batch.device)) writes it again at its next sync, or after a day any device"
    }

    /// Those that were noted stay as old as they are.
    private func noteDamage(_ damaged: Set<BatchID>) async throws {
        let noted = try await store.flaws(of: remote)
        let known = Set(noted.filter { $0.kind == .damaged }.map(\.batch))
        let new = damaged.subtracting(known).map { VaultFlaw(.damaged, $0, since: clock.now()) }
        if new.isEmpty { return }
        let flaws = (noted + new).sorted { ($0.kind.rawValue, $0.batch) < ($1.kind.rawValue, $1.batch) }
        try await store.setFlaws(flaws, of: remote)
    }

    // MARK: - Snapshots and photos

    private func compareSnapshots() async throws -> (count: Int, findings: [VaultRemoteFinding]) {
        var findings: [VaultRemoteFinding] = []
        let listed = try await transport.snapshots()
        var whole: [KnownSnapshot] = []
        for snapshot in listed {
            try Task.checkCancellation()
            if let read = try await self.snapshot(snapshot) {
                whole.append(read)
                continue
            }
            findings.append(
                .init(
                    .damaged,
                    "the snapshot of \(snapshot.time.timestamp.text) is damaged there. The next sync of a device that has its changes writes "
                        + "them again; sync compact removes the snapshot after a day"))
        }
        // Those that are damaged count no more.
        if Set(whole) != Set(try await store.snapshots(of: remote)) {
            try await store.setSnapshots(whole, of: remote)
        }
        return (listed.count, findings)
    }

    private func comparePhotos() async throws -> (count: Int, findings: [VaultRemoteFinding]) {
        var (count, lacking): (Int, [PhotoHash]) = (0, [])
        var place: PhotoHash?
        while true {
            let photos = try await store.namedPhotos(after: place, limit: Self.photosAtOnce)
            guard let last = photos.last else { break }
            place = last.hash
            count += photos.count
            let sizes = Dictionary(photos.map { ($0.hash, $0.size) }, uniquingKeysWith: { first, _ in first })
            let missing = try await transport.photos(lacking: sizes)
            for photo in photos {
                try Task.checkCancellation()
                if missing.contains(photo.hash) {
                    lacking.append(photo.hash)
                } else if try await !self.photos.isWhole(photo.hash) {
                    lacking.append(photo.hash)
                }
            }
        }
        if lacking.isEmpty { return (count, []) }
        let names = lacking.prefix(3).map { String($0.text.prefix(16)) }.joined(separator: ", ")
        let text =
            lacking.count == 1
            ? "1 photo is missing or damaged there: this device sends it again at its next sync (\(names))"
            : "\(lacking.count) photos are missing or damaged there: this device sends them again at its next sync (\(names)"
                + (lacking.count > 3 ? ", …)" : ")")
        return (count, [.init(.damaged, text)])
    }
}
