internal import ChildProcesses
internal import Glibc

/// A private nginx with TLS on a free port of 127.0.0.1, in front of a ``TestBackend``. It ends with the value.
///
/// It inherits a listening socket, as in nginx's binary upgrade: the port cannot be lost to another process, and early connections
/// just wait. The `X-Protocol` response header names the HTTP version.
public final class NginxFront: Sendable {
    private static let program = TestProgram.path(of: "/usr/sbin/nginx")
    public static var isPossible: Bool { program != nil && TestCertificates.isPossible }

    public let port: UInt16
    private let folder: TemporaryFolder
    private let certificates: TestCertificates
    private let process: ChildProcess

    /// - Parameters:
    ///   - isPacking: whether responses are compressed with gzip if the client accepts it.
    ///   - locations: nginx configuration for its own responses: `location /cards { return 405; }`.
    public init(
        before backend: TestBackend, _ certificate: TestCertificates.Kind = .good, of certificates: TestCertificates,
        speaksHTTP2: Bool = false, isPacking: Bool = false, locations: String = ""
    ) throws {
        let listener = try Socket.listen()
        defer { Socket.close(listener) }
        port = try Socket.port(of: listener)
        folder = try TemporaryFolder()
        self.certificates = certificates
        let settings = try folder.write(
            """
            daemon off;
            worker_processes 1;
            pid nginx.pid;
            error_log errors.log;
            \(getuid() == 0 ? "user root;" : "")
            events {}
            http {
                access_log off;
                client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                client_max_body_size 0;
                proxy_request_buffering off;
                proxy_buffering off;
                proxy_http_version 1.1;
                proxy_redirect off;
                gzip \(isPacking ? "on" : "off");
                gzip_types application/json;
                gzip_proxied any;
                gzip_min_length 1;
                server {
                    listen 127.0.0.1:\(port) ssl\(speaksHTTP2 ? " http2" : "");
                    ssl_certificate \(certificates.certificateFile(certificate));
                    ssl_certificate_key \(certificates.keyFile(certificate));
                    add_header X-Protocol $server_protocol;
                    \(locations)
                    location / { proxy_pass \(backend.url); }
                }
            }
            """, to: "nginx.conf")
        process = try ChildProcess(
            starting: ChildCommand(
                executable: Self.program ?? "/usr/sbin/nginx",
                arguments: ["nginx", "-p", folder.path, "-c", settings, "-e", folder.path + "/errors.log"],
                environment: ["NGINX=3;"], files: [.nothing, .nothing, .nothing, .descriptor(listener)]))
    }

    public var url: String { "https://127.0.0.1:\(port)" }

    /// The error log.
    public var errors: String { (try? folder.text(of: "errors.log")) ?? "" }
}
