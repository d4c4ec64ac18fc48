import Cards
import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

/// Exchanges for which there is no room, there or here: the message says where and what to do, and afterwards everything arrives.
@Suite("Sharing cards without room", .inTurns)
struct FullDiskSharingJourneys {
    private static let kept = "What was changed here is kept, and the next sync sends it."

    /// Writes pictures that no two have alike, and that cannot be compressed.
    private func writePictures(_ count: Int, side: Int, in home: Home) throws {
        var random = SeededGenerator(seed: 5)
        for number in 1...count {
            let pixels = (0..<(side * side * 3)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let bytes = PNGWriter.bytes(width: side, height: side, channels: .rgb, pixels: pixels)
            try Files.write(#require(bytes), to: home.path("\(number).png"))
        }
    }

    @Test(
        "a folder on a full disk: nothing half-written is read, and it goes on when there is room",
        SmallDisk.isPossible)
    func fullFolder() async throws {
        let script = try SmallDiskScript()
        try writePictures(3, side: 100, in: script.desk)
        // The first photo has room, the second has not.
        let status = try await script.run(
            """
            mkdir "$OUT/stick" && disk "$OUT/stick" 400k || exit 1
            desk add --name Amber --number 1 || exit 2
            desk sync setup "$OUT/stick" --name desk --yes || exit 3
            laptop sync setup "$OUT/stick" --name laptop --yes || exit 4
            fill "$OUT/stick" 48
            for number in 1 2 3; do
                desk add --name "Elm $number" --number "$number" --front "$OUT/$number.png" || exit 5
            done
            desk sync >"$OUT/full" 2>&1
            echo "status $?" >>"$OUT/full"
            desk sync status >"$OUT/waiting" || exit 6
            laptop sync >"$OUT/nothing" 2>&1 || exit 7
            laptop list >"$OUT/before" || exit 8
            find "$OUT/stick" -name '.tmp-*' >"$OUT/left"
            empty "$OUT/stick"
            desk sync >"$OUT/sent" 2>&1 || exit 9
            laptop sync >"$OUT/received" 2>&1 || exit 10
            desk list --json=array --photos >"$OUT/desk.json" || exit 11
            laptop list --json=array --photos >"$OUT/laptop.json" || exit 12
            desk check && laptop check || exit 13
            desk sync status >"$OUT/done" || exit 14
            """)
        try #require(status == 0)
        let message = try script.text("full")
        let place = script.desk.path("stick")
        #expect(
            message == "cards-tui: \(place): no space left on device. Free some space there. \(Self.kept)\nstatus 4\n")
        #expect(try script.text("waiting").contains("1 batch to send"))
        #expect(try script.text("nothing").hasSuffix(": nothing new\n"))
        #expect(try script.text("before").split(separator: "\n").count == 1)
        #expect(try script.text("left").isEmpty)
        #expect(try script.text("sent").contains("sent 1 change"))
        #expect(try script.text("received").contains("3 new"))
        let cards = try JSONParser.parse(Array(script.text("laptop.json").utf8)).array ?? []
        #expect(cards.count == 4 && cards.count { $0["front"]?.string?.isEmpty == false } == 3)
        #expect(try script.text("desk.json") == script.text("laptop.json"))
        #expect(try script.text("done").contains("nothing pending"))
    }

    @Test(
        "a folder on a disk that is read-only: what is to be sent is kept",
        SmallDisk.isPossible)
    func readOnlyDisk() async throws {
        let script = try SmallDiskScript()
        let status = try await script.run(
            """
            mkdir "$OUT/stick" && disk "$OUT/stick" 400k || exit 1
            desk sync setup "$OUT/stick" --name desk --yes || exit 2
            desk add --name Elm --number 1 || exit 3
            mount -o remount,ro "$OUT/stick" || exit 4
            desk sync >"$OUT/refused" 2>&1
            echo "status $?" >>"$OUT/refused"
            mount -o remount,rw "$OUT/stick" || exit 5
            desk sync >"$OUT/sent" || exit 6
            laptop sync setup "$OUT/stick" --name laptop --yes || exit 7
            laptop list >"$OUT/list" || exit 8
            """)
        try #require(status == 0)
        #expect(
            try script.text("refused")
                == "cards-tui: \(script.desk.path("stick")): read-only file system; mount it so that it can be written. "
                + "\(Self.kept)\nstatus 4\n")
        #expect(try script.text("sent").hasSuffix(": sent 1 change\n"))
        #expect(try script.text("list").hasPrefix("Elm\t1"))
    }

