internal import CardSettings
internal import CardTransfer
internal import Cards

/// Renewing passes when a timer reminds, where nobody can be asked.
extension CommandRunner {
    /// What the passes of agreed issuers have new, and what could not be told before; it is kept until ``notePassNewsTold(_:_:)``. Nobody is
    /// asked, and what failed is in the log, since it may fail every day. No failure of a pass is thrown.
    func renewAgreedPasses(in store: any CardStore, _ options: Invocation.Options) async throws -> [RenewedPass] {
        let renewal = try renewal(of: store, options)
        let consents = PassConsentFile(path: try paths(options).passes)
        let log = Log(path: try paths(options).log)
        let kept = try keptPassNews(options)
        let timer = platform.timer
        let renewed = await withTaskGroup(of: [RenewedPass]?.self) { group in
            group.addTask { await Self.renewAgreed(renewal, consents, log) }
            group.addTask {
                try? await timer.sleep(for: Self.passBudget)
                return nil
            }
            var renewed: [RenewedPass] = []
            for await passes in group {
                if let passes { renewed = passes }
                // Either all are renewed, or the time is over.
                group.cancelAll()
            }
            return renewed
        }
        try Task.checkCancellation()
        return kept + renewed.filter { !kept.contains($0) }
    }

    /// Of all passes together.
    private static var passBudget: Duration { .seconds(60) }

    /// Ends early when it is cancelled, with what was renewed until then.
    private static func renewAgreed(_ renewal: PassRenewal, _ consents: PassConsentFile, _ log: Log) async
        -> [RenewedPass]
    {
        var candidates: [PassRenewal.Candidate] = []
        do {
            candidates = try await renewal.candidates().candidates
        } catch {
            if !Task.isCancelled { log.write("No pass was renewed: \(error.message)") }
        }
        var renewed: [RenewedPass] = []
        var silent: Set<String> = []
        for pass in candidates where renewal.isAgreed(pass.issuer) && !silent.contains(pass.issuer.host) {
            if Task.isCancelled { break }
            do {
                switch try await renewal.renew(pass) {
                case .unchanged: break
                case .renewed(let changes, let conflicts, _):
                    let new = RenewedPass(card: pass.card, name: pass.name, changes: changes, conflicts: conflicts)
                    renewed.append(new)
                    try consents.update { $0.keep(new) }
                case .failed(let reason):
                    // A host that cannot be reached, or fails, would take the time of the others.
                    if reason.kind == .network { silent.insert(pass.issuer.host) }
                    log.write("A pass was not renewed: \(reason.userMessage)")
                }
            } catch {
                if Task.isCancelled { break }
                log.write("Renewing a pass: \(error.message)")
            }
        }
        if Task.isCancelled { log.write("Renewing passes took too long; the next run renews the others.") }
        return renewed
    }

    /// What is new and was not told yet.
    func keptPassNews(_ options: Invocation.Options) throws -> [RenewedPass] {
        PassConsentFile(path: try paths(options).passes).load().news
    }

    /// Forgets what ``renewAgreedPasses(in:_:)`` returned, after it was told.
    func notePassNewsTold(_ passes: [RenewedPass], _ options: Invocation.Options) throws {
        if passes.isEmpty { return }
        try PassConsentFile(path: try paths(options).passes).update { $0.noteTold(passes) }
    }
}
