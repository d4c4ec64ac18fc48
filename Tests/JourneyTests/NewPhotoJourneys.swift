import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

@testable import CardPhotos

@Suite("Choosing and taking photos", .inTurns)
struct NewPhotoJourneys {
    /// A simulated camera (ffmpeg-filters: testsrc) whose pictures all differ.
    private static let camera =
        "ffmpeg -nostdin -hide_banner -loglevel error -re -f lavfi -i testsrc=size=640x480:rate=30 "
        + "-c:v mjpeg -q:v 3 -f mjpeg -"

    private func home(camera: String = camera) throws -> Home {
        let home = try Home()
        try home.configure("camera:\n  command: \(camera)\n")
        try FileManager.default.createDirectory(
            atPath: home.path("Pictures/wallet"), withIntermediateDirectories: true)
        let photo = Data(Samples.photoBytes("Club", .front))
        try photo.write(to: URL(fileURLWithPath: home.path("Pictures/wallet/IMG_1.png")))
        return home
    }

    /// Opens a form with a name, and focuses the field of the front.
    private func form(_ program: TerminalProgram) async throws {
        try await program.wait(for: "No cards yet")
        try await program.press("a")
        try await program.wait(for: "New card")
        try await program.type("Club")
        for _ in 0..<Samples.fieldsBeforeFront { try await program.press("down") }
        try await program.wait(for: "Ctrl-O choose")
    }

