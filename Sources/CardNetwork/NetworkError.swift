internal import Basics
public import Cards

/// Why the network loader failed, and at which host. Local cards are not affected, and no case contains credentials.
public enum NetworkError: UserFacingError, Equatable {
    /// `backend.url` is not a valid address. Its text is not repeated: it may contain a password.
    case badAddress(BackendURL.Problem)
    /// The transfer failed.
    case failed(host: String, cause: HTTPFailure)
    /// The backend answered with an error, for which it may give a reason.
    case refused(host: String, status: Int, reason: String? = nil)
    /// The backend rejected the content and gave a reason.
    case rejected(host: String, status: Int, reason: String)
    /// The backend asks for a delay, with this status (429, 503).
    case busy(host: String, status: Int, retryAfter: Duration)
    /// A web page that says no, over a proxy: it may be the proxy's or the backend's.
    case refusedOnTheWay(host: String, proxy: String, status: Int)
    /// To another origin, given without user info and query; empty if the target is invalid.
    case redirected(host: String, target: String)
    case redirectedTooOften(host: String)
    /// The answer is a web page: the address is wrong, or there is a captive portal (hotel, train).
    case webPage(host: String)
    case notAList(host: String, found: OtherAnswer = .something)
    /// The list is an object with the backend's own reason.
    case answeredError(host: String, reason: String)
    /// The backend's value for a card is not a card.
    case notACard(host: String, reason: String)
    /// The store lacks the bytes of a photo; sent without them, the backend would delete it.
    case photoMissing(host: String)
    /// The answer has no entity tag, so that nothing can be overwritten safely.
    case noEntityTag(host: String)
    /// Others keep changing the same card.
    case contended(host: String)
    /// The list is invalid from this byte on.
    case brokenList(host: String, cause: JSONError)

    /// Credentials would go to another machine without encryption.
    case plainHTTP(host: String)
    /// The credentials could not be read; the reason does not contain them.
    case noCredentials(host: String, reason: String)

    /// What a backend answered in place of a list.
    public enum OtherAnswer: Hashable, Sendable {
        /// An empty body.
        case nothing
        case null
        case object
        case something
    }

    /// Whether an automatic retry can help; otherwise the user has to fix something first.
    public var isTemporary: Bool {
        switch self {
        case .badAddress: false
        case .failed(_, let cause): cause.isTemporary
        case .refused(_, let status, _): status != 401 && status != 403
        case .rejected, .busy, .redirected, .redirectedTooOften, .webPage, .notAList, .brokenList: true
        case .answeredError, .refusedOnTheWay: true
        case .notACard, .photoMissing, .noEntityTag, .contended: true
        case .noCredentials, .plainHTTP: false
        }
    }

    /// Whether the connection or the host failed, and there was no answer.
    var isOffline: Bool {
        switch self {
        case .failed(_, .noTLS), .failed(_, .needsTLS): false
        case .failed(_, let cause): cause.isTemporary
        default: false
        }
    }

    /// The minimum delay before a retry, if the backend requests one; at most an hour.
    public var retryAfter: Duration? {
        guard case .busy(_, _, let pause) = self else { return nil }
        return pause
    }

