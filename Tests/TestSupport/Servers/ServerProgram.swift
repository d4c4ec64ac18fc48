/// How a server is started for a test. A value: nothing runs by it.
struct ServerProgram: Sendable {
    /// Where its port comes from.
    enum Listening: Sendable {
        /// It inherits a listening socket, as in nginx's binary upgrade.
        case nginx
        /// It inherits a listening socket, as from systemd.
        case activated
        /// It binds the port itself.
        case itself
    }

    /// The name of the error log in the server's folder.
    static let errors = "errors.log"

    let executable: String
    /// Without the program's own name.
    let arguments: [String]
    let listening: Listening

    init(_ executable: String, _ arguments: [String], listening: Listening) {
        (self.executable, self.arguments, self.listening) = (executable, arguments, listening)
    }
}

extension ServerProgram {
    static let nginxPath = TestProgram.path(of: "/usr/sbin/nginx")

    /// - Parameters:
    ///   - modules: files to load.
    ///   - http: what is in the block `http`, besides the folders for temporary files.
    static func nginx(in folder: TemporaryFolder, modules: [String] = [], http: String) throws -> ServerProgram {
        let settings = try folder.write(
            """
            \(modules.map { "load_module \($0);" }.joined(separator: "\n"))
            daemon off;
            worker_processes 1;
            pid nginx.pid;
            error_log \(errors);
            \(TestProgram.isRoot ? "user root;" : "")
            events {}
            http {
                client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                client_max_body_size 0;
                \(http)
            }
            """, to: "nginx.conf")
        return ServerProgram(
            nginxPath ?? "/usr/sbin/nginx", ["-p", folder.path, "-c", settings, "-e", "\(folder.path)/\(errors)"],
            listening: .nginx)
    }
}
