internal import Glibc

/// A WebDAV server that tests can start: where it is, its settings, and what it cannot do.
public struct DAVProgram: Sendable, CustomStringConvertible {
    /// Where one runs.
    struct Place {
        let port: UInt16
        let folder: TemporaryFolder
        var files: String { folder.path + "/files" }
    }

    public let name: String
    public let isPossible: Bool
    /// Whether it refuses to write over a file if it is asked not to (`If-None-Match: *`).
    public let keepsFiles: Bool
    /// Who owns its files if tests run as root; nil for this user.
    let user: UInt32?
    /// Writes its settings.
    let prepare: @Sendable (Place) throws -> ServerProgram

    private init(
        _ name: String, needs files: [String?], keepsFiles: Bool, user: UInt32? = nil,
        prepare: @escaping @Sendable (Place) throws -> ServerProgram
    ) {
        (self.name, self.keepsFiles, self.user, self.prepare) = (name, keepsFiles, user, prepare)
        isPossible = files.allSatisfy { $0 != nil }
    }

    public var description: String { name }

    // MARK: - Programs

    /// nginx with its module dav-ext.
    public static let nginx = nginx(user: nil, certificates: nil)

    static func nginx(user: String?, certificates: TestCertificates?) -> DAVProgram {
        let module = TestProgram.file("/usr/lib/nginx/modules/ngx_http_dav_ext_module.so")
        return DAVProgram("nginx", needs: [ServerProgram.nginxPath, module], keepsFiles: false) { place in
            // nginx reads the password as it is written there (ngx_http_auth_basic_module).
            let users = user.map { $0.replacing(":", with: ":{PLAIN}", maxReplacements: 1) + "\n" } ?? ""
            let usersFile = try place.folder.write(users, to: "users")
            return try .nginx(
                in: place.folder, modules: [module ?? ""],
                http: """
                    access_log requests.log combined;
                    server {
                        listen 127.0.0.1:\(place.port)\(certificates == nil ? "" : " ssl");
                        \(certificates.map { "ssl_certificate \($0.certificateFile(.good));" } ?? "")
                        \(certificates.map { "ssl_certificate_key \($0.keyFile(.good));" } ?? "")
                        root \(place.files);
                        location / {
                            \(user == nil ? "" : "auth_basic cards; auth_basic_user_file \(usersFile);")
                            dav_methods PUT DELETE MKCOL;
                            dav_ext_methods PROPFIND;
                        }
                    }
                    """)
        }
    }

    /// Apache with mod_dav. It refuses to serve as root.
    public static let apache: DAVProgram = {
        let program = TestProgram.path(of: "/usr/sbin/apache2")
        let modules = TestProgram.file("/usr/lib/apache2/modules")
        let nobody = TestProgram.isRoot ? getpwnam("nobody")?.pointee.pw_uid : nil
        return DAVProgram("Apache", needs: [program, modules], keepsFiles: true, user: nobody) { place in
            let folder = place.folder.path
            if let nobody, chmod(folder, 0o755) != 0 || chown(folder, nobody, nobody) != 0 {
                throw LocalServer.Failure(log: "chown of \(folder)")
            }
            let loads = ["mpm_event", "authz_core", "dav", "dav_fs"].map {
                "LoadModule \($0)_module \(modules ?? "")/mod_\($0).so"
            }
            let settings = try place.folder.write(
                """
                ServerRoot \(folder)
                ServerName 127.0.0.1
                Listen 127.0.0.1:\(place.port)
                PidFile \(folder)/pid
                ErrorLog \(folder)/\(ServerProgram.errors)
                DefaultRuntimeDir \(folder)
                Mutex file:\(folder) default
                \(loads.joined(separator: "\n"))
                \(nobody.map { "User #\($0)\nGroup #\($0)" } ?? "")
                StartServers 1
                DocumentRoot \(place.files)
                DavLockDB \(folder)/locks
                <Directory "\(place.files)">
                    Dav On
                    Require all granted
                </Directory>

                """, to: "apache.conf")
            return ServerProgram(program ?? "", ["-DFOREGROUND", "-f", settings], listening: .itself)
        }
    }()

    /// lighttpd with its module for WebDAV.
    public static let lighttpd: DAVProgram = {
        let program = TestProgram.path(of: "/usr/sbin/lighttpd")
        let module = TestProgram.file("/usr/lib/lighttpd/mod_webdav.so")
        return DAVProgram("lighttpd", needs: [program, module], keepsFiles: true) { place in
            let settings = try place.folder.write(
                """
                server.modules = ("mod_webdav")
                server.bind = "127.0.0.1"
                server.port = \(place.port)
                server.systemd-socket-activation = "enable"
                server.document-root = "\(place.files)"
                server.errorlog = "\(place.folder.path)/\(ServerProgram.errors)"
                server.upload-dirs = ("\(place.folder.path)")
                webdav.activate = "enable"

                """, to: "lighttpd.conf")
            let modules = (module ?? "").split(separator: "/").dropLast().map { "/" + $0 }.joined()
            return ServerProgram(program ?? "", ["-D", "-m", modules, "-f", settings], listening: .activated)
        }
    }()

    /// `rclone serve webdav`.
    public static let rclone: DAVProgram = {
        let program = TestProgram.path(of: "/usr/bin/rclone")
        return DAVProgram("rclone", needs: [program], keepsFiles: false) { place in
            ServerProgram(
                program ?? "",
                [
                    "serve", "webdav", "--config", "", "--addr", "127.0.0.1:\(place.port)", "--log-file",
                    "\(place.folder.path)/\(ServerProgram.errors)", place.files,
                ], listening: .itself)
        }
    }()

    /// wsgidav, which is not in Debian 12: `.ci/wsgidav` fetches it.
    public static let wsgidav: DAVProgram = {
        let program = TestProgram.path(of: "/opt/wsgidav/bin/wsgidav")
        return DAVProgram("wsgidav", needs: [program], keepsFiles: true) { place in
            let settings = try place.folder.write(
                """
                host: 127.0.0.1
                port: \(place.port)
                provider_mapping: {"/": "\(place.files)"}
                simple_dc: {user_mapping: {"*": true}}
                dir_browser: {enable: false}
                verbose: 1

                """, to: "wsgidav.yaml")
            return ServerProgram(program ?? "", ["-c", settings], listening: .activated)
        }
    }()

    /// Those of `make test-servers`; without wsgidav if it could not be fetched.
    public static let all = [nginx, apache, lighttpd, rclone] + (wsgidav.isPossible ? [wsgidav] : [])
}
