internal import CCurl

/// What a transfer ended in, from all that libcurl says of it: its code, its numbers, and its words where there is nothing else.
extension EasyHandle {
    /// What libcurl's result means; nil for success.
    func failure(for code: CURLcode) -> HTTPFailure? {
        if code == CURLE_OK { return nil }
        let connectStatus = functions.number(CURLINFO_HTTP_CONNECTCODE, of: handle)
        if connectStatus >= 300 { return .proxyRefused(proxy: peer, status: connectStatus) }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
        case CURLE_COULDNT_RESOLVE_PROXY: .proxyNotFound
        case CURLE_COULDNT_CONNECT: proxyAway ?? .cannotConnect
        case CURLE_OPERATION_TIMEDOUT: transfer.hasBegun ? .tooSlow : .timedOut
        case CURLE_SSL_CACERT_BADFILE: .certificateFile(configuration.certificateFile ?? "")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            certificateFailure(words: words(for: code))
        // So it says of one line that is longer than it takes, before we are told of any of it.
        case CURLE_OUT_OF_MEMORY where !transfer.hasHead: .headerTooLarge
        // Chunks that are none; a connection that broke has no such words.
        case CURLE_RECV_ERROR where words(for: code).contains("chunk"): .notHTTP
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            .closed
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING: .notHTTP
        default: .other(words(for: code))
        }
    }

    private func certificateFailure(words: String) -> HTTPFailure {
        let certificate = certificateFields
        let verdict = CertificateVerdict(
            isGnuTLS: functions.usesGnuTLS, result: functions.number(CURLINFO_SSL_VERIFYRESULT, of: handle),
            words: words,
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

    /// What the server's certificate says of itself, where libcurl was told to keep it.
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

    /// Whom we are connected to: behind a proxy that is the proxy.
    private var peer: String {
        let address = functions.text(CURLINFO_PRIMARY_IP, of: handle).map { String(cString: $0) } ?? ""
        return (address.contains(":") ? "[\(address)]" : address)
            + ":\(functions.number(CURLINFO_PRIMARY_PORT, of: handle))"
    }

    /// Set where libcurl tried to reach somebody else than whom the request is for: only its words say that, "Failed to connect to
    /// HOST port PORT", in newer versions with "via PROXY" behind that.
    private var proxyAway: HTTPFailure? {
        let parts = String(cString: errorText).split(separator: " ")
        guard let origin = HTTPAddress(transfer.url)?.origin, parts.count > 8, parts[0] == "Failed", parts[5] == "port"
        else { return nil }
        if parts[7] == "via" { return .proxyAway(proxy: String(parts[8])) }
        var host = origin.host.hasPrefix("[") ? origin.host.dropFirst().dropLast() : origin.host[...]
        // libcurl leaves out the dot of a whole name.
        if host.last == "." { host.removeLast() }
        let port = origin.port ?? (origin.isSecure ? 443 : 80)
        return parts[4] == host && parts[6] == "\(port)" ? nil : .proxyAway(proxy: "\(parts[4]):\(parts[6])")
    }

    func words(for code: CURLcode) -> String {
        if errorText.pointee != 0 { return String(cString: errorText) }
        return functions.words(for: code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }
}
