internal import CCurl

/// Converts a failed transfer to an ``HTTPFailure`` by libcurl's code and numbers, and by its message where nothing else tells.
extension EasyHandle {
    /// `CURLE_TOO_LARGE`, which the headers of libcurl before 8.6 do not have.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// The failure for libcurl's result; nil for success.
    func failure(for code: CURLcode) -> HTTPFailure? {
        if code == CURLE_OK { return nil }
        let connectStatus = functions.number(CURLINFO_HTTP_CONNECTCODE, of: handle)
        // Since 8.14, libcurl no longer reports the address of a connection that it has closed.
        if connectStatus >= 300 { return .proxyRefused(proxy: ProxyRules().tunnelProxy, status: connectStatus) }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
        case CURLE_COULDNT_RESOLVE_PROXY: .proxyNotFound
        case CURLE_COULDNT_CONNECT: proxyUnreachable ?? .cannotConnect
        case CURLE_OPERATION_TIMEDOUT: transfer.hasBegun ? .tooSlow : .timedOut
        case CURLE_SSL_CACERT_BADFILE: .certificateFile(configuration.certificateFile ?? "")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            certificateFailure(text: errorMessage(for: code))
        // A single header line longer than libcurl accepts, before any callback: since 8.6, and earlier versions.
        case Self.tooLarge: .headerTooLarge
        case CURLE_OUT_OF_MEMORY where !transfer.hasHead: .headerTooLarge
        // Invalid chunked encoding; for a broken connection libcurl's message differs.
        case CURLE_RECV_ERROR where errorMessage(for: code).contains("chunk"): .notHTTP
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            .closed
        case CURLE_SSL_CONNECT_ERROR where isPlainAnswer(errorMessage(for: code)): .noTLS
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            transfer.isLengthInvalid
                ? .invalidLength : transfer.request.base.isSecure || transfer.hasHead ? .notHTTP : .perhapsTLS
        default: .other(errorMessage(for: code))
        }
    }

    /// Whether what came in place of a TLS handshake is no TLS: only the message tells, of OpenSSL and of GnuTLS.
    private func isPlainAnswer(_ message: String) -> Bool {
        ["wrong version number", "unexpected TLS packet", "illegal version", "packet length too long", "http request"]
            .contains { message.contains($0) }
    }

    private func certificateFailure(text: String) -> HTTPFailure {
        let certificate = certificateFields
        let verdict = CertificateVerdict(
            isGnuTLS: functions.usesGnuTLS, result: functions.number(CURLINFO_SSL_VERIFYRESULT, of: handle),
            text: text,
            isOwnIssuer: certificate["Subject"] != nil && certificate["Subject"] == certificate["Issuer"])
        let host = HTTPAddress(transfer.url)?.origin.host ?? transfer.request.base.host
        let problem = verdict.problem(host: host, today: configuration.clock.today().text)
        if let file = configuration.certificateFile, problem == .unknownIssuer || problem == .selfSigned,
            !CertificateFile.hasCertificate(file)
        {
            return .certificateFile(file)
        }
        return .notTrusted(problem)
    }

    /// The fields of the server's certificate, if libcurl was told to keep them.
    private var certificateFields: [String: String] {
        var fields: [String: String] = [:]
        var line = functions.certificate(of: handle)
        while let entry = line {
            let text = entry.pointee.data.map { String(cString: $0) } ?? ""
            if let colon = text.firstIndex(of: ":") {
                fields[String(text[..<colon])] = String(text[text.index(after: colon)...])
            }
            line = UnsafePointer(entry.pointee.next)
        }
        return fields
    }

    /// Set if libcurl tried to reach another host than that of the request. Only its message tells: "Failed to connect
    /// to HOST port PORT", in newer versions followed by "via PROXY".
    private var proxyUnreachable: HTTPFailure? {
        let parts = String(cString: errorText).split(separator: " ")
        guard let origin = HTTPAddress(transfer.url)?.origin, parts.count > 8, parts[0] == "Failed", parts[5] == "port"
        else { return nil }
        if parts[7] == "via" { return .proxyUnreachable(proxy: String(parts[8])) }
        var host = origin.host.hasPrefix("[") ? origin.host.dropFirst().dropLast() : origin.host[...]
        // libcurl omits the trailing dot of a fully qualified name.
        if host.last == "." { host.removeLast() }
        let port = origin.port ?? (origin.isSecure ? 443 : 80)
        return parts[4] == host && parts[6] == "\(port)" ? nil : .proxyUnreachable(proxy: "\(parts[4]):\(parts[6])")
    }

    func errorMessage(for code: CURLcode) -> String {
        if errorText.pointee != 0 { return String(cString: errorText) }
        return functions.message(for: code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }
}
