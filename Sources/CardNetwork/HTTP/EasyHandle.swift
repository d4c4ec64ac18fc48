internal import CCurl

/// One transfer as libcurl knows it: its handle and the memory that must live as long. It belongs to one thread and is
/// closed by hand, after it was taken out of the multi handle.
struct EasyHandle {
    let handle: UnsafeMutableRawPointer
    let transfer: Transfer
    private let configuration: HTTPClient.Configuration
    private let functions: CurlFunctions
    private let errorText: UnsafeMutablePointer<CChar>
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

    // MARK: - Failures

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

    private func words(for code: CURLcode) -> String {
        if errorText.pointee != 0 { return String(cString: errorText) }
        return functions.words(for: code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }

    // MARK: - Setting up

    private func setUp() throws(HTTPFailure) {
        try check(functions.set(handle, CURLOPT_ERRORBUFFER, pointer: errorText))
        // Timeouts without signals, which belong to the program; a name that is being looked up does not hold up the end.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // libcurl's way of following differs by version, and takes credentials along; HTTPClient does it.
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = configuration.certificateFile { try set(CURLOPT_CAINFO, file) }
        // GnuTLS does not say whether a certificate signed itself; the certificate does.
        if functions.usesGnuTLS { try set(CURLOPT_CERTINFO, 1) }
        try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.wholeMilliseconds)
        try set(CURLOPT_LOW_SPEED_LIMIT, configuration.minimumBytesPerSecond)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, configuration.stallTimeout.wholeMilliseconds / 1000))
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_ACCEPT_ENCODING, "gzip")
        try set(CURLOPT_USERAGENT, configuration.userAgent)
        // While a transfer is paused libcurl unpacks what it has read and keeps it: of 16 kB, its usual piece, that can be 16 MB.
        try set(CURLOPT_BUFFERSIZE, 4096)
    }

    private mutating func setRequest(_ request: APIRequest, url: String) throws(HTTPFailure) {
        guard request.isSafe else { throw .unsafeRequest }
        try set(CURLOPT_URL, url)
        // On a connection that just closed libcurl sends again by itself what was lost.
        if !request.isRepeatable { try set(CURLOPT_FRESH_CONNECT, 1) }
        if let body = request.body {
            try check(functions.set(handle, CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(body.count)))
            try check(functions.set(handle, CURLOPT_COPYPOSTFIELDS, copying: body))
        }
        if request.method != .get { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        // Without this a large body waits a second for a "100 Continue" that simple servers never send.
        try addHeader("Expect:")
        // A header without a value ends in a semicolon here; with a colon it would be left out.
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
        case nil: break
        }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
        try check(functions.set(handle, option, long: value))
    }

    private func set(_ option: CURLoption, _ text: String) throws(HTTPFailure) {
        try check(functions.set(handle, option, copying: text))
    }

    private func check(_ code: CURLcode) throws(HTTPFailure) {
        if code != CURLE_OK { throw .other(words(for: code)) }
    }

    // MARK: - Called by libcurl

    /// Any count but the one it was given ends the transfer.
    private static let abort = 0

    private static let receiveHeader: CurlDataCallback = { data, size, count, context in
        guard let data, let context else { return EasyHandle.abort }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        switch transfer.receiveHeader(UnsafeRawBufferPointer(start: data, count: size * count)) {
        case .taken: return size * count
        case .pause, .abort: return EasyHandle.abort
        }
    }

    private static let receiveBody: CurlDataCallback = { data, size, count, context in
        guard let data, let context else { return EasyHandle.abort }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        switch transfer.receiveBody(UnsafeRawBufferPointer(start: data, count: size * count)) {
        case .taken: return size * count
        case .pause: return Int(CURL_WRITEFUNC_PAUSE)
        case .abort: return EasyHandle.abort
        }
    }
}
