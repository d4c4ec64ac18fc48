internal import Basics
public import Cards

/// Fetches files by addresses that somebody typed: over https, with at most three redirects. It follows a redirect to another host only
/// when it is asked to fetch from there.
public struct FileDownload: Sendable {
    private static let maximumRedirects = 3
    private static let longestName = 100

    private let clients: TrustingClients

    /// - Parameter certificateFile: trusted beside the system's certificates, in PEM.
    public init(certificateFile: String?) {
        var configuration = HTTPClient.Configuration()
        configuration.maximumRedirects = 0
        clients = TrustingClients(configuration, certificateFile: certificateFile)
    }

    // MARK: - Addresses

    public static func target(of text: String) throws(FetchError) -> FetchTarget {
        guard let address = HTTPAddress(inASCII(text.trimmed)) else {
            // Not repeated: it may hold a password.
            throw FetchError(.address, "This is not the address of a file, such as https://shop.example/card.pkpass.")
        }
        return try target(address, redirects: 0)
    }

    /// With letters beyond ASCII as a browser sends them.
    private static func inASCII(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 && $0 > 0x20 }), let slashes = text.firstRange(bytesOf: "://") else {
            return text
        }
        let authority = text[slashes.upperBound...].prefix { !"/?#".contains($0) }
        let origin = text[..<authority.startIndex] + authority
        let path = PercentCoding.encoded(String(text[authority.endIndex...]), keeping: .uri)
        return ((try? BackendURL(String(origin)))?.text ?? String(origin)) + path
    }

    private static func target(_ address: HTTPAddress, redirects: Int) throws(FetchError) -> FetchTarget {
        let host = address.origin.hostAndPort
        guard address.origin.isSecure else {
            throw FetchError(
                .address, "\(host): over http:// anyone on the network could read or change the file. Use https://.")
        }
        guard !address.hasUserInfo else {
            throw FetchError(
                .address,
                "\(host): addresses with a user name or a password are not used, since others can read them. Download the file "
                    + "with a browser, and import it from there.")
        }
        let last = address.path.split(separator: "/").last.map { PercentCoding.decoded($0) ?? String($0) } ?? ""
        let name = last.replacing(bytesOf: "/", with: "_").prefix(longestName)
        return FetchTarget(
            address: address.text, host: host, name: name.isEmpty ? host : "\(host)/\(name)", redirects: redirects)
    }

    // MARK: - Fetching

    /// Hands the file to `receive`, part by part, until it returns false. Throws ``FetchError``, `CancellationError` and what `receive`
    /// throws.
    /// - Returns: the target to ask instead, at another host; nil once the file was received.
    public func fetch(
        _ target: FetchTarget, limit: Int, progress: @Sendable (DownloadProgress) -> Void,
        receive: ([UInt8]) throws -> Bool
    ) async throws -> FetchTarget? {
        var target = target
        while true {
            let redirect = try await ask(target, limit, progress, receive)
            guard let redirect else { return nil }
            guard redirect.redirects <= Self.maximumRedirects else {
                throw FetchError(
                    .network,
                    "\(target.host) redirects more than \(Self.maximumRedirects) times, perhaps in a loop. Check the address."
                )
            }
            if redirect.host != target.host { return redirect }
            target = redirect
        }
    }

    private func ask(
        _ target: FetchTarget, _ limit: Int, _ progress: @Sendable (DownloadProgress) -> Void,
        _ receive: ([UInt8]) throws -> Bool
    ) async throws -> FetchTarget? {
        guard let address = HTTPAddress(target.address) else {
            throw FetchError(.address, "\(target.host): the address cannot be used.")
        }
        do {
            return try await clients.use { client in
                try await read(address, target, client, limit, progress, receive)
            }
        } catch let error as NetworkError {
            throw FetchError(.network, Self.reason(error, target.host))
        } catch let error as HTTPFailure {
            throw FetchError(.network, Self.reason(.failed(host: target.host, cause: error), target.host))
        }
    }

    private func read(
        _ address: HTTPAddress, _ target: FetchTarget, _ client: HTTPClient, _ limit: Int,
        _ progress: @Sendable (DownloadProgress) -> Void, _ receive: ([UInt8]) throws -> Bool
    ) async throws -> FetchTarget? {
        try await client.withResponse(to: APIRequest(of: address), maximumBodyBytes: limit) { response in
            if response.head.isRedirect { return try Self.redirect(of: response, from: target) }
            if (300..<400).contains(response.head.status) {
                throw FetchError(.network, "\(target.host) answered with \(response.head.status), which is not a file.")
            }
            try await response.requireSuccess()
            let total = response.head.bodyBytes
            if let total, total > limit { throw HTTPFailure.bodyTooLarge(limit: limit) }
            var count = 0
            while let chunk = try await response.nextChunk() {
                if chunk.isEmpty { continue }
                if count == 0, response.isWebPage || Self.isWebPage(chunk) {
                    throw FetchError(
                        .network,
                        "\(target.host) answered with a web page, not with a file. Sign in to the network if needed; or open the "
                            + "address with a browser, download the file, and import it from there.")
                }
                count += chunk.count
                progress(DownloadProgress(bytes: count, totalBytes: total))
                guard try receive(chunk) else { return nil }
            }
            if count == 0 {
                throw FetchError(.network, "\(target.host) answered with an empty file. Check the address.")
            }
            return nil
        }
    }

    private static func redirect(of response: HTTPResponse, from target: FetchTarget) throws -> FetchTarget {
        guard let next = response.redirectTarget else {
            throw FetchError(.network, "\(target.host) redirects to an invalid address. Check the address.")
        }
        do throws(FetchError) {
            return try Self.target(next, redirects: target.redirects + 1)
        } catch {
            throw FetchError(
                .network,
                "\(target.host) redirects to \(next.origin.isSecure ? "https" : "http")://\(next.origin.hostAndPort), with an "
                    + "address that is not used: \(next.origin.isSecure ? "it holds a password" : "only https:// is").")
        }
    }

    /// Some servers call any answer a file.
    private static func isWebPage(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(256), as: UTF8.self).trimmed.lowercased()
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
    }

    // MARK: - Reasons

    /// The sentences of ``NetworkError`` are about a backend, and its settings.
    private static func reason(_ error: NetworkError, _ host: String) -> String {
        switch error {
        case .failed(_, .libraryMissing): return HTTPFailure.libraryMissing.reason
        case .failed(_, .noTLS): return "\(host): this port does not speak TLS, and only https:// is used."
        case .failed(_, let cause):
            return "\(host): \(cause.reason.replacing(bytesOf: "backend.url", with: "the address"))."
        case .refused(_, let status, _) where status == 401 || status == 403 || status == 407:
            return "\(host) denies access (\(status)). Download the file with a browser, and import it from there."
        case .refused(_, let status, _) where status == 404 || status == 410:
            return "\(host) has no such file (\(status)); it may have been removed. Check the address."
        case .refused(_, let status, _) where status >= 500:
            return "\(host): server error (\(status)). Try again later."
        case .refused(_, let status, _), .rejected(_, let status, _), .refusedOnTheWay(_, _, let status):
            return "\(host) rejected the request (\(status)). Check the address."
        case .busy(_, let status, _): return "\(host) is busy (\(status)). Try again later."
        default: return error.userMessage
        }
    }
}
