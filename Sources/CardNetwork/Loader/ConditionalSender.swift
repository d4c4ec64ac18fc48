internal import Cards

/// Sends one card at a time, each only over the state that was read and merged just before: concurrent changes of
/// others are merged and never overwritten.
struct ConditionalSender: CardSender {
    /// How often in a row another writer may be faster.
    private static let maximumTries = 5
    private static let maximumCardBytes = JSONElementSplitter.maximumElementBytes

    let client: HTTPClient
    let service: FirebaseService
    let ledger: UploadLedger

    func send(_ pending: [PendingUpload]) async throws {
        for change in pending {
            try Task.checkCancellation()
            do {
                try await send(change)
            } catch {
                try await ledger.fail([change], error)
            }
        }
    }

    private func send(_ change: PendingUpload) async throws {
        for _ in 0..<Self.maximumTries {
            let (patch, tag) = try await current(change.identifier)
            if let patch { try await ledger.merge(patch) }
            // The backend may have it already: an answer was lost, or the same change was made elsewhere.
            guard let latest = try await ledger.latest(change) else { return }
            if case .delete = latest.content, patch == nil { return try await ledger.acknowledge([latest]) }
            try await ledger.begin([latest])
            if try await write(latest, over: tag) { return try await ledger.acknowledge([latest]) }
        }
        throw NetworkError.contended(host: service.base.hostAndPort)
    }

    /// The backend's state of the card, nil if there is none, and its entity tag.
    private func current(_ identifier: CardID) async throws -> (patch: CardPatch?, tag: String) {
        let request = service.request(.card(identifier))
        return try await client.withResponse(
            to: request, maximumBodyBytes: Self.maximumCardBytes, isUseRepeatable: true
        ) { response in
            try await response.requireSuccess()
            let host = service.base.hostAndPort
            guard let tag = response.head["ETag"] else { throw NetworkError.noEntityTag(host: host) }
            var bytes: [UInt8] = []
            while let chunk = try await response.nextChunk() { bytes += chunk }
            if bytes.drop(while: { $0 == 0x20 || $0 == 0x0A }).starts(with: FirebaseEndpoint.deletion) {
                return (nil, tag)
            }
            do {
                return (try FirebaseElement.parse(JSONMember.object(key: identifier.text, value: bytes)), tag)
            } catch {
                throw NetworkError.notACard(host: host, reason: error.message)
            }
        }
    }

    /// False if the card was changed by someone else meanwhile.
    private func write(_ change: PendingUpload, over tag: String) async throws -> Bool {
        let body: [UInt8]
        switch change.content {
        case .delete: body = FirebaseEndpoint.deletion
        case .upload(let card):
            guard let form = try await ledger.wholeUploadForm(of: card) else {
                throw NetworkError.photoMissing(host: service.base.hostAndPort)
            }
            body = form
        }
        let request = service.request(.write(change.identifier, body: body, over: tag))
        return try await client.withResponse(
            to: request, maximumBodyBytes: WriteAnswer.maximumBytes, isUseRepeatable: true
        ) { response in
            if response.head.status == 412 {
                try await response.drain()
                return false
            }
            // Firebase never answers with a web page.
            if try await response.writeAnswer() == .page {
                throw NetworkError.webPage(host: service.base.hostAndPort)
            }
            return true
        }
    }
}
