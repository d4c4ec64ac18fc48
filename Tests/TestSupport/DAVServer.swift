internal import ChildProcesses
internal import Glibc
internal import Synchronization

/// A private nginx with WebDAV on a port of 127.0.0.1 that can be stopped and started again, with TLS and a password where wanted. It
/// also answers requests that name another host, as a proxy does. It ends with the value.
///
/// Its port stays bound while it is stopped: no other process takes it, and connections are refused.
public final class DAVServer: Sendable {
    public static var isPossible: Bool { DAVFront.isPossible && TestCertificates.isPossible }

    public let port: UInt16
    /// Has what the server serves below `files/cards`.
    public let folder: TemporaryFolder
    public let certificates: TestCertificates?
    private let settings: String
    private let place: Int32
    private let process = Mutex<ChildProcess?>(nil)

    /// Starts it.
    /// - Parameters:
    ///   - user: `name:password`, who may do everything; nil for everybody.
    ///   - certificates: for TLS with the good certificate; nil for plain HTTP.
    public init(user: String? = nil, certificates: TestCertificates? = nil) throws {
        place = try Socket.bindFreePort(isShared: true)
        port = try Socket.port(of: place)
        self.certificates = certificates
        folder = try TemporaryFolder()
        for name in ["/files", "/files/cards"] { mkdir(folder.path + name, 0o700) }
        // nginx reads the password as it is written there (ngx_http_auth_basic_module).
        let users = user.map { $0.replacing(":", with: ":{PLAIN}", maxReplacements: 1) + "\n" } ?? ""
        let usersFile = try folder.write(users, to: "users")
        settings = try folder.write(
            """
            load_module \(DAVFront.module ?? "");
            daemon off;
            worker_processes 1;
            pid nginx.pid;
            error_log errors.log;
            \(getuid() == 0 ? "user root;" : "")
            events {}
            http {
                access_log requests.log combined;
                client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                client_max_body_size 0;
                server {
                    listen 127.0.0.1:\(port)\(certificates == nil ? "" : " ssl");
                    \(certificates.map { "ssl_certificate \($0.certificateFile(.good));" } ?? "")
                    \(certificates.map { "ssl_certificate_key \($0.keyFile(.good));" } ?? "")
                    root \(folder.path)/files;
                    location / {
                        \(user == nil ? "" : "auth_basic cards; auth_basic_user_file \(usersFile);")
                        dav_methods PUT DELETE MKCOL;
                        dav_ext_methods PROPFIND;
                    }
                }
            }
            """, to: "nginx.conf")
        try start()
    }

    deinit {
        stop()
        Socket.close(place)
    }

    private var scheme: String { certificates == nil ? "http" : "https" }
    public var url: String { "\(scheme)://127.0.0.1:\(port)" }

    /// A line for each request so far.
    public var requests: String { (try? folder.text(of: "requests.log")) ?? "" }

    /// Kills it, with the requests that it answers.
    public func stop() { process.withLock { $0 = nil } }

    /// Early connections just wait.
    public func start() throws {
        // Listened to here: nginx inherits the socket, as in its binary upgrade.
        let listener = try Socket.listen(sharing: port)
        defer { Socket.close(listener) }
        let command = ChildCommand(
            executable: DAVFront.program ?? "/usr/sbin/nginx",
            arguments: ["nginx", "-p", folder.path, "-c", settings, "-e", folder.path + "/errors.log"],
            environment: ["NGINX=3;"], files: [.nothing, .nothing, .nothing, .descriptor(listener)])
        try process.withLock { $0 = try ChildProcess(starting: command) }
    }
}
