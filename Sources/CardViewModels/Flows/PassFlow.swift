internal import CardTransfer
internal import Cards

/// Renews passes: asks about each issuer once, then asks the issuers for new versions.
@MainActor
public struct PassFlow {
    let context: ScreenContext

    private static let maximumTold = 3

    private struct Found: Sendable {
        let candidates: [PassRenewal.Candidate]
        let refused: [PassRenewal.Refused]
        let unasked: [PassIssuer]
    }

    /// Renews the passes of all cards that are not archived.
    public func renew() {
        let services = context.services
        guard let passes = services.passes else { return context.post(Message("No passes are renewed here.")) }
        let renewal = PassRenewal(
            services.store, passes.fetching, passes.consents, format: services.format, clock: services.clock)
        context.activities.run("Reading the passes") {
            try await Self.find(renewal)
        } then: { found in
            if found.candidates.isEmpty {
                guard let refused = found.refused.first else {
                    return context.post(Message("No card has a pass that its issuer renews."))
                }
                return context.post(
                    Message("\(refused.name.shortName): \(refused.reason.userMessage)", kind: .warning))
            }
            ask(found.unasked[...], agreed: [], renewal, found)
        }
    }

    @concurrent private nonisolated static func find(_ renewal: PassRenewal) async throws -> Found? {
        let (candidates, refused) = try await renewal.candidates()
        return Found(candidates: candidates, refused: refused, unasked: renewal.unasked(candidates))
    }

    /// Asks about one issuer after the other.
    private func ask(
        _ issuers: ArraySlice<PassIssuer>, agreed: [PassIssuer], _ renewal: PassRenewal, _ found: Found
    ) {
        guard let issuer = issuers.first else { return renew(found, agreed, by: renewal) }
        context.prompts.show(
            Prompt(
                .askIssuer, title: "Ask \(issuer.host)?", text: PassRenewal.question(issuer, found.candidates),
                choices: [
                    Prompt.Choice("y", "ask it") {
                        ask(issuers.dropFirst(), agreed: agreed + [issuer], renewal, found)
                    },
                    Prompt.Choice("n", "not this one") { ask(issuers.dropFirst(), agreed: agreed, renewal, found) },
                    Prompt.Choice("c", "cancel"),
                ], escapeKey: "c"))
    }

    private func renew(_ found: Found, _ agreed: [PassIssuer], by renewal: PassRenewal) {
        let passes = found.candidates.filter { !found.unasked.contains($0.issuer) || agreed.contains($0.issuer) }
        guard !passes.isEmpty else { return context.post(Message("No pass was renewed.")) }
        context.activities.run("Renewing passes") {
            try await renewal.agree(to: agreed)
            var (news, failures): ([String], [String]) = ([], [])
            for pass in passes {
                if Task.isCancelled { break }
                do {
                    switch try await renewal.renew(pass) {
                    case .unchanged: break
                    case .renewed(let changes, _):
                        news.append("\(pass.name.shortName): \(changes.joined(separator: ", "))")
                    case .failed(let reason): failures.append("\(pass.name.shortName): \(reason.userMessage)")
                    }
                } catch is CancellationError {
                    break
                }
            }
            if !news.isEmpty { await context.list.reload() }
            tell(news, failures, of: passes.count)
        }
    }

    private func tell(_ news: [String], _ failures: [String], of count: Int) {
        let told = news + failures
        let more = told.count > Self.maximumTold ? ["and \(told.count - Self.maximumTold) more"] : []
        let text = (told.prefix(Self.maximumTold) + more).joined(separator: "; ")
        context.post(
            Message(
                text.isEmpty ? "Nothing is new: \(count == 1 ? "1 pass" : "\(count) passes")." : text,
                kind: failures.isEmpty ? .news : .warning,
                offers: news.isEmpty ? [] : [.undo]))
    }
}
