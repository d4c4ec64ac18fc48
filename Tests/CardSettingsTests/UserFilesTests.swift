import CardSettings
import Cards
import Foundation
import TestSupport
import Testing

@Suite("The user's files, links and keys")
struct UserFilesTests {
    private let folder: TemporaryFolder
    private let files: UserFiles

    init() throws {
        folder = try TemporaryFolder()
        let home = folder.path
        files = UserFiles(environment: { $0 == "HOME" ? home : nil })
    }

    @Test("a path is completed in its typed form, folders with a slash")
    func completions() async throws {
        #expect(mkdir(folder.path + "/pictures", 0o700) == 0)
        for name in ["cards.json", "cards.yaml", ".hidden", "pictures/front.png"] {
            _ = try folder.write("x", to: name)
        }
        #expect(await files.completions(of: "~") == ["~/"])
        #expect(await files.completions(of: "~/") == ["~/cards.json", "~/cards.yaml", "~/pictures/"])
        #expect(await files.completions(of: "~/.h") == ["~/.hidden"])
        #expect(await files.completions(of: folder.path + "/pictures/f") == [folder.path + "/pictures/front.png"])
        #expect(await files.completions(of: "~/none/") == [])
    }

    @Test("a path with ~ is read, and an invalid one gives a reason")
    func reading() async throws {
        _ = try folder.write("abc", to: "a.txt")
        #expect(try await files.read("~/a.txt", limit: 3) == Array("abc".utf8))
        await #expect(throws: FileError.self) { try await files.read("~/a.txt", limit: 2) }
        await #expect(throws: FileError.self) { try await files.read("~/", limit: 9) }
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        await #expect(throws: FileError.self) { try await files.read("~/pipe", limit: 9) }
    }

