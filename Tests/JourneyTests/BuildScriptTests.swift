import PtySupport
import TestSupport
import Testing

/// The scripts behind `make`, on systems simulated by a few commands.
@Suite("make installs or names the packages it needs", .inTurns)
struct BuildScriptTests {
    private static let project = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    private static let scripts = project + "/.ci/"

    /// Runs a script with only these commands in the path, each a shell script, besides sed, tr, grep and other tools.
    private func run(
        _ script: String, of folder: String = Self.scripts, _ arguments: [String], commands: [String: String],
        tools: [String] = [], in home: Home
    ) async throws -> Home.Ending {
        for (name, text) in commands { _ = try home.folder.write("#!/bin/sh\n\(text)\n", to: name, mode: 0o700) }
        let tools = (["sed", "tr", "grep"] + tools).map { "ln -sf \"$(command -v \($0))\" '\(home.path($0))'" }
        let shell = try home.start(
            program: "/bin/sh",
            [
                "-c",
                tools.joined(separator: "; ")
                    + "; PATH='\(home.folder.path)' exec /bin/bash \"$0\" \"$@\" >'\(home.path("out"))' 2>'\(home.path("err"))'",
                folder + script,
            ] + arguments)
        let status = try await shell.exitStatus()
        return Home.Ending(
            status: status, output: try home.folder.text(of: "out"), errors: try home.folder.text(of: "err"))
    }

    private static let debian13 =
        "printf 'installed libchafa0t64, libchafa0 (= 1.14.5-1), libchafa (= 1)\\ninstalled g++, \\n'"

    @Test("a package provided by another, as libchafa0 on Debian 13, is not installed again")
    func provided() async throws {
        let ending = try await run(
            "packages", ["libchafa0", "g++"], commands: ["dpkg-query": Self.debian13, "apt-get": "exit 99"], in: Home())
        #expect((ending.status, ending.output, ending.errors) == (0, "", ""))
    }

    @Test("without root and sudo one message names the packages to install")
    func noRoot() async throws {
        let ending = try await run(
            "packages", ["libchafa0", "make", "tmux"],
            commands: ["dpkg-query": Self.debian13, "apt-get": "exit 99", "id": "echo 1000"], in: Home())
        #expect(ending.status == 1)
        #expect(ending.errors == "please let root install what is missing: apt-get install make tmux\n")
    }

    @Test("with sudo only the missing packages are installed")
    func sudo() async throws {
        let home = try Home()
        let ending = try await run(
            "packages", ["libchafa0", "tmux"],
            commands: [
                "dpkg-query": Self.debian13, "apt-get": "exit 99", "id": "echo 1000",
                "sudo": "echo \"$@\" >> '\(home.path("asked"))'",
            ], in: home)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(
            try home.folder.text(of: "asked")
                == "apt-get update -q\nenv DEBIAN_FRONTEND=noninteractive apt-get install -q -y tmux\n")
    }

    @Test("on other systems than Debian the packages are named")
    func elsewhere() async throws {
        let ending = try await run("packages", ["tmux"], commands: ["dpkg-query": "exit 1"], in: Home())
        #expect(ending.status == 1)
        #expect(ending.errors == "please install what matches: tmux\n")
    }

