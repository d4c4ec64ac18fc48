internal import CCurl

/// One transfer as libcurl knows it: its handle and the memory that must live as long. It belongs to one thread and is
/// closed by hand, after it was taken out of the multi handle.
struct EasyHandle {
    let handle: UnsafeMutableRawPointer
    let transfer: Transfer
    private let functions: CurlFunctions
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?

    init(_ transfer: Transfer, configuration: HTTPClient.Configuration, functions: CurlFunctions) throws(HTTPFailure) {
        guard let handle = functions.makeEasy() else { throw .other("out of memory") }
        self.handle = handle
        self.transfer = transfer
        self.functions = functions
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        do {
            try setUp(configuration)
            try setRequest(transfer.request)
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

    /// What libcurl's result means; nil for success.
    func failure(for code: CURLcode) -> HTTPFailure? {
        switch code {
        case CURLE_OK:
            nil
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            .hostNotFound
        case CURLE_COULDNT_CONNECT:
            .cannotConnect
        case CURLE_OPERATION_TIMEDOUT:
            .timedOut
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS:
            .notTrusted(words(for: code))
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            .closed
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
            .notHTTP
        default:
            .other(words(for: code))
        }
    }

    private func words(for code: CURLcode) -> String {
        if errorText.pointee != 0 { return String(cString: errorText) }
        return functions.words(for: code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }

    // MARK: - Setting up

    private func setUp(_ configuration: HTTPClient.Configuration) throws(HTTPFailure) {
        try check(functions.set(handle, CURLOPT_ERRORBUFFER, pointer: errorText))
        // Timeouts without signals, which belong to the program; a name that is being looked up does not hold up the end.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = configuration.certificateFile { try set(CURLOPT_CAINFO, file) }
        try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.wholeMilliseconds)
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, configuration.stallTimeout.wholeMilliseconds / 1000))
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_ACCEPT_ENCODING, "gzip")
        try set(CURLOPT_USERAGENT, configuration.userAgent)
    }

    private mutating func setRequest(_ request: APIRequest) throws(HTTPFailure) {
        try set(CURLOPT_URL, request.url)
        if let body = request.body {
            try check(functions.set(handle, CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(body.count)))
            try check(functions.set(handle, CURLOPT_COPYPOSTFIELDS, copying: body))
        }
        if request.method != .get { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        // Without this a large body waits a second for a "100 Continue" that simple servers never send.
        try addHeader("Expect:")
        for header in request.headers { try addHeader("\(header.name): \(header.value)") }
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
