import Foundation
import Glibc
import PtySupport
import TestSupport
import Testing

/// The scripts behind `make install`, `make uninstall` and `make deb`.
@Suite("The program is installed and packaged", .inTurns)
struct PackageTests {
    private static let sources = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    private static let chroot = getenv("CARDS_CHROOT").map { String(cString: $0) }

    /// Runs a command line of the shell, `$0` and `$1` being the arguments.
    private func shell(_ line: String, _ first: String = "", _ second: String = "", in home: Home) async throws
        -> Home.Ending
    {
        let shell = try home.start(
            program: "/bin/bash",
            ["-c", "exec >'\(home.path("out"))' 2>'\(home.path("err"))'; set -o pipefail; \(line)", first, second])
        let status = try await shell.exitStatus()
        return Home.Ending(
            status: status, output: try home.folder.text(of: "out"), errors: try home.folder.text(of: "err"))
    }

    private func files(below folder: String) -> Set<String> {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return Set(
            names.filter { name in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
                    && !isFolder.boolValue
            })
    }

    private static func installed(zsh: String) -> Set<String> {
        topics.union([
            "bin/cards-tui", "share/man/man1/cards-tui.1.gz", "share/bash-completion/completions/cards-tui",
            "share/zsh/\(zsh)/_cards-tui", "share/fish/vendor_completions.d/cards-tui.fish",
            "share/applications/cards-tui.desktop", "share/doc/cards-tui/changelog.gz",
            "share/doc/cards-tui/copyright", "share/doc/cards-tui/NEWS.md.gz",
        ])
    }

    private static let topics = Set(
        [
            "key-map.7", "search.7", "cards.7", "barcodes.7", "commands.7", "import-files.7", "settings.5", "backend.7",
            "devices.7", "passes.7", "postgresql.7", "packages.7",
        ].map { "share/man/man\($0.suffix(1))/cards-tui-\($0).gz" })

    @Test("what is installed is removed again, and nothing else")
    func install() async throws {
        let home = try Home()
        let prefix = home.path("local")
        let made = try await shell("'\(Self.sources)/packaging/install' \"$0\" \"$1\"", Home.program, prefix, in: home)
        #expect(made.status == 0, "\(made.errors)")
        #expect(files(below: prefix) == Self.installed(zsh: "site-functions"))
        let look = try await shell(
            "bash -n \"$0/share/bash-completion/completions/cards-tui\" && gzip -dc \"$0/share/man/man1/cards-tui.1.gz\"",
            prefix, in: home)
        #expect(look.status == 0 && look.output.hasPrefix(".TH CARDS"), "\(look.errors)")
        _ = try home.folder.write("another page", to: "local/share/man/man1/other.1")
        let removed = try await shell("'\(Self.sources)/packaging/install' --remove \"$0\"", prefix, in: home)
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(files(below: prefix) == ["share/man/man1/other.1"])
        #expect(!Files.exists(prefix + "/share/doc/cards-tui"))
    }

    @Test("a program that cannot write its manual leaves no half of it")
    func failure() async throws {
        let home = try Home()
        let program = try home.folder.write("#!/bin/sh\necho half\nexit 3\n", to: "program", mode: 0o700)
        let made = try await shell(
            "'\(Self.sources)/packaging/install' \"$0\" \"$1\"", program, home.path("local"), in: home)
        #expect(made.status != 0)
        #expect(files(below: home.path("local")) == ["bin/cards-tui"])
    }

    @Test("the package has the stripped program, its files, and the packages of its libraries")
    func package() async throws {
        let home = try Home()
        // Says what the program says, and needs a library that has a package of its own.
        let version = try await home.run("--version").output.split(separator: " ").last.map { $0.dropLast() } ?? ""
        let source = try home.folder.write(
            """
            #include <stdio.h>
            #include <string.h>
            #include <yaml.h>
            int main(int count, char **words) {
                if (count > 1 && !strcmp(words[1], "--version")) puts("cards-tui \(version)");
                else puts(yaml_get_version_string());
                return 0;
            }
            """, to: "program.cpp")
        let built = try await shell("g++ -g -o \"$1\" \"$0\" -lyaml", source, home.path("program"), in: home)
        try #require(built.status == 0, "\(built.errors)")
        let made = try await shell(
            "'\(Self.sources)/packaging/deb' \"$0\" \"$1\"", home.path("program"), home.path("made"), in: home)
        try #require(made.status == 0, "\(made.errors)")
        let package = String(made.output.dropLast())
        let architecture = try await shell("dpkg --print-architecture", in: home).output.dropLast()
        #expect(package == home.path("made/cards-tui_\(version)_\(architecture).deb"))
        let fields = try await shell("dpkg-deb -f \"$0\"", package, in: home).output
        #expect(fields.contains("Version: \(version)\n"))
        let depends = fields.split(separator: "\n").first { $0.hasPrefix("Depends: ") } ?? ""
        #expect(depends.contains("libc6 (>= 2.") && depends.contains("libyaml-0-2") && !depends.contains("t64"))
        #expect(fields.contains("Recommends: libcurl4, ") && fields.contains("libzxing3 | libzxing2"))
        #expect(fields.contains("libsodium23") && fields.contains("libexpat1"))
        let unpacked = try await shell(
            "dpkg-deb -x \"$0\" \"$1\" && readelf -SW \"$1/usr/bin/cards-tui\"", package, home.path("root"), in: home)
        #expect(unpacked.status == 0 && !unpacked.output.contains(".symtab"), "\(unpacked.errors)")
        #expect(files(below: home.path("root/usr")) == Self.installed(zsh: "vendor-completions"))
        let owners = try await shell("dpkg-deb -c \"$0\"", package, in: home).output.split(separator: "\n")
        #expect(owners.allSatisfy { $0.contains(" root/root ") })
    }

    @Test("a program with a run path is not packaged")
    func runPath() async throws {
        let home = try Home()
        // That of the tests' own build finds Swift's libraries so.
        let made = try await shell(
            "'\(Self.sources)/packaging/deb' \"$0\" \"$1\"", Products.folder + "/cards-tui", home.path("made"), in: home
        )
        #expect(made.status == 1 && made.errors.contains("has a run path"), "\(made.errors)")
        #expect(!Files.exists(home.path("made")))
    }

    @Test(
        "the package works on a Debian that has nothing else, and leaves nothing",
        .enabled(if: PackageTests.chroot != nil, "needs CARDS_CHROOT"))
    func fresh() async throws {
        let home = try Home()
        let made = try await shell(
            "cd \"$0\" && make --no-print-directory deb >&2 && exec .ci/deb-fresh .build/cards-tui_*_$(dpkg --print-architecture).deb",
            Self.sources, in: home)
        #expect(made.status == 0, "\(made.output.suffix(4000))\n\(made.errors.suffix(4000))")
    }
}
