import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

/// An sshd for one test on 127.0.0.1, with one key for both sides; it ends when the value is released.
final class SecureShell: Sendable {
    private static let program = TestProgram.path(of: "/usr/sbin/sshd")
    /// As root, sshd needs a folder that only the system's boot creates, and a user that only its package creates; a mount namespace
    /// provides both.
    private static let needsSystem = getuid() == 0 && (!Files.exists("/run/sshd") || getpwnam("sshd") == nil)
    private static let system = """
        mount -t tmpfs none /run && mkdir /run/sshd && cp /etc/passwd /run/passwd && \
        echo 'sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin' >> /run/passwd && mount --bind /run/passwd /etc/passwd
        """

    private static let mounts = Task { try await succeeds("exec unshare -m sh -c \"$1\"", system) }

    /// Runs a test only where it can be started.
    static let isPossible = ConditionTrait.enabled("needs sshd and ssh") {
        guard program != nil, ["/usr/bin/ssh", "/usr/bin/ssh-keygen"].allSatisfy(Files.exists) else { return false }
        return needsSystem ? try await mounts.value : true
    }

    /// The folder of the programs that sshd starts for a connection, if they are not where they were built for (OpenSSH 9.8 and later).
    private static let parts =
        [("SshdSessionPath", "/usr/lib/openssh/sshd-session"), ("SshdAuthPath", "/usr/lib/openssh/sshd-auth")]
        .filter { !Files.exists($0.1) && Files.exists(TestProgram.unpacked + $0.1) }
        .map { "\($0.0) \(TestProgram.unpacked)\($0.1)" }

    private let home: Home
    private let port: UInt16
    private let server: TerminalProgram

    init(_ home: Home) async throws {
        self.home = home
        let keygen = try TerminalProgram(
            "/usr/bin/ssh-keygen", arguments: ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", home.path("key")])
        _ = try await keygen.exitStatus()
        let publicKey = try home.folder.text(of: "key.pub")
        var started: (UInt16, TerminalProgram)?
        // Another program may take the free port before sshd does.
        for _ in 0..<5 where started == nil {
            let port = try Self.freePort()
            _ = try home.folder.write("[127.0.0.1]:\(port) \(publicKey)", to: "known_hosts")
            let settings = try home.folder.write(
                """
                ListenAddress 127.0.0.1
                Port \(port)
                HostKey \(home.path("key"))
                AuthorizedKeysFile \(home.path("key.pub"))
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin prohibit-password
                PidFile none
                PrintMotd no
                PrintLastLog no
                \(Self.parts.joined(separator: "\n"))

                """, to: "sshd_config")
            let daemon = "exec \(Self.program ?? "sshd") -D -e -f \(settings)"
            let program = try TerminalProgram(
                "/bin/sh",
                arguments: [
                    "-c",
                    Self.needsSystem ? "exec unshare -m sh -c \"\(Self.system) && \(daemon)\"" : daemon,
                ])
            try? await program.wait(for: "Server listening on 127.0.0.1 port \(port)")
            if await program.text.contains("Server listening") { started = (port, program) }
        }
        guard let started else { throw JourneyError("sshd did not start") }
        (port, server) = started
    }

    /// `ssh -t` with that command line.
    func connect(_ command: String, size: Size = Size(columns: 80, rows: 24)) throws -> TerminalProgram {
        let options = [
            "BatchMode=yes", "StrictHostKeyChecking=yes", "UserKnownHostsFile=" + home.path("known_hosts"),
            "GlobalKnownHostsFile=/dev/null", "IdentitiesOnly=yes", "LogLevel=ERROR",
        ]
        return try home.start(
            program: "/usr/bin/ssh",
            ["-F", "/dev/null", "-i", home.path("key"), "-p", "\(port)"] + options.flatMap { ["-o", $0] }
                + ["-t", "127.0.0.1", command], size: size)
    }

    private static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
            }
        }
        guard code == 0 else { throw JourneyError("no free port") }
        return UInt16(bigEndian: address.sin_port)
    }
}