    @Test("a listing contains folders and regular files, also behind links")
    func listing() async throws {
        for name in ["pictures/front.png", "pictures/.hidden.png", "pictures/2024/old.jpg"] {
            #expect(mkdir(folder.path + "/pictures", 0o700) == 0 || errno == EEXIST)
            #expect(mkdir(folder.path + "/pictures/2024", 0o700) == 0 || errno == EEXIST)
            _ = try folder.write("abc", to: name)
        }
        let path = folder.path + "/pictures"
        #expect(mkfifo(path + "/pipe.jpg", 0o600) == 0)
        #expect(symlink("front.png", path + "/link.png") == 0)
        #expect(symlink("gone.png", path + "/broken.png") == 0)
        #expect(symlink("2024", path + "/last") == 0)
        // A name that is not UTF-8: each invalid byte is a code point of a private plane.
        let odd = path.utf8.map { CChar(bitPattern: $0) } + [0x2F, -1, -2, 0x2E, 0x6A, 0x70, 0x67, 0]
        let descriptor = open(odd, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)

        let listing = try await files.listing(ofFolder: "~/pictures/", where: PhotoFileName.isPicture)
        #expect(listing.path.hasSuffix("/pictures"))
        #expect(listing.label == "~/pictures")
        #expect(listing.parent == String(listing.path.dropLast(9)))
        let entries = Dictionary(uniqueKeysWithValues: listing.entries.map { ($0.name, $0) })
        #expect(
            Set(entries.keys) == [".hidden.png", "front.png", "link.png", "2024", "last", "\u{10FFFF}\u{10FFFE}.jpg"])
        #expect(entries["front.png"]?.byteCount == 3)
        #expect(entries["front.png"]?.isFolder == false)
        #expect(entries["last"]?.isFolder == true)
        #expect(entries[".hidden.png"]?.isHidden == true)
        #expect(abs((entries["front.png"]?.modified.milliseconds ?? 0) / 1000 - Int64(time(nil))) < 3600)
        #expect(await files.isFolder("~/pictures/2024"))
        #expect(await !files.isFolder("~/pictures/front.png"))
        #expect(try await files.listing(ofFolder: "/", where: PhotoFileName.isPicture).parent == nil)
        #expect(try await files.listing(ofFolder: "~", where: PhotoFileName.isPicture).label == "~")
    }

    @Test("a missing folder, and a file in its place, give a reason")
    func noFolder() async throws {
        _ = try folder.write("x", to: "a.txt")
        for path in ["~/none", "~/a.txt"] {
            await #expect(throws: FileError.self) {
                try await files.listing(ofFolder: path, where: PhotoFileName.isPicture)
            }
        }
    }

    @Test("open_command gets a link as one argument, whatever it contains")
    func opening() async throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let script = try folder.write("#!/bin/sh\nprintf %s \"$#:$2\" > '\(pipe)'\n", to: "open")
        #expect(chmod(script, 0o700) == 0)
        let link = "https://a.example/?q=$(touch x)&b='\"; rm -rf ~"
        // Read by a shell: a program started by another test may have the script open for writing, and then it cannot
        // be executed.
        let opener = LinkOpener(command: "/bin/sh '\(script)' --quiet", patience: .zero)
        #expect(try await opener.open(link) == .started)
        // Waits until the command opens its end.
        let file = try #require(fopen(pipe, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = fread(&bytes, 1, bytes.count, file)
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "2:" + link)
    }

    @Test("without open_command the desktop's opener is searched for in absolute folders of PATH only")
    func desktopOpener() async throws {
        #expect(symlink("/bin/true", folder.path + "/xdg-open") == 0)
        #expect(mkdir(folder.path + "/empty", 0o700) == 0)
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let relative = String(repeating: "../", count: depth) + folder.path.dropFirst()
        func opener(_ path: String) -> LinkOpener {
            LinkOpener(command: nil) { ["DISPLAY": ":0", "PATH": path][$0] }
        }
        try await opener("\(folder.path)/empty:\(folder.path)").open("https://a.example")
        await #expect(throws: LinkError.noCommand) {
            try await opener("\(relative):\(folder.path)/empty").open("https://a.example")
        }
    }

    @Test(
        "an opener that does not exist or fails has opened nothing",
        arguments: [
            ("/nonexistent/browser", "The open_command failed: exit code 127."),
            ("sh -c 'exit 3' x", "The open_command failed: exit code 3."),
            ("sh -c 'kill -9 $$' x", "The open_command failed: signal 9."),
        ])
    func failingOpener(command: String, message: String) async throws {
        let patience = Duration.seconds(600)
        do {
            try await LinkOpener(command: command, patience: patience).open("https://a.example")
            Issue.record("it has opened the link")
        } catch {
            #expect((error as? LinkError)?.userMessage == message)
        }
        #expect(try await LinkOpener(command: "true", patience: patience).open("https://a.example") == .opened)
        // Without a command of the settings the desktop's is named.
        #expect(symlink("/bin/false", folder.path + "/xdg-open") == 0)
        await #expect(throws: LinkError.failed("xdg-open failed: exit code 1")) {
            try await LinkOpener(
                command: nil, environment: { [folder] in ["DISPLAY": ":0", "PATH": folder.path][$0] },
                patience: patience
            )
            .open("https://a.example")
        }
    }

    @Test("copy_command gets the copied text on its input, and only success is reported as copied")
    func copying() async throws {
        let text = "4006 $(touch x) '\"; ł\n"
        let taken = folder.path + "/taken"
        let command = "cat > '\(taken)'"
        #expect(try await ClipboardCommand(command: command, environment: { _ in nil }).copy(text) == .copied)
        #expect(try folder.text(of: "taken") == text)
        await #expect(throws: ClipboardError.self) {
            try await ClipboardCommand(command: "cat >/dev/null; exit 3", environment: { _ in nil }).copy(text)
        }
        // A command that does not end is killed.
        await #expect(throws: ClipboardError.self) {
            try await ClipboardCommand(
                command: "exec sleep 3600", environment: { _ in nil }, timeout: .milliseconds(50)
            ).copy(text)
        }
    }

    @Test("without copy_command the terminal is used; inside tmux tmux, or the terminal without tmux")
    func copyingWithoutCommand() async throws {
        #expect(try await ClipboardCommand(command: nil, environment: { _ in nil }).copy("1") == .notAccepted)
        // No server listens there, or tmux is not installed.
        let inside = ClipboardCommand(command: nil, environment: { $0 == "TMUX" ? "/nonexistent,1,0" : nil })
        #expect(try await inside.copy("1") == .notAccepted)
    }

    @Test("without command and desktop a link can only be copied")
    func noCommand() async {
        await #expect(throws: LinkError.noCommand) {
            try await LinkOpener(command: nil, environment: { _ in nil }).open("https://a.example")
        }
    }
}
