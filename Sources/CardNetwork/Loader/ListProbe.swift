internal import Cards

/// Requests a backend's list again after an ambiguous answer to a write: a web page may be from the backend or from a
/// captive portal, and "not found" may concern the card or the whole backend.
struct ListProbe<Service: BackendService> {
    private static var maximumListBytes: Int { 256 << 20 }

    let client: HTTPClient
    let service: Service

    /// Throws ``NetworkError`` unless the answer begins as a list of cards: `webPage` for a captive portal.
    func requireList() async throws {
        try await client.withResponse(
            to: service.listRequest, maximumBodyBytes: Self.maximumListBytes, isUseRepeatable: true
        ) { response in
            try await response.requireSuccess()
            var reader = CardListReader<Service>(host: service.base.hostAndPort)
            var patches: [CardPatch] = []
            while !reader.hasBegun, let chunk = try await response.nextChunk() {
                try reader.read(chunk, into: &patches)
                patches = []
            }
            if !reader.hasBegun { try reader.finish() }
            try await response.drain()
        }
    }

    /// How many elements the list has, readable or not.
    func count() async throws -> Int {
        try await client.withResponse(to: service.listRequest, maximumBodyBytes: Self.maximumListBytes) { response in
            try await response.requireSuccess()
            var reader = CardListReader<Service>(host: service.base.hostAndPort)
            var count = 0
            while let chunk = try await response.nextChunk() {
                var patches: [CardPatch] = []
                try reader.read(chunk, into: &patches)
                count += patches.count
            }
            try reader.finish()
            return count + reader.rejected
        }
    }

    /// The identifiers of all cards in the list; nil if it is not completely valid, so that no card may be considered absent.
    func identifiers() async throws -> Set<CardID>? {
        try await client.withResponse(
            to: service.listRequest, maximumBodyBytes: Self.maximumListBytes, isUseRepeatable: true
        ) { response in
            try await response.requireSuccess()
            var reader = CardListReader<Service>(host: service.base.hostAndPort)
            var identifiers: Set<CardID> = []
            while let chunk = try await response.nextChunk() {
                var patches: [CardPatch] = []
                try reader.read(chunk, into: &patches)
                identifiers.formUnion(patches.map(\.identifier))
            }
            try reader.finish()
            return reader.rejected == 0 ? identifiers : nil
        }
    }
}