    @Test(
        "a folder that may not be written: what is to be sent is kept",
        .enabled(if: getuid() != 0 || Files.exists("/usr/bin/setpriv"), "needs setpriv, which takes root's rights"))
    func deniedFolder() async throws {
        let (home, shared) = (try Home(), try TemporaryFolder())
        #expect(try await home.run("sync", "setup", shared.path, "--name", "desk", "--yes").status == 0)
        try await home.add("Elm Gym")
        let folders = [shared.path] + Files.below(shared.path).map { shared.path + "/" + $0 }.filter(isFolder)
        for folder in folders { try #require(chmod(folder, 0o555) == 0) }
        // Root may write everywhere.
        let rights = ["--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", Home.program, "sync"]
        let program =
            try getuid() == 0
            ? home.start(program: "/usr/bin/setpriv", rights, size: Size(columns: 300, rows: 24))
            : home.start(["sync"], size: Size(columns: 300, rows: 24))
        #expect(try await program.exitStatus() == 4)
        let message = await program.text
        #expect(message.contains("\(shared.path): permission denied; let your user read and write there. \(Self.kept)"))
        for folder in folders { try #require(chmod(folder, 0o700) == 0) }
        #expect(try await home.run("sync").output.hasSuffix(": sent 1 change\n"))
        #expect(try await home.run("sync", "status").output.contains("nothing pending"))
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    @Test(
        "the store's own disk is full while cards and photos come: none is half there, and the rest comes later",
        SmallDisk.isPossible, arguments: [60, 200])
    func fullStore(room: Int) async throws {
        let script = try SmallDiskScript()
        try writePictures(6, side: 160, in: script.desk)
        // With less room not even the cards can be merged, with more there is room for some photos.
        let status = try await script.run(
            """
            disk "$other/data" 3m && mkdir "$OUT/shared" || exit 1
            laptop add --name Amber --number 1 || exit 2
            laptop sync setup "$OUT/shared" --name laptop --yes || exit 3
            desk sync setup "$OUT/shared" --name desk --yes || exit 4
            for number in 1 2 3 4 5 6; do
                desk add --name "Elm $number" --number "$number" --front "$OUT/$number.png" || exit 5
            done
            desk sync || exit 6
            fill "$other/data" \(room)
            laptop sync >"$OUT/full" 2>&1
            echo "status $?" >>"$OUT/full"
            laptop list >"$OUT/before" 2>/dev/null || exit 7
            empty "$other/data"
            laptop check >"$OUT/check" 2>/dev/null
            [ $? -lt 2 ] || exit 8
            laptop sync >"$OUT/received" 2>&1 || exit 9
            laptop check && laptop sync status >"$OUT/done" || exit 10
            desk list --json=array --photos >"$OUT/desk.json" || exit 11
            laptop list --json=array --photos >"$OUT/laptop.json" || exit 12
            """)
        try #require(status == 0)
        let message = try script.text("full")
        #expect(message.contains("cards-tui: The disk of \(script.laptop.store) is full."))
        #expect(message.contains("Free some space") && message.hasSuffix("status 3\n"))
        // All cards of a batch come together, or none.
        let count = try script.text("before").split(separator: "\n").count
        #expect(count == 7 || (count == 1 && room < 100))
        #expect(try script.text("check").contains("is intact"))
        #expect(try script.text("received").contains("received"))
        #expect(try script.text("done").contains("nothing pending"))
        let cards = try JSONParser.parse(Array(script.text("laptop.json").utf8)).array ?? []
        #expect(cards.count == 7 && cards.count { $0["front"]?.string?.isEmpty == false } == 6)
        #expect(try script.text("desk.json") == script.text("laptop.json"))
    }
}
