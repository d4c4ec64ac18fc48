internal import Cards

/// Sends many cards in one request, and a deletion by itself.
struct BatchSender: CardSender {
    let client: HTTPClient
    let base: BackendURL
    let ledger: UploadLedger

    func send(_ owed: [OwedChange]) async throws {
        var body = UploadBody()
        for change in owed {
            try Task.checkCancellation()
            switch change.content {
            case .delete:
                try await save(body)
                body = UploadBody()
                try await delete(change)
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
            try await write(.save(body: body.bytes), takenAs: [])
            try await ledger.acknowledge(body.changes)
        } catch NetworkError.refused(_, 404) {
            throw ReadOnlyBackend()
        } catch  where UploadLedger.isRefusal(error) && body.changes.count > 1 {
            for half in body.halves() { try await save(half) }
        } catch {
            try await ledger.fail(body.changes, error)
        }
    }

    private func delete(_ change: OwedChange) async throws {
        do {
            try await ledger.begin([change])
            // Gone already is as good as deleted.
            try await write(.delete(change.identifier), takenAs: [404, 410])
            try await ledger.acknowledge([change])
        } catch {
            try await ledger.fail([change], error)
        }
    }

    private func write(_ endpoint: MyCardsEndpoint, takenAs success: Set<Int>) async throws {
        try await client.withResponse(to: endpoint.request(to: base), maximumBodyBytes: .max) { response in
            if success.contains(response.head.status) {
                // Who serves files says so to every address that he does not know, with a page.
                if response.isWebPage { throw ReadOnlyBackend() }
                return
            }
            try await response.requireTaken()
        }
    }
}

extension HTTPResponse {
    /// The answer to something that was written. Throws ``ReadOnlyBackend``, and ``NetworkError`` unless it was taken.
    func requireTaken() async throws {
        if [405, 501].contains(head.status) { throw ReadOnlyBackend() }
        if [400, 413, 422].contains(head.status), let reason = try await reason {
            throw NetworkError.rejected(host: request.base.hostAndPort, status: head.status, reason: reason)
        }
        try requireSuccess()
        // A portal says yes to everything, with a page of its own.
        if head.status != 204, isWebPage {
            throw NetworkError.webPage(host: request.base.hostAndPort)
        }
        try await drain()
    }

    var isWebPage: Bool { head["Content-Type"]?.lowercased().hasPrefix("text/html") == true }
}