    public var userMessage: String {
        switch self {
        case .badAddress(let problem):
            problem.explanation
        case .noCredentials(let host, let reason):
            "\(host): \(reason)"
        case .failed(_, .libraryMissing):
            HTTPFailure.libraryMissing.reason
        case .failed(let host, let cause) where !cause.isTemporary:
            "\(host): \(cause.reason). Your cards are saved here; sync again once that is fixed."
        case .failed(let host, let cause):
            "\(host): \(cause.reason). Your cards are saved here."
        case .plainHTTP(let host):
            "\(host): over http:// anyone on the network could read the credentials, so nothing was sent. Use https://, or set "
                + "backend.allow_plain_http: true if you trust the network."
        case .refused(let host, let status, let reason) where status == 401 || status == 403:
            "\(host) denies access\(Self.quoted(reason)). Check the credentials (backend.credentials_file or "
                + "credentials_command), then sync again."
        case .refusedOnTheWay(let host, let proxy, let status):
            "The proxy \(proxy) or \(host) answered with an error page (\(status)). Check the variables http_proxy, all_proxy and "
                + "no_proxy, then the credentials. Your cards are saved here."
        case .refused(let host, 404, let reason):
            "\(host) has no cards at this address (404)\(Self.quoted(reason)). Check backend.url."
        case .refused(let host, 407, _):
            "The proxy for \(host) denies access (407). Check the variables http_proxy, https_proxy and all_proxy."
        case .refused(let host, 413, let reason):
            "\(host): too large for the server (413)\(Self.quoted(reason)). Your cards are saved here."
        case .rejected(let host, 413, let reason):
            "\(host): too large for the server (413)\(Self.quoted(reason)). Your cards are saved here."
        case .busy(let host, let status, let pause) where pause < .seconds(1):
            "\(host) is busy (\(status)). Your cards are saved here."
        case .busy(let host, let status, let pause):
            "\(host) asks you to wait \(pause.text) (\(status)). Your cards are saved here."
        case .rejected(let host, let status, let reason):
            "\(host) rejected it: \(reason) (\(status)). Your cards are saved here."
        case .refused(let host, let status, let reason) where status >= 500:
            "\(host): server error (\(status))\(Self.quoted(reason)). Your cards are saved here."
        case .refused(let host, let status, let reason):
            "\(host) rejected the request (\(status))\(Self.quoted(reason)). Your cards are saved here."
        case .redirectedTooOften(let host):
            "\(host) redirects more than 5 times, perhaps in a loop. Check backend.url."
        case .redirected(let host, ""):
            "\(host) redirects to an invalid address. Check backend.url."
        case .redirected(let host, let target):
            "\(host) redirects to \(target). If that is right, set it as backend.url."
        case .webPage(let host):
            "\(host) answered with a web page, not with cards. Sign in to the network if needed, or check backend.url."
        case .notAList(let host, .nothing):
            "\(host) answered with nothing, which is not a list of cards. Check backend.url."
        case .notAList(let host, .null):
            "\(host) answered with null, which is not a list of cards. An empty Firebase database does: then set service: firebase."
        case .notAList(let host, .object):
            "\(host) answered with an object, which is not a list of cards. A Firebase database does: then set service: firebase. "
                + "Otherwise check backend.url."
        case .notAList(let host, .something):
            "\(host) answered with something that is not a list of cards. Check backend.url."
        case .answeredError(let host, let reason):
            "\(host) answered with an error, not a list of cards: \(reason). Your cards are saved here."
        case .notACard(let host, let reason):
            "\(host) has something else in place of this card: \(reason). The card is saved here."
        case .photoMissing(let host):
            "A photo of this card is missing here. The card is not sent, so that \(host) keeps the photo."
        case .noEntityTag(let host):
            "\(host) sends no ETag, so concurrent changes cannot be detected. Check backend.service; your cards are saved here."
        case .contended(let host):
            "\(host): other devices keep changing this card; it is retried later. Your cards are saved here."
        case .brokenList(let host, let cause) where cause.kind == .cutOff:
            "The list from \(host) is incomplete (ends at byte \(cause.offset)). The cards before that were kept."
        case .brokenList(let host, let cause):
            "The list from \(host) is broken: \(cause.userMessage). The cards before that were kept."
        }
    }

    /// The backend's reason behind a sentence.
    private static func quoted(_ reason: String?) -> String {
        reason.map { ": " + ($0.hasSuffix(".") ? String($0.dropLast()) : $0) } ?? ""
    }
}

extension BackendURL.Problem {
    fileprivate var explanation: String {
        switch self {
        case .scheme: "backend.url must start with http:// or https://."
        case .credentials:
            "backend.url must not contain a user name or password. Put them into a private file and set "
                + "backend.credentials_file."
        case .host: "backend.url has no valid host name."
        case .foreignHost:
            "backend.url has a host name with letters other than a to z, which needs libidn2 (libidn2-0). Install it, or write the name as "
                + "xn--…"
        case .port: "backend.url has no valid port; a port is a number from 1 to 65535."
        case .path: "backend.url has an invalid path."
        case .query: "backend.url must not contain \"?\" or \"#\"."
        }
    }
}
