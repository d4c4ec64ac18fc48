/// Requests of which only the latest one's answer counts: answers to earlier ones may arrive later and are dropped.
@MainActor
final class LatestRequest {
    private var number = 0

    /// - Returns: what the request returns or throws; nil if another request was made meanwhile.
    func answer<Answer>(to request: () async throws -> Answer) async -> Result<Answer, any Error>? {
        number += 1
        let asked = number
        let result: Result<Answer, any Error>
        do { result = .success(try await request()) } catch { result = .failure(error) }
        return asked == number ? result : nil
    }
}
