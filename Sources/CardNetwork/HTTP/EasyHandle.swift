internal import Basics
internal import CCurl
internal import Glibc

/// A transfer in libcurl: its handle, and the memory that must live as long. It belongs to one thread and must be
/// closed explicitly after it was removed from the multi handle.
struct EasyHandle {
    let handle: UnsafeMutableRawPointer
    let transfer: Transfer
    let configuration: HTTPClient.Configuration
    let functions: CurlFunctions
    let errorText: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?

    init(_ transfer: Transfer, configuration: HTTPClient.Configuration, functions: CurlFunctions) throws(HTTPFailure) {
        guard let handle = functions.makeEasy() else { throw .other("out of memory") }
        self.handle = handle
        self.transfer = transfer
        self.configuration = configuration
        self.functions = functions
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        do {
            try setUp()
            try setRequest(transfer.request, url: transfer.url)
            try setCredentials(configuration.credentials)
            try check(
                functions.setCallbacks(
                    handle, header: Self.receiveHeader, body: Self.receiveBody,
                    context: Unmanaged.passUnretained(transfer).toOpaque()))
        } catch {
            close()
            throw error
        }
    }

    func close() {
        functions.freeEasy(handle)
        functions.freeList(headers)
        errorText.deallocate()
    }

    // MARK: - Setting up

    private func setUp() throws(HTTPFailure) {
        try check(functions.set(handle, CURLOPT_ERRORBUFFER, pointer: errorText))
        // No signals for timeouts, since the program uses them; a pending name lookup does not delay the end.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // libcurl follows redirects differently by version, and sends credentials along; HTTPClient does it instead.
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = configuration.certificateFile { try set(CURLOPT_CAINFO, file) }
        // GnuTLS does not report whether a certificate is self-signed; the certificate's fields do.
        if functions.usesGnuTLS { try set(CURLOPT_CERTINFO, 1) }
        try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.wholeMilliseconds)
        try set(CURLOPT_LOW_SPEED_LIMIT, configuration.minimumBytesPerSecond)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, configuration.stallTimeout.wholeMilliseconds / 1000))
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_USERAGENT, configuration.userAgent)
        if !configuration.usesProxy { try set(CURLOPT_PROXY, "") }
        if !configuration.allowsLocalAddresses {
            try check(
                functions.setOpenSocket(handle, Self.openSocket, context: Unmanaged.passUnretained(transfer).toOpaque())
            )
        }
    }

    private mutating func setRequest(_ request: APIRequest, url: String) throws(HTTPFailure) {
        guard request.isSafe else { throw .unsafeRequest }
        try set(CURLOPT_URL, url)
        if let exceptions = ProxyRules().exceptions(for: request.base) { try set(CURLOPT_NOPROXY, exceptions) }
        // Non-idempotent requests use a fresh connection: libcurl silently retries on reused ones.
        if !request.isRepeatable || transfer.needsFreshConnection { try set(CURLOPT_FRESH_CONNECT, 1) }
        if let body = request.body {
            try check(functions.set(handle, CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(body.count)))
            try check(functions.set(handle, CURLOPT_COPYPOSTFIELDS, copying: body))
        }
        if request.method != .get { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        // Usually not: a large body would wait a second for a "100 Continue" that simple servers never send.
        try addHeader(transfer.asksBeforeBody ? "Expect: 100-continue" : "Expect:")
        // Set as a plain header, so that libcurl does not decode the body: GzipBody does, and says why.
        if ZlibStream.isPossible { try addHeader("Accept-Encoding: gzip") }
        if case .pass(let token)? = configuration.credentials?.kind {
            try addHeader("Authorization: ApplePass \(token)")
        }
        // In libcurl a header without a value ends with a semicolon; with a colon it would be removed.
        for header in request.headers {
            try addHeader(header.value.isEmpty ? header.name + ";" : "\(header.name): \(header.value)")
        }
        try check(functions.set(handle, CURLOPT_HTTPHEADER, pointer: headers))
    }

    private mutating func addHeader(_ line: String) throws(HTTPFailure) {
        guard let longer = functions.append(line, to: headers) else { throw .other("out of memory") }
        headers = longer
    }

    private func setCredentials(_ credentials: Credentials?) throws(HTTPFailure) {
        switch credentials?.kind {
        case .basic(let user, let password): try check(functions.setBasic(handle, user: user, password: password))
        case .bearer(let token): try check(functions.setBearer(handle, token: token))
        // It is a header of the request.
        case .pass, nil: break
        }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
        try check(functions.set(handle, option, long: value))
    }

    private func set(_ option: CURLoption, _ text: String) throws(HTTPFailure) {
        try check(functions.set(handle, option, copying: text))
    }

    private func check(_ code: CURLcode) throws(HTTPFailure) {
        if code != CURLE_OK { throw .other(errorMessage(for: code)) }
    }

    // MARK: - Called by libcurl

    /// Any count other than the given one aborts the transfer.
    private static let abort = 0

    /// Sees the address that a name was resolved to, before anything is sent there.
    private static let openSocket: CurlSocketCallback = { context, _, address in
        guard let context, let address, let bytes = cards_curl_address(address) else { return EasyHandle.noSocket }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        if AddressRange.isLocal(bytes, count: Int(address.pointee.addrlen)) {
            transfer.noteLocalAddress()
            return EasyHandle.noSocket
        }
        return cards_curl_socket(address)
    }
    private static let noSocket: curl_socket_t = -1

    private static let receiveHeader: CurlDataCallback = { data, size, count, context in
        guard let data, let context else { return EasyHandle.abort }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        switch transfer.receiveHeader(UnsafeRawBufferPointer(start: data, count: size * count)) {
        case .accepted: return size * count
        case .pause, .abort: return EasyHandle.abort
        }
    }

    private static let receiveBody: CurlDataCallback = { data, size, count, context in
        guard let data, let context else { return EasyHandle.abort }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        switch transfer.receiveBody(UnsafeRawBufferPointer(start: data, count: size * count)) {
        case .accepted: return size * count
        case .pause: return Int(CURL_WRITEFUNC_PAUSE)
        case .abort: return EasyHandle.abort
        }
    }
}

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
        case CURLE_COULDNT_CONNECT where transfer.hasLocalAddress: .localAddress
        case CURLE_COULDNT_CONNECT: proxyUnreachable ?? .cannotConnect
        case CURLE_OPERATION_TIMEDOUT: transfer.hasBegun ? .tooSlow : .timedOut
        case CURLE_SSL_CACERT_BADFILE: .certificateFile(configuration.certificateFile ?? "")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            certificateFailure(text: errorMessage(for: code))
        // A single header line longer than libcurl accepts, before any callback: since 8.6, and earlier versions.
        case Self.tooLarge: .headerTooLarge
        case CURLE_OUT_OF_MEMORY where !transfer.hasHead: .headerTooLarge
        // Invalid chunked encoding; for a broken connection libcurl's message differs.
        case CURLE_RECV_ERROR where errorMessage(for: code).contains(bytesOf: "chunk"): .notHTTP
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
            .contains { message.contains(bytesOf: $0) }
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

