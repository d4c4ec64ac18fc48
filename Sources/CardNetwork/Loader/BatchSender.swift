internal import Cards

/// Sends many cards in one request, and each deletion in its own.
///
/// After a successful write small backends answer with a page or with nothing; captive portals answer any request with
/// a page, and static file servers every unknown address. The list tells them apart (``ListProbe``).
struct BatchSender: CardSender {
    let client: HTTPClient
    let service: MyCardsService
    let ledger: UploadLedger

    private var probe: ListProbe<MyCardsService> { ListProbe(client: client, service: service) }

    func send(_ pending: [PendingUpload]) async throws {
        var body = UploadBody()
        var named: Set<CardID>?
        for change in pending {
            try Task.checkCancellation()
            switch change.content {
            case .delete:
                try await save(body)
                body = UploadBody()
                try await delete(change, &named)
            case .upload(let card):
                let element = try await ledger.uploadForm(of: card)
                if !body.hasRoom(for: element) {
                    try await save(body)
                    body = UploadBody()
                }
                body.append(change, element)
            }
        }
        try await save(body)
    }

    private func save(_ body: UploadBody) async throws {
        guard !body.isEmpty else { return }
        do {
            try await ledger.begin(body.changes)
            try await write(.save(body: body.bytes))
            try await ledger.acknowledge(body.changes)
        } catch NetworkError.refused(_, 404, _) {
            throw ReadOnlyBackend()
        } catch  where UploadLedger.isRefusal(error) && body.changes.count > 1 {
            for half in body.halves() { try await save(half) }
        } catch {
            try await ledger.fail(body.changes, error)
        }
    }

    /// - Parameter named: the cards in the list when it was last requested during this run.
    private func delete(_ change: PendingUpload, _ named: inout Set<CardID>?) async throws {
        do {
            try await ledger.begin([change])
            if try await write(.delete(change.identifier)) == .notFound {
                if named == nil { named = try await probe.identifiers() }
                guard named?.contains(change.identifier) == false else { throw ReadOnlyBackend() }
            }
            try await ledger.acknowledge([change])
        } catch {
            try await ledger.fail([change], error)
        }
    }

    /// Throws unless the backend accepted it or does not have it.
    @discardableResult
    private func write(_ endpoint: MyCardsEndpoint) async throws -> WriteAnswer {
        let request = endpoint.request(to: service.base)
        let answer = try await client.withResponse(
            to: request, maximumBodyBytes: WriteAnswer.maximumBytes, isUseRepeatable: true
        ) { response -> WriteAnswer in
            if request.method == .delete {
                switch response.head.status {
                // It is deleted already.
                case 404, 410: return response.isWebPage ? .notFound : .accepted
                case 405, 501: return .notFound
                default: break
                }
            }
            return try await response.writeAnswer()
        }
        if answer == .page { try await probe.requireList() }
        return answer
    }
}

/// The outcome of a write.
enum WriteAnswer: Sendable {
    /// Enough for an echo of the largest card.
    static let maximumBytes = 64 << 20

    case accepted
    /// A web page, which a captive portal may have sent.
    case page
    /// Either the card does not exist, or the backend does not support deletion.
    case notFound
}

extension HTTPResponse {
    /// Reads the whole answer: one that breaks off or does not end is no success. Throws ``ReadOnlyBackend``, and
    /// ``NetworkError`` unless the write was accepted.
    func writeAnswer() async throws -> WriteAnswer {
        if [405, 501].contains(head.status) { throw ReadOnlyBackend() }
        if [400, 413, 422].contains(head.status), let reason = try await reason {
            throw NetworkError.rejected(host: request.base.hostAndPort, status: head.status, reason: reason)
        }
        try await requireSuccess()
        try await readToEnd()
        return head.status != 204 && isWebPage ? .page : .accepted
    }
}
