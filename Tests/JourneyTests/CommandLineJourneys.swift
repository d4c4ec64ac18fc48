import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("The command line", .inTurns)
struct CommandLineJourneys {
    @Test("cards are added, listed, shown and removed; an ambiguous name is refused with the identifiers")
    func commands() async throws {
        let home = try Home()
        let first = try await home.add("Elm Gym", number: "1", "--group", "sport")
        let second = try await home.add("elm gym", number: "2")
        let third = try await home.add("Łódź", number: "3", "--note", "two\nlines")
        let listed = try await home.run("list")
        #expect(
            Set(listed.output.split(separator: "\n").compactMap { $0.split(separator: "\t").last.map(String.init) })
                == [first, second, third])
        #expect(try await home.run("show", "lodz").output.contains("two\n"))

        let ambiguous = try await home.run("remove", "Elm Gym")
        #expect(ambiguous.status == 1)
        #expect(ambiguous.errors.contains(first) && ambiguous.errors.contains(second))
        #expect(try await home.cards().count == 3)
        #expect(try await home.run("remove", first).status == 0)
        #expect(try await home.run("remove", first).status == 1)
        #expect(try await home.names() == ["elm gym", "Łódź"])
        #expect(try await home.run("show", "nobody").status == 1)
        #expect(try await home.run("add", "--number", "1").status != 0)
        #expect(try await home.run("lsit").status == 2)
        #expect(try await home.run("--backend", "ftp://x", "list").status == 2)
    }

    @Test("an export is the same after an import elsewhere, with photos and unknown fields")
    func roundTrip() async throws {
        let (here, there) = (try Home(), try Home())
        var card = try #require(Samples.photoCard.object)
        card["vendor"] = .object(["kept": .number("1.50")])
        try await here.bring([.object(card), Samples.card("Elm Gym", number: "1")])
        let file = here.path("export.json")
        #expect(try await here.run("export", file).status == 0)
        let imported = try await there.run("import", file)
        #expect(imported.status == 0)
        #expect(imported.output == "2 added, 0 changed\n")
        let again = try await there.run("export", "-")
        let (before, after) = (
            try JSONParser.parse(Files.bytes(of: file)), try JSONParser.parse(Array(again.output.utf8))
        )
        // Each store has its own times; everything else is equal.
        func known(_ json: JSON) -> [JSONObject] {
            (json.array ?? []).compactMap(\.object).map { $0.filter { !["created", "modified"].contains($0.key) } }
        }
        #expect(known(before).count == 2)
        #expect(known(before) == known(after))
        #expect(known(after).contains { $0["vendor"] == .object(["kept": .number("1.50")]) })
        #expect(try await there.run("import", file).output == "0 added, 0 changed, 2 unchanged\n")
    }

    @Test(
        "an export ended by a signal leaves the former file and no other",
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL])
    func exportEndedBySignal(signal: Int32) async throws {
        let home = try Home()
        let note = String(repeating: "words of a note ", count: 2000)
        try await home.bring((0..<600).map { .object(["name": .string("Card \($0)"), "note": .string(note)]) })
        try FileManager.default.createDirectory(atPath: home.path("out"), withIntermediateDirectories: true)
        _ = try home.folder.write("old", to: "out/cards.json")
        let program = try home.start(["export", home.path("out/cards.json")])
        let process = await program.process
        try await eventually("the new file, or the end") {
            let files = Self.files(of: process)
            // One that has ended has none, but it is there until it is waited for.
            return files.isEmpty || files.contains { $0.hasPrefix(home.path("out")) }
        }
        kill(process, signal)
        _ = try await program.exitStatus()
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("out")) == ["cards.json"])
    }

    /// The files that a process has open.
    private static func files(of process: Int32) -> [String] {
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0) }
    }

    @Test(
        "an endless device or pipe is refused at its beginning, with little memory and nothing on the disk",
        arguments: ["/dev/zero", "/dev/urandom", "pipe"])
    func endlessImport(source: String) async throws {
        let home = try Home()
        let shell = try home.start(
            program: "/bin/sh",
            [
                "-c",
                // A file may have 32 MB at most.
                #"""
                ulimit -f 65536
                if [ "$1" = pipe ]; then
                    mkfifo "$2/pipe"
                    yes >"$2/pipe" &
                    set -- "$2/pipe" "$2" "$3"
                fi
                exec python3 -c "$3" "$2/memory" "$0" import "$1" >"$2/out" 2>"$2/errors"
                """#,
                Home.program, source, home.folder.path,
                """
                import resource, subprocess, sys
                status = subprocess.call(sys.argv[2:])
                with open(sys.argv[1], "w") as file:
                    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
                sys.exit(status)
                """,
            ])
        #expect(try await shell.exitStatus() == 1)
        let errors = try home.folder.text(of: "errors")
        #expect(errors.contains("Nothing was imported."), "\(errors)")
        let kilobytes = try Int(home.folder.text(of: "memory"))
        #expect((kilobytes ?? .max) < 200_000, "\(kilobytes ?? 0) kB")
    }

    @Test("text of a card is sanitized on a terminal; in a pipe control characters are pictures, JSON has the value")
    func safety() async throws {
        let home = try Home()
        let name = "Evil\u{1B}]0;owned\u{7}\u{202E}"
        try await home.add(name)
        let raw = try await home.run("list")
        #expect(raw.output.hasPrefix("Evil\u{241B}]0;owned\u{2407}\u{202E}\t"))
        #expect(try await home.names() == [name])
        for arguments in [["list"], ["show", name], ["list", "--json"], ["show", name, "--json"]] {
            let terminal = try home.start(arguments)
            #expect(try await terminal.exitStatus() == 0)
            let output = String(decoding: await terminal.output, as: UTF8.self)
            #expect(output.contains("owned"))
            #expect(
                !output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{202E}" }, "\(arguments)")
        }
    }

    @Test("on a terminal the numbers begin in one column, whatever the script of the names")
    func aligned() async throws {
        let home = try Home()
        let names = ["स्टेट बैंक", "漢字", "🇵🇱 Klub", "שלום"]
        for name in names { try await home.add(name, number: "4711") }
        let terminal = try home.start(["list"], size: Size(columns: 100, rows: 24))
        #expect(try await terminal.exitStatus() == 0)
        // Without the mark that ends right-to-left text, which has no width.
        let output = String(decoding: await terminal.output, as: UTF8.self).replacing("\u{200E}", with: "")
        let lines = output.split(whereSeparator: \.isNewline)
        #expect(lines.count == names.count)
        let columns = lines.compactMap { line in
            line.firstRange(of: "4711").map { SafeText(String(line[..<$0.lowerBound])).width }
        }
        #expect(columns.count == names.count && Set(columns).count == 1, "\(columns) \(lines)")
    }

    @Test("topics are shown without a home; with --json every message is JSON, whatever is wrong")
    func topicsAndMessages() async throws {
        let home = try Home()
        let topic = try await home.run(["help", "devices"], environment: ["HOME": nil])
        #expect(topic.status == 0 && topic.output.hasPrefix("SEVERAL DEVICES\n"))
        #expect(try await home.run("manual", "settings").output.hasPrefix(".TH \"CARDS-TUI-SETTINGS\" 5 "))
        let wrong = [
            ["show", "Nowhere", "--json"], ["list", "--json=array", "--sort", "x"], ["import", "/nowhere", "--json"],
        ]
        for arguments in wrong {
            let ending = try await home.run(arguments)
            #expect(ending.status != 0 && ending.errors.hasPrefix("{\"error\":\""), "\(ending.errors)")
        }
    }

    @Test("help, version and paths need no home, no terminal and no store")
    func help() async throws {
        let home = try Home()
        let help = try await home.run("--help")
        #expect(help.status == 0)
        for word in ["list", "show", "add", "remove", "import", "export", "paths", "--store", "--backend", "--demo"] {
            #expect(help.output.contains(word))
        }
        #expect(try await home.run("--version").output.hasPrefix("cards-tui "))
        #expect(try await home.run("paths").output.contains("store\t\(home.store)\n"))
        let nowhere = try await home.run(
            ["--help"], environment: ["HOME": nil, "XDG_DATA_HOME": nil, "XDG_CONFIG_HOME": nil])
        #expect(nowhere.output == help.output)
        #expect(!Files.exists(home.store))
    }

    @Test("the totals of a store, on the command line and on the screen")
    func totals() async throws {
        let home = try Home()
        try await home.add("Amber Bakery", "--balance", "12.50 EUR", "--group", "food")
        try await home.add("Elm Gym", "--balance", "120 points")
        #expect(try await home.run("spend", "Amber Bakery", "2.25", "--day", "2026-01-31").status == 0)
        let stats = try await home.run("stats")
        #expect(stats.status == 0, "\(stats.errors)")
        for line in [
            "Cards\t\t2\t", "Balances\t\t10.25 EUR\t1 card", "\t\t120 points\t1 card",
            "By group\tfood\t10.25 EUR\t1 card",
        ] {
            #expect(stats.output.contains(line + "\n"), "\(stats.output)")
        }
        #expect(stats.output.contains("January 2026\t2.25 EUR"))
        let json = try await home.run("stats", "gym", "--json")
        #expect(json.output.contains("\"balances\":[{\"amount\":\"120\",\"cards\":1,\"currency\":null}]"))
        let program = try home.start()
        try await program.wait(for: "1 of 2")
        try await program.type(":totals")
        try await program.press("enter")
        try await program.wait(for: "10.25 EUR")
        try await program.wait(for: "January 2026")
        try await program.press("esc")
        try await program.wait(for: "1 of 2")
        #expect(try await program.quit() == 0)
    }

    @Test(
        "text that does not fit the terminal is shown with the pager; short text, and text in a pipe, is written as it is"
    )
    func pager() async throws {
        let home = try Home()
        let script = try home.folder.write(
            "#!/bin/sh\necho PAGED; cat >'\(home.path("paged"))'\n", to: "pager", mode: 0o700)
        let long = try home.start(["help", "settings"], environment: ["PAGER": script])
        try await long.wait(for: "PAGED")
        #expect(try await long.exitStatus() == 0)
        #expect(try home.folder.text(of: "paged").contains("escape_delay"))
        let short = try home.start(["list"], environment: ["PAGER": script])
        #expect(try await short.exitStatus() == 0)
        #expect(await !short.text.contains("PAGED"))
        let piped = try await home.run("help", "settings")
        #expect(piped.status == 0 && piped.output.contains("escape_delay"))
    }

    @Test("a card is exported and imported as a link, and its barcode is black on white in a pipe")
    func sharing() async throws {
        let (here, there) = (try Home(), try Home())
        try await here.add("Zebra Zoo", number: "5901234123457", "--barcode", "EAN_13")
        let link = try await here.run("show", "Zebra Zoo", "--share-url")
        #expect(link.output.hasPrefix("https://catima.app/share#store%3DZebra%2BZoo"))
        let file = try there.folder.write(link.output, to: "link")
        let added = try await there.run(["add", "--from-url", "-"], input: file)
        #expect(added.status == 0, "\(added.errors)")
        #expect(try await there.cards().first?["number"]?.string == "5901234123457")
        let code = try await there.run(
            ["show", "Zebra Zoo", "--barcode"],
            environment: ["COLORTERM": "truecolor", "TERM": "xterm-256color", "NO_COLOR": "1"])
        #expect(code.status == 0, "\(code.errors)")
        #expect(code.output.contains("\u{1B}[0;38;2;0;0;0;48;2;255;255;255m"))
        #expect(code.output.hasSuffix("\n5901234123457\n"))
        let wrong = try await there.run("add", "--name", "x", "--number", "5901234123458", "--barcode", "EAN_13")
        #expect(wrong.status == 2 && wrong.errors.contains("Did you mean \"5901234123457\"?"))
    }

    @Test("one card as JSON is added from standard input, with its photos, and not twice")
    func jsonFromInput() async throws {
        let home = try Home()
        let text = String(decoding: JSONWriter.bytes(of: Samples.photoCard), as: UTF8.self)
        let file = try home.folder.write(text, to: "card.json")
        let added = try await home.run(["add", "-", "--json"], input: file)
        #expect(added.status == 0, "\(added.errors)")
        let identifier = try #require(try JSONParser.parse(Array(added.output.utf8))["identifier"]?.string)
        let shown = try await home.run("show", identifier, "--json", "--photos")
        #expect(try JSONParser.parse(Array(shown.output.utf8))["front"] == Samples.photoCard["front"])
        let other = try home.folder.write("{\"identifier\":\"\(identifier)\",\"name\":\"x\",\"number\":\"1\"}", to: "b")
        let again = try await home.run(["add", "-"], input: other)
        #expect(again.status == 1 && again.errors.contains("there is a card \(identifier) already."))
        func card(_ members: String) -> String { "{\"name\":\"x\",\"number\":\"12\",\(members)}" }
        for wrong in [
            "{\"name\":", "[]", "{\"number\":\"1\"}", "", card(#""balance":"abc""#), card(#""balance":"1,250""#),
            card(#""barcode":{"format":"EAN_13"}"#), card(#""validFrom":"2027-02-01","expiry":"2027-01-01""#),
            card(#""balance":"15","currency":"of 10 stamps""#), card(#""remindBefore":"blah""#),
        ] {
            let file = try home.folder.write(wrong, to: "wrong")
            let ending = try await home.run(["add", "-"], input: file)
            #expect(ending.status == 1 && ending.output.isEmpty && ending.errors.contains("Nothing was added."))
        }
        #expect(try await home.cards().count == 1)
        let amount = try home.folder.write(card(#""balance":"12,50 EUR""#), to: "amount")
        #expect(try await home.run(["add", "-"], input: amount).status == 0)
        #expect(try await home.run("show", "x").output.contains("12.50 EUR"))
    }

    @Test("a day's work without the screen: add, edit in an editor, group, find, what expires, undo, trash")
    func withoutScreen() async throws {
        let home = try Home()
        let gym = try await home.add("Elm Gym", number: "1", "--expiry", "in 3 days")
        try await home.add("Oak Library", number: "2")
        let editor: [String: String?] = ["EDITOR": "sed -i 's/^note:.*/note: near the park/'", "VISUAL": nil]
        let edited = try await home.run(["edit", "elm"], environment: editor)
        #expect(edited.output == "Changed Elm Gym\n", "\(edited.errors)")
        #expect(try await home.run("group", "add", "sport", "--all", "park").output == "Added Elm Gym to sport\n")
        #expect(try await home.run("list", "group:sport", "--columns", "id").output == gym + "\n")
        let expiring = try await home.run("list", "expires:<9d", "--report", "--exit-code")
        #expect(expiring.status == 1 && expiring.output.hasPrefix("Elm Gym expires in "))
        #expect(try await home.run("remove", "elm", "oak").status == 0)
        #expect(try await home.run("trash", "restore", "oak").output == "Restored Oak Library\n")
        #expect(try await home.run("undo", "2").status == 0)
        #expect(try await home.run("history", "elm", "--limit", "99").output.contains("\tadded\there\t"))
        #expect(try await home.names() == ["Elm Gym", "Oak Library"])
        let shown = try home.start(["show", "elm"])
        #expect(try await shown.exitStatus() == 0)
        #expect(await shown.text.contains("near the park"))
    }

    @Test(
        "black and white are exact on an unknown terminal",
        arguments: [
            ([:], "38;5;16;48;5;231"), (["COLORTERM": "truecolor"], "38;2;0;0;0;48;2;255;255;255"),
            (["TERM": "dumb"], "38;5;16;48;5;231"),
        ] as [([String: String], String)])
    func unknownTerminal(environment: [String: String], colors: String) async throws {
        let home = try Home()
        try await home.add("Zebra Zoo", number: "5901234123457", "--barcode", "EAN_13")
        let bare: [String: String?] = ["TERM": nil, "COLORTERM": nil, "NO_COLOR": nil]
        let environment = bare.merging(environment.mapValues { Optional($0) }) { $1 }
        let piped = try await home.run(["show", "Zebra Zoo", "--barcode"], environment: environment)
        let terminal = try home.start(
            ["show", "Zebra Zoo", "--share-qr"], environment: environment, size: Size(columns: 80, rows: 40))
        #expect(try await terminal.exitStatus() == 0)
        for output in [piped.output, String(decoding: await terminal.output, as: UTF8.self)] {
            #expect(output.contains("\u{1B}[0;\(colors)m"))
            #expect(!output.contains("\u{1B}[0;7m"))
        }
        // Even for a known terminal: the pipe may end on another one.
        let known = environment.merging(["TERM": "vt100"]) { $1 }
        let elsewhere = try await home.run(["show", "Zebra Zoo", "--barcode"], environment: known)
        #expect(elsewhere.output.contains("\u{1B}[0;\(colors)m"))
    }

    @Test("a pipe that is closed early ends a command silently")
    func closedPipe() async throws {
        let home = try Home()
        try await home.bring((0..<3000).map { Samples.card("Club \($0)", number: String(repeating: "1", count: 60)) })
        let shell = try home.start(
            program: "/bin/bash", ["-c", "\(Home.program) list | head -1; echo ${PIPESTATUS[0]}"])
        #expect(try await shell.exitStatus() == 0)
        let lines = await shell.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("Club 0") == true && lines.last == "141", "\(lines)")
    }

    @Test(
        "with few allowed open files sync gives an error, and is not killed by a signal",
        arguments: [4, 5, 6, 9, 12, 18, 19, 64])
    func fewFiles(count: Int) async throws {
        let home = try Home()
        let shell = try home.start(
            program: "/bin/sh",
            [
                "-c",
                // After lowering the limit the shell opens no more files.
                #"exec >"$1" 2>&1 </dev/null; ulimit -n "$2"; "$0" sync --backend http://127.0.0.1:9; echo "status $?""#,
                Home.program, home.path("errors"), "\(count)",
            ])
        #expect(try await shell.exitStatus() == 0)
        let errors = try home.folder.text(of: "errors")
        if count < 19 {
            #expect(errors.contains("ulimit -n") && errors.hasSuffix("status 1\n"), "\(errors)")
        } else if count == 64 {
            #expect(errors.contains("no connection") && errors.hasSuffix("status 4\n"), "\(errors)")
        } else {
            #expect(!errors.contains("status 1") && !errors.contains("libcurl"), "\(errors)")
        }
    }

    @Test("a picture whose file name is not UTF-8 becomes a card's front")
    func foreignName() async throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path("photos"), withIntermediateDirectories: true)
        let photo = Samples.photoBytes("Elm", .front)
        var name = Array(home.path("photos/f").utf8CString.dropLast()) + [CChar(bitPattern: 0xFC)]
        name += Array("r.png".utf8CString)
        let file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        #expect(write(file, photo, photo.count) == photo.count)
        close(file)
        let shell = try home.start(
            program: "/bin/sh",
            [
                "-c", #""$0" add --name Elm --number 1 --front "$1"/* >/dev/null 2>"$1.errors""#, Home.program,
                home.path("photos"),
            ])
        #expect(try await shell.exitStatus() == 0)
        #expect(try home.folder.text(of: "photos.errors") == "")
        #expect(try await home.run("export", "--photos", home.path("out")).status == 0)
        #expect(try !Files.bytes(of: home.path("out/elm-front.png")).isEmpty)
    }
}