/// Addresses of this machine and of private networks: a server of the internet has none of them.
enum AddressRange {
    /// Whether a socket may not connect to this address because it is not one of the internet; true also for an unknown kind.
    static func isLocal(_ address: UnsafeRawPointer, count: Int) -> Bool {
        guard count >= MemoryLayout<sa_family_t>.size else { return true }
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        // Behind family and port; in version 6 also behind the flow.
        case AF_INET where count >= 8: return isLocal(version4: bytes(address, from: 4, count: 4))
        case AF_INET6 where count >= 24: return isLocal(version6: bytes(address, from: 8, count: 16))
        default: return true
        }
    }

    private static func bytes(_ address: UnsafeRawPointer, from start: Int, count: Int) -> [UInt8] {
        (start..<start + count).map { address.load(fromByteOffset: $0, as: UInt8.self) }
    }

    /// The special-purpose registry of IANA (RFC 6890).
    static func isLocal(version4 bytes: [UInt8]) -> Bool {
        guard bytes.count == 4 else { return true }
        return switch (bytes[0], bytes[1], bytes[2]) {
        // This network, private, loopback; multicast and reserved.
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): true
        // Shared by carriers, link-local, private.
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): true
        // Protocols, documentation, tests of networks.
        case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): true
        default: false
        }
    }

    static func isLocal(version6 bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return true }
        let (first, second) = (bytes[0], bytes[1])
        // Those that hold one of version 4 lead where that leads: mapped, translated (RFC 6052), 6to4.
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)) {
            return isLocal(version4: Array(bytes[12...]))
        }
        if first == 0x20, second == 0x02 { return isLocal(version4: Array(bytes[2..<6])) }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return isLocal(version4: Array(bytes[12...]))
        }
        // Only these are given out for the internet (2000::/3); of them not the tunnels, tests and examples of 2001:0::/23 and 2001:db8::/32.
        guard first & 0xE0 == 0x20 else { return true }
        if first == 0x20, second == 0x01 { return bytes[2] < 0x02 || (bytes[2] == 0x0D && bytes[3] == 0xB8) }
        return false
    }
}
