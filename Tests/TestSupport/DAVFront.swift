internal import ChildProcesses
internal import Glibc

/// A private nginx with WebDAV (its module dav-ext) on a free port of 127.0.0.1, over a temporary folder. It ends with the value.
///
/// As ``NginxFront``, it inherits a listening socket: the port cannot be lost to another process, and early connections just wait.
public final class DAVFront: Sendable {
    static let program = TestProgram.path(of: "/usr/sbin/nginx")
    static let module = ["", TestProgram.unpacked].map {
        $0 + "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"
    }
    .first { access($0, R_OK) == 0 }
    public static var isPossible: Bool { program != nil && module != nil }

    public let port: UInt16
    /// Has what the server serves below `files`.
    public let folder: TemporaryFolder
    private let process: ChildProcess

    public init() throws {
        let listener = try Socket.listen()
        defer { Socket.close(listener) }
        port = try Socket.port(of: listener)
        folder = try TemporaryFolder()
        mkdir(folder.path + "/files", 0o700)
        mkdir(folder.path + "/files/a folder", 0o700)
        let settings = try folder.write(
            """
            load_module \(Self.module ?? "");
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
                server {
                    listen 127.0.0.1:\(port);
                    root \(folder.path)/files;
                    location / {
                        dav_methods PUT DELETE MKCOL;
                        dav_ext_methods PROPFIND;
                    }
                }
            }
            """, to: "nginx.conf")
        process = try ChildProcess(
            starting: ChildCommand(
                executable: Self.program ?? "/usr/sbin/nginx",
                arguments: ["nginx", "-p", folder.path, "-c", settings, "-e", folder.path + "/errors.log"],
                environment: ["NGINX=3;"], files: [.nothing, .nothing, .nothing, .descriptor(listener)]))
    }

    public var url: String { "http://127.0.0.1:\(port)" }

    /// The error log.
    public var errors: String { (try? folder.text(of: "errors.log")) ?? "" }
}