    @Test(
        "a program of a package with a service is unpacked: no script of the package runs, only libraries are installed"
    )
    func unpacked() async throws {
        let home = try Home()
        let script = try String(decoding: Files.bytes(of: Self.scripts + "programs"), as: UTF8.self)
        let packing = try home.start(
            program: "/bin/sh",
            [
                "-ec",
                #"""
                cd "$0"
                mkdir -p checkout/.ci package/DEBIAN package/usr/sbin
                printf '%s' "$1" >checkout/.ci/programs
                printf '#!/bin/sh\necho "$@" >>"%s/libraries"\n' "$0" >checkout/.ci/packages
                printf '#!/bin/sh\necho served\n' >package/usr/sbin/served
                printf '#!/bin/sh\ntouch "%s/started"\n' "$0" | tee package/DEBIAN/preinst >package/DEBIAN/postinst
                cat >package/DEBIAN/control <<END
                Package: served
                Version: 1
                Architecture: all
                Maintainer: nobody <nobody@example.org>
                Depends: adduser, libone1 (>= 1.0) | libother, libpam-modules, libtwo2
                Description: a service
                END
                chmod 755 checkout/.ci/packages package package/DEBIAN package/DEBIAN/p* package/usr/sbin/served
                dpkg-deb --build package served.deb >/dev/null
                """#,
                home.folder.path, script,
            ])
        let (packed, shown) = (try await packing.exitStatus(), await packing.text)
        try #require(packed == 0, "\(shown)")
        // The second time the program is there.
        for output in ["unpacked: .build/programs/usr/sbin/served\n", ""] {
            let ending = try await run(
                "programs", of: home.path("checkout/.ci/"), ["served:/usr/sbin/served"],
                commands: [
                    "apt-get": """
                    echo "$@" >>'\(home.path("asked"))'
                    [ "$1" = download ] && cp '\(home.path("served.deb"))' served_1_all.deb
                    """
                ], tools: ["dirname", "mktemp", "chmod", "rm", "mkdir", "cp", "tar", "dpkg-deb"], in: home)
            #expect((ending.status, ending.output, ending.errors) == (0, output, ""))
        }
        #expect(try home.folder.text(of: "asked") == "download -q served\n")
        #expect(try home.folder.text(of: "libraries") == "libone1 libtwo2\n")
        #expect(Files.exists(home.path("checkout/.build/programs/usr/sbin/served")))
        #expect(!Files.exists(home.path("started")))
    }

    @Test("the README says how to get make, and the packages that the manifest names are those that make installs")
    func readme() throws {
        func text(_ name: String) throws -> String {
            try String(decoding: Files.bytes(of: Self.project + "/" + name), as: UTF8.self)
        }
        let readme = try text("README.md")
        #expect(readme.contains("`apt-get install make`"))
        #expect(readme.contains("No service is started or\nenabled."))
        let makefile = try text("Makefile").replacing("\\\n", with: " ")
        let installed = makefile.split(separator: "\n")
            .filter { $0.hasPrefix("RUN_PACKAGES :=") || $0.hasPrefix("TEST_PACKAGES :=") }
            .flatMap { $0.split { $0 == " " || $0 == "\t" }.dropFirst(2) }
        #expect(installed.contains("g++") && installed.contains("tmux"))
        for service in ["nginx", "nginx-light", "openssh-server"] { #expect(!installed.contains { $0 == service }) }
        // g++ and the library of PNG depend on these.
        let known = Set(installed + ["libc6-dev", "zlib1g"])
        let named = try text("Package.swift").matches(of: /apt: "([^"]+)"/).map(\.output.1)
        #expect(named.count > 10)
        #expect(named.filter { !known.contains($0) } == [])
    }

    @Test(
        "a test skipped without an allowed reason fails the run",
        arguments: [
            ("➜ Test \"over ssh\" skipped: \"needs sshd and ssh\"", 1), ("➜ Test \"read only\" skipped.", 1),
            ("➜ Suite \"real photos\" skipped: \"needs CARDS_FIXTURES\"", 0),
            ("✔ Test \"a key is skipped\" passed after 0.1 seconds.", 0),
        ])
    func skips(line: String, status: Int32) async throws {
        let home = try Home()
        let text = "◇ Test run started.\n\(line)\n✔ Test run with 2 tests in 1 suite passed after 0.2 seconds.\n"
        let log = try home.folder.write(text, to: "log")
        let ending = try await run("skips", [log], commands: [:], in: home)
        #expect(ending.status == status, "\(ending.errors)")
        #expect(ending.errors.contains(line) == (status != 0))
    }

    @Test("a run without a test fails: a filter that matches nothing", arguments: ["0 tests", ""])
    func noTest(count: String) async throws {
        let home = try Home()
        let end = count.isEmpty ? "" : "✔ Test run with \(count) in 0 suites passed after 0.001 seconds.\n"
        let log = try home.folder.write("◇ Test run started.\n\(end)", to: "log")
        let ending = try await run("skips", [log], commands: [:], in: home)
        #expect(ending.status == 1 && ending.errors.contains("no test ran"), "\(ending.errors)")
    }
}
