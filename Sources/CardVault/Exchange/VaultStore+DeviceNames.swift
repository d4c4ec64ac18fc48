internal import Cards

extension VaultStore {
    /// The names of the other devices: those that are known, and those that the last batch of each tells.
    func otherDeviceNames(
        _ listed: [ListedBatch], over transport: any ChangeTransport
    ) async throws -> Set<String> {
        let own = try await vault()?.device
        var names = Dictionary(try await devices().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let last = Dictionary(grouping: listed, by: \.id.device).compactMap { $1.max { $0.id < $1.id } }
        for batch in last where batch.id.device != own {
            do throws(TransportError) {
                guard let bytes = if let bytes = batch.bytes { bytes } else { try await transport.bytes(of: batch) }
                else { continue }
                if let name = (try? ChangeBatch(bytes))?.deviceName { names[batch.id.device] = name }
            } catch {
                // The exchange says what is wrong with it.
                guard error.kind == .damaged else { throw error }
            }
        }
        if let own { names[own] = nil }
        return Set(names.values.filter { !$0.isEmpty })
    }
}