    /// The stored photo, decoded.
    private func stored(_ side: String, _ home: Home) async throws -> (bytes: [UInt8], size: PixelSize) {
        #expect(try await home.run("export", "--photos", home.path("out")).status == 0)
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: home.path("out")).first { $0.contains(side) })
        let bytes = try Files.bytes(of: home.path("out/" + name))
        let decoder = HelperPhotoDecoder(executable: Home.program)
        let image = try await decoder.decode(bytes, fitting: PixelSize(width: 4000, height: 4000))
        await decoder.shutDown()
        return (bytes, image.size)
    }

    @Test(
        "a card with a front from a folder and a back from the camera is uploaded and kept over a restart")
    func wholeWay() async throws {
        let home = try home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let program = try home.start(["--backend", backend.url], environment: ["COLORTERM": "truecolor"])
        try await form(program)

        // The front: from a folder, with the preview beside the rows, then cropped.
        try await program.press("enter")
        try await program.wait(for: "Choose the front")
        try await program.type(home.path("Pictures/w"))
        try await program.press("tab")
        try await program.wait(for: "Pictures/wallet/")
        try await program.press("enter")
        try await program.wait(for: "IMG_1.png")
        try await program.wait(until: "the preview") { $0.coloredCells.count > 100 }
        try await program.press("enter")
        try await program.wait(for: "Crop the front")
        try await program.wait(until: "the photo behind the outline") { $0.coloredCells.count > 500 }
        for _ in 0..<5 { try await program.press("+") }
        try await program.wait(for: "zoom 150 %")
        try await program.press("enter")
        try await program.wait(for: "a picture; ↵ changes it")

        // The back: from the camera.
        try await program.press("tab", "ctrl-t")
        try await program.wait(for: "Take the back")
        try await program.wait(for: "hold the card within the outline")
        try await program.wait(until: "the camera's picture") { $0.coloredCells.count > 500 }
        let first = await program.look { $0.coloredCells }
        try await program.wait(until: "another one") { $0.coloredCells != first }
        try await program.press("space")
        try await program.wait(for: "Crop the back")
        try await program.press("enter")
        try await program.wait(for: "New card")

        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Club")
        try await program.wait(outside: "the upload") { backend.cards.count == 1 }
        try await program.press("enter")
        let front = try await program.picture("front")
        let back = try await program.picture("back")
        #expect(front != back)
        try await program.press("1")
        try await program.wait(until: "the front over the screen") { $0.coloredCells.count > 900 }
        try await program.press("q", "q", "v")
        try await program.wait(until: "the wallet's picture") { $0.coloredCells.count > 50 }
        #expect(try await program.quit() == 0)

        let demo = try DemoSize.of(Samples.photoBytes("Club", .front))
        let (frontBytes, frontSize) = try await stored("front", home)
        #expect(frontBytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(abs(Double(frontSize.width) - Double(demo.width) / 1.5) <= 1)
        let (backBytes, backSize) = try await stored("back", home)
        #expect(backBytes.starts(with: [0xFF, 0xD8]))
        #expect(backSize == PixelSize(width: 640, height: 404))
        #expect(backend.cards.first?["back"] == .string(Samples.base64(backBytes)))

        let again = try home.start(["--backend", backend.url], environment: ["COLORTERM": "truecolor"])
        try await again.wait(forPosition: "1 of 1")
        // The view of the last session.
        try await again.wait(until: "the wallet's picture") { $0.coloredCells.count > 50 }
        try await again.press("enter")
        // Each is closer to its original than to the other one; not equal to the last cell, because the wallet's thumbnail may stand in
        // for it.
        let pictures = (front: try await again.picture("front"), back: try await again.picture("back"))
        func likeness(_ one: [VirtualTerminal.Look], _ other: [VirtualTerminal.Look]) -> Int {
            zip(one, other).count { $0 == $1 }
        }
        #expect(likeness(pictures.front, front) > likeness(pictures.front, back))
        #expect(likeness(pictures.back, back) > likeness(pictures.back, front))
        try await again.press("q")
        #expect(try await again.quit() == 0)
    }

    @Test("the camera's command ends with its screen and with the program", arguments: [false, true])
    func cameraEnds(byKill: Bool) async throws {
        let folder = try TemporaryFolder()
        let mark = folder.path + "/running"
        let home = try home(camera: "echo $$ > \(mark); \(Self.camera)")
        let program = try home.start()
        try await form(program)
        try await program.press("ctrl-t")
        try await program.wait(for: "hold the card within the outline")
        let process = Processes([try #require(Int32(try folder.text(of: "running").dropLast()))])
        if byKill {
            await program.kill(SIGKILL)
            _ = try await program.exitStatus()
        } else {
            try await program.press("esc")
            try await program.wait(for: "New card")
        }
        #expect(await process.end())
    }

    @Test("add --front stores an upright photo without metadata, and rejects other files")
    func added() async throws {
        let home = try home()
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: home.path("text.jpg")))
        let refused = try await home.run("add", "--name", "Gym", "--back", home.path("text.jpg"))
        #expect(refused.status == 1)
        #expect(refused.errors.contains("text.jpg: This is not a picture. Nothing was added."))
        #expect(try await home.names().isEmpty)
        let picture = Samples.photoBytes("Club", .front)
        // Text chunks of a PNG come before its end.
        let words = PNGWriter.chunk("tEXt", Array("Comment\0at home".utf8))
        try Data(picture.dropLast(12) + words + picture.suffix(12)).write(
            to: URL(fileURLWithPath: home.path("words.png")))
        try await home.add("Club", number: "1", "--front", home.path("words.png"))
        let (bytes, size) = try await stored("front", home)
        #expect(bytes.firstRange(of: Array("at home".utf8)) == nil)
        #expect(size == (try DemoSize.of(picture)))
    }

    @Test(
        "a full disk while a photo is saved gives a message, and the form is unchanged",
        SmallDisk.isPossible)
    func fullDisk() async throws {
        let home = try home()
        let disk = try SmallDisk(home)
        let program = disk.program
        try await form(program)
        // Noise, which does not compress.
        var generator = SeededGenerator(usual: 1)
        let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try Data(try #require(PNGWriter.bytes(width: 400, height: 250, channels: .rgb, pixels: noise))).write(
            to: URL(fileURLWithPath: home.path("noise.png")))
        try await program.paste(home.path("noise.png"))
        try await program.wait(for: "a picture; ↵ changes it")
        try await program.press("ctrl-s")
        try await program.wait(forText: "is full. The last change was not saved")
        #expect(await program.text.contains("Club"))
        try await disk.makeRoom()
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Club")
        #expect(try await program.quit() == 0)
    }

    @Test("a missing camera gives a message, and the key to choose a file")
    func noCamera() async throws {
        let home = try home(camera: "cards-tui-no-such-camera")
        let program = try home.start()
        try await form(program)
        try await program.press("ctrl-t")
        try await program.wait(for: "The camera stopped")
        try await program.wait(forText: "↵ try again  o choose a file")
        try await program.press("o")
        try await program.wait(for: "Choose the front")
        try await program.press("esc")
        try await program.wait(for: "Ctrl-O choose")
    }

    @Test(
        "a pipe, a folder, a text and a truncated picture as photos give a message; the form is unchanged"
    )
    func badFiles() async throws {
        let home = try home()
        let picture = Samples.photoBytes("Club", .front)
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: home.path("text.jpg")))
        try Data(picture.prefix(picture.count / 2)).write(to: URL(fileURLWithPath: home.path("half.png")))
        try Data(Samples.claim(50_000)).write(to: URL(fileURLWithPath: home.path("bomb.png")))
        let entity = "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><svg>&x;</svg>"
        try Data(entity.utf8).write(to: URL(fileURLWithPath: home.path("entity.png")))
        #expect(mkfifo(home.path("pipe.jpg"), 0o600) == 0)
        let program = try home.start()
        try await form(program)
        for (name, words) in [
            ("text.jpg", "This is not a picture."), ("half.png", "The picture file is incomplete."),
            ("bomb.png", "too large to show: 50000 x 50000"), ("entity.png", "SVG pictures cannot be"),
            ("pipe.jpg", "it is not a regular file"), ("gone.jpg", "there is no such file"),
            ("Pictures", "it is a folder"),
        ] {
            try await program.paste(home.path(name))
            try await program.wait(forText: words)
            try await program.press("ctrl-u")
        }
        #expect(await program.text.contains("Club"))
        #expect(await !program.text.contains("a picture; ↵ changes it"))
    }
}

/// The size in a picture's header.
private enum DemoSize {
    static func of(_ png: [UInt8]) throws -> PixelSize {
        func number(_ offset: Int) -> Int { png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        try #require(png.count > 24)
        return PixelSize(width: number(16), height: number(20))
    }
}
