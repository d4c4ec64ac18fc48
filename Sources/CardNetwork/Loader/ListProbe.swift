internal import Cards

/// Another look at a backend's list, where the answer to something that was written says nothing sure: a page may be the backend's
/// own word or that of a network's portal, and "not found" may mean the card or the whole backend.
struct ListProbe<Service: BackendService> {
    private static var maximumListBytes: Int { 256 << 20 }

    let client: HTTPClient
    let service: Service

    /// Throws ``NetworkError`` unless a list of cards begins there: `webPage` for a portal.
    func requireList() async throws {
        try await client.withResponse(
            to: service.listRequest, maximumBodyBytes: Self.maximumListBytes, isUseRepeatable: true
        ) { response in
            try response.requireSuccess()
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

    /// The cards that the list names; nil where it cannot be read whole, so that nobody's absence follows from it.
    func identifiers() async throws -> Set<CardID>? {
        try await client.withResponse(
            to: service.listRequest, maximumBodyBytes: Self.maximumListBytes, isUseRepeatable: true
        ) { response in
            try response.requireSuccess()
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
