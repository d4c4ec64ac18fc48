import CardNetwork
import CardSettings
import Cards

/// Fetches files of cards from the web, into memory or a temporary file without a name.
struct WebFiles: FileFetching {
    /// Trusted beside the system's certificates, as the settings say at that time.
    let certificateFile: @Sendable () -> String?

    func target(of text: String) throws -> FetchTarget { try FileDownload.target(of: text) }

    func fetch(_ target: FetchTarget, limit: Int, _ watch: FetchWatch) async throws -> FetchOutcome {
        let spool = FileSpool()
        let elsewhere = try await FileDownload(certificateFile: certificateFile()).fetch(
            target, limit: limit, progress: watch.progress
        ) { chunk in
            try spool.append(chunk)
            return !watch.isUseless(chunk)
        }
        if let elsewhere { return .elsewhere(elsewhere) }
        let file = try spool.finish()
        return .file(FetchedFile(name: target.name, byteCount: file.byteCount) { file.again() })
    }
}
