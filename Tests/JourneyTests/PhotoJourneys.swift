import CardPhotos
import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Photos in the real program", .inTurns)
struct PhotoJourneys {
    private typealias Look = VirtualTerminal.Look

    /// The cells of the picture, by row.
    private func picture(_ screen: VirtualTerminal) -> [[Look]] {
        (1..<screen.size.rows - 2).map { row in (0..<screen.size.columns).map { screen[$0, row] } }
    }

    /// The picture after its frame has arrived completely: the message of a later key follows it in the output.
    private func settled(_ program: TerminalProgram, isMouseOn: Bool) async throws -> [[Look]] {
        try await program.press("M")
        try await program.wait(for: isMouseOn ? "Mouse on" : "Mouse off")
        return await program.look { picture($0) }
    }

    @Test("a photo is zoomed, moved, turned, inverted and reset; w writes it as stored")
    func viewer() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let program = try home.start(environment: ["COLORTERM": "truecolor"])
        try await program.wait(forPosition: "1 of 1")
        try await program.press("1")
        try await program.wait(until: "the photo") { $0.coloredCells.count > 500 }
        let whole = try await settled(program, isMouseOn: false)
        var (last, isMouseOn) = (whole, false)
        for (key, words) in [("+", "125 %"), ("+", "150 %"), ("right", "150 %"), ("x", "150 %"), ("r", "150 %")] {
            try await program.press(key)
            let before = last
            try await program.wait(until: "another picture after \(key)") { screen in
                screen.text.contains(words) && picture(screen) != before
            }
            isMouseOn.toggle()
            last = try await settled(program, isMouseOn: isMouseOn)
        }
        try await program.press("0", "x", "r", "r", "r")
        try await program.wait(until: "the first picture") { screen in
            screen.text.contains("whole picture") && picture(screen) == whole
        }
        try await program.press("w")
        try await program.wait(forText: "Save the front photo of swifting.io as a file")
        try await program.press("ctrl-u")
        try await program.type(home.path("front.png"))
        try await program.press("enter")
        try await program.wait(forText: "Saved the front photo of swifting.io to")
        #expect(try await home.run("export", "--photos", home.path("out")).status == 0)
        let stored = try Files.bytes(of: home.path("out/swifting-io-front.png"))
        #expect(try Files.bytes(of: home.path("front.png")) == stored)
        #expect(stored.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        try await program.press("q")
        #expect(try await program.quit() == 0)
    }

    @Test(
        "show --photo draws on a terminal, with the blocks that its font has", arguments: ["xterm-256color", "linux"])
    func shown(terminal: String) async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let program = try home.start(["show", "swifting.io", "--photo", "back"], environment: ["TERM": terminal])
        #expect(try await program.exitStatus() == 0)
        #expect(await program.look { $0.coloredCells.count } > 500)
        // A console that cannot be queried has letters only.
        let hasBlocks = await program.text.unicodeScalars.contains { (0x2580...0x259F).contains($0.value) }
        #expect(hasBlocks == (terminal != "linux"))
    }

    @Test("a damaged photo is shown as far as possible and marked; a new card rejects it")
    func damaged() async throws {
        let decoder = HelperPhotoDecoder(executable: Home.program)
        var photo = try await decoder.thumbnail(
            of: Samples.photoBytes("Elm Gym", .front), fitting: PixelSize(width: 800, height: 800))
        let middle = photo.count * 3 / 4
        // Reserved markers.
        photo.replaceSubrange(middle..<middle + 300, with: (0..<300).map { [0xFF, 0x02, 0x34][$0 % 3] })
        let home = try Home()
        try await home.bring([Samples.card("Elm Gym", ["front": .string(Samples.base64(photo))])])
        let program = try home.start(["show", "Elm Gym", "--photo", "front"])
        #expect(try await program.exitStatus() == 0)
        #expect(await program.text.contains("The photo is damaged and shown in part."))
        let file = home.path("front.jpg")
        try Data(photo).write(to: URL(fileURLWithPath: file))
        let added = try await home.run("add", "--name", "Old Bakery", "--number", "1", "--front", file)
        #expect(added.status == 1 && added.errors.contains("its data is damaged"), "\(added.errors)")
        #expect(try await home.names() == ["Elm Gym"])
    }

    @Test("kitty gets pixels, a sheet over them turns them into symbols, and leaving deletes them")
    func pixels() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let program = try home.start(
            environment: ["KITTY_WINDOW_ID": "1", "COLORTERM": "truecolor"], cell: CellPixels(width: 10, height: 20))
        try await program.wait(forPosition: "1 of 1")
        try await program.press("1")
        try await program.wait(forOutput: "\u{1B}_Ga=T,f=100")
        try await program.wait(until: "nothing but pixels") { screen in
            screen.text.contains("whole picture") && picture(screen).joined().allSatisfy(\.isBare)
        }
        // Text changing beside it is no reason to send it again.
        _ = try await settled(program, isMouseOn: false)
        #expect(await commands("a=T", in: program) == 1)
        try await program.type(":")
        try await program.wait(forOutput: "\u{1B}_Ga=d,d=I")
        try await program.press("esc")
        try await program.wait(until: "pixels again") { picture($0).joined().allSatisfy(\.isBare) }
        try await program.press("q")
        try await program.wait(forPosition: "1 of 1")
        #expect(try await program.quit() == 0)
        #expect(await commands("a=T", in: program) == (await commands("a=d,d=I", in: program)))
    }

    @Test(
        "an icon set by a command is in pixels in the list and in the wallet; a part of the photo replaces it, and undo brings it back"
    )
    func icon() async throws {
        let home = try Home()
        let (photo, logo, text, claim) = (
            home.path("photo.png"), home.path("logo.png"), home.path("text.png"), home.path("claim.png")
        )
        for (path, bytes) in [
            (photo, Samples.photoBytes("Elm Gym", .front)), (logo, Samples.photoBytes("Elm Gym", .back)),
            (text, Array("no picture".utf8)), (claim, Samples.claim(50_000)),
        ] {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }
        for wrong in [text, claim, home.path("gone.png")] {
            let result = try await home.run("add", "--name", "Elm Gym", "--number", "1", "--icon", wrong)
            #expect(result.status == 1 && result.errors.contains(wrong), "\(result.errors)")
        }
        #expect(try await home.names().isEmpty)
        let added = try await home.run("add", "--name", "Elm Gym", "--number", "1", "--front", photo, "--icon", logo)
        #expect(added.status == 0, "\(added.errors)")
        let icon = try await home.run("photo", "elm", "icon").output
        let program = try home.start(
            environment: ["KITTY_WINDOW_ID": "1", "COLORTERM": "truecolor"], cell: CellPixels(width: 10, height: 20))
        try await program.wait(forPosition: "1 of 1")
        try await program.wait(forOutput: "\u{1B}_Ga=T,f=100")
        try await program.press("1")
        try await program.wait(forText: "whole picture")
        try await program.type("i")
        try await program.wait(forText: "Crop the icon")
        try await program.press("enter")
        try await program.wait(forText: "Changed the icon of Elm Gym")
        try await program.press("q")
        try await program.wait(forPosition: "1 of 1")
        #expect(try await program.quit() == 0)
        #expect(try await home.run("photo", "elm", "icon").output != icon)
        #expect(try await home.run("history", "elm").output.contains("icon"))
        #expect(try await home.run("undo").output.contains("changed the icon of Elm Gym"))
        #expect(try await home.run("photo", "elm", "icon").output == icon)
    }

    @Test("the setting pictures decides how a photo is drawn, whatever the terminal's name")
    func settings() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        for (setting, start) in [("iterm", "\u{1B}]1337;File="), ("sixel", "\u{1B}P0;1;0q")] {
            try home.configure("pictures: \(setting)\n")
            let program = try home.start(cell: CellPixels(width: 10, height: 20))
            try await program.wait(forPosition: "1 of 1")
            let list = try await settled(program, isMouseOn: false)
            try await program.press("1")
            try await program.wait(forOutput: start)
            try await program.press("q")
            try await program.wait(until: "the list as it was") { picture($0) == list }
            #expect(try await program.quit() == 0)
        }
        try home.configure("pictures: symbols\n")
        let program = try home.start(environment: ["KITTY_WINDOW_ID": "1"])
        try await program.wait(forPosition: "1 of 1")
        try await program.press("1")
        try await program.wait(until: "symbols") { $0.coloredCells.count > 500 }
        #expect(await commands("", in: program) == 0)
    }

    /// The number of kitty graphics commands sent with these keys.
    private func commands(_ keys: String, in program: TerminalProgram) async -> Int {
        let output = await program.output
        return String(decoding: output, as: UTF8.self)
            .split(separator: "\u{1B}_G\(keys)", omittingEmptySubsequences: false).count - 1
    }
}

extension VirtualTerminal.Look {
    /// A blank in the terminal's own colors, as under pixels.
    fileprivate var isBare: Bool {
        text.allSatisfy(\.isWhitespace) && foreground == .terminalDefault && background == .terminalDefault
    }
}
