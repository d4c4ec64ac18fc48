internal import Basics
internal import CCurl

/// One transfer as libcurl knows it: its handle and the memory that must live as long. It belongs to one thread and is
/// closed by hand, after it was taken out of the multi handle.
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
        try set(CURLOPT_USERAGENT, configuration.userAgent)
    }

    private mutating func setRequest(_ request: APIRequest, url: String) throws(HTTPFailure) {
        guard request.isSafe else { throw .unsafeRequest }
        try set(CURLOPT_URL, url)
        // On a connection that just closed libcurl sends again by itself what was lost.
        if !request.isRepeatable || transfer.needsFreshConnection { try set(CURLOPT_FRESH_CONNECT, 1) }
        if let body = request.body {
            try check(functions.set(handle, CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(body.count)))
            try check(functions.set(handle, CURLOPT_COPYPOSTFIELDS, copying: body))
        }
        if request.method != .get { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        // Without this a large body waits a second for a "100 Continue" that simple servers never send.
        try addHeader("Expect:")
        // A header of ours, so that libcurl leaves the body as it is: GzipBody unpacks it, and says why.
        if GzipBody.isPossible { try addHeader("Accept-Encoding: gzip") }
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
