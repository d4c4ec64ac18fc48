internal import Basics
internal import CardTransfer
internal import Cards

/// Renews passes: asks about each issuer once, then asks the issuers for new versions.
@MainActor
public struct PassFlow {
    let context: ScreenContext

    private static let maximumTold = 3

    private struct Found: Sendable {
        let candidates: [PassRenewal.Candidate]
        /// Those that are not asked about: "Juniper Rail: …"
        let leftOut: [String]
        let unasked: [PassIssuer]
    }

    /// What came of renewing.
    private struct News {
        var renewed: [String] = []
        /// Failures, and passes that were left out.
        var failures: [String] = []
        var conflicts = 0
        /// How many of them undo takes back, one after the other.
        var steps = 0
        /// How many were not asked, as somebody stopped it.
        var unasked = 0
    }

    /// Renews the passes of all cards that are not archived.
    public func renew() {
        let services = context.services
        guard let passes = services.passes else { return context.post(Message("No passes are renewed here.")) }
        let renewal = PassRenewal(
            services.store, passes.fetching, passes.consents, format: services.format, clock: services.clock)
        // What somebody said no to is only asked again on the page of the card.
        let shown = context.navigator.top?.shownCard
        context.activities.run("Reading the passes") {
            try await Self.find(renewal, shown)
        } then: { found in
            if found.candidates.isEmpty, found.leftOut.isEmpty {
                return context.post(Message("No card has a pass that its issuer renews."))
            }
            ask(found.unasked[...], agreed: [], declined: [], renewal, found)
        }
    }

    @concurrent private nonisolated static func find(_ renewal: PassRenewal, _ shown: CardID?) async throws -> Found? {
        let found = try await renewal.candidates()
        let unasked = renewal.unasked(found.candidates, named: Set([shown].compactMap { $0 }))
        var leftOut = found.refused.map { "\($0.name.shortName): \($0.reason.userMessage)" }
        var candidates: [PassRenewal.Candidate] = []
        for pass in found.candidates {
            if renewal.isAgreed(pass.issuer) || unasked.contains(pass.issuer) {
                candidates.append(pass)
            } else {
                leftOut.append(
                    "\(pass.name.shortName): you declined to ask \(pass.issuer.host); open the card to be asked again"
                )
            }
        }
        return Found(candidates: candidates, leftOut: leftOut, unasked: unasked)
    }

    /// Asks about one issuer after the other.
    private func ask(
        _ issuers: ArraySlice<PassIssuer>, agreed: [PassIssuer], declined: [PassIssuer], _ renewal: PassRenewal,
        _ found: Found
    ) {
        guard let issuer = issuers.first else { return renew(found, agreed, declined, by: renewal) }
        let rest = issuers.dropFirst()
        context.prompts.show(
            Prompt(
                .askIssuer, title: "Ask \(issuer.host)?", text: PassRenewal.question(issuer, found.candidates),
                choices: [
                    Prompt.Choice("y", "ask it") {
                        ask(rest, agreed: agreed + [issuer], declined: declined, renewal, found)
                    },
                    Prompt.Choice("n", "not this one") {
                        ask(rest, agreed: agreed, declined: declined + [issuer], renewal, found)
                    },
                    Prompt.Choice("c", "cancel"),
                ], escapeKey: "c"))
    }

    private func renew(
        _ found: Found, _ agreed: [PassIssuer], _ declined: [PassIssuer], by renewal: PassRenewal
    ) {
        let passes = found.candidates.filter { !declined.contains($0.issuer) }
        context.activities.run("Renewing passes") {
            try await renewal.decline(declined)
            try await renewal.agree(to: agreed)
            var news = News()
            for (index, pass) in passes.enumerated() {
                news.unasked = passes.count - index
                if Task.isCancelled { break }
                do {
                    switch try await renewal.renew(pass) {
                    case .unchanged: break
                    case .renewed(let changes, let conflicts):
                        news.renewed.append("\(pass.name.shortName): \(changes.joined(separator: ", "))")
                        news.conflicts += conflicts
                        news.steps += 1
                    case .failed(let reason):
                        news.failures.append("\(pass.name.shortName): \(reason.userMessage)")
                    }
                } catch {
                    if Task.isCancelled { break }
                    // The other passes are renewed all the same.
                    news.failures.append("\(pass.name.shortName): \(error.message)")
                }
                news.unasked -= 1
            }
            if !passes.isEmpty { await context.list.reload() }
            news.failures += found.leftOut
            tell(news, of: passes.count)
        }
    }

    private func tell(_ news: News, of count: Int) {
        let told = news.renewed + news.failures
        let isStopped = news.unasked > 0
        let stopped =
            isStopped
            ? "stopped; \(news.unasked.counted("pass", "passes")) \(news.unasked == 1 ? "was" : "were") not renewed"
            : ""
        let more = told.count > Self.maximumTold ? ["and \(told.count - Self.maximumTold) more"] : []
        let conflicts = news.conflicts > 0 ? ["\(news.conflicts) in conflict with your changes"] : []
        // Each pass is a step of its own.
        let last = news.steps > 1 ? ["undo reverts the last one"] : []
        let nothing =
            count == 0 ? "No pass was renewed." : "Nothing new in \(count.counted("pass", "passes"))."
        var offers: [Message.Offer] = news.steps > 0 ? [.undo] : []
        if news.conflicts > 0 { offers.append(Message.Offer(.resolveConflicts, "resolves")) }
        let parts: [String] =
            Array(told.prefix(Self.maximumTold)) + more + conflicts + last + (isStopped ? [stopped] : [])
        context.post(
            Message(
                told.isEmpty ? isStopped ? "S\(stopped.dropFirst())." : nothing : parts.joined(separator: "; "),
                kind: news.failures.isEmpty ? .news : .warning, offers: offers))
    }
}
