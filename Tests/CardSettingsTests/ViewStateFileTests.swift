import Cards
import Synchronization
import TestSupport
import Testing

@testable import CardSettings

/// The view state as a file.
struct ViewStateFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/state/cards-tui/screen.json" }

    init() throws { folder = try TemporaryFolder() }

    private static func themed(_ name: String) -> ViewState {
        var state = ViewState()
        (state.theme, state.order, state.layout) = (name, CardOrder(.used, isReversed: true), .wallet)
        return state
    }

    @Test(
        "without a file the defaults are used; the saved file is private and read by the next program"
    )
    func keep() async throws {
        let file = ViewStateFile(path: path)
        #expect(file.load() == ViewState())
        await file.keep(Self.themed("nord"))
        #expect(ViewStateFile(path: path).load() == Self.themed("nord"))
        #expect(try folder.mode(of: "state/cards-tui/screen.json") == 0o600)
    }

    @Test("the last program to write wins")
    func last() async {
        let (one, other) = (ViewStateFile(path: path), ViewStateFile(path: path))
        await one.keep(Self.themed("nord"))
        await other.keep(Self.themed("dracula"))
        #expect(one.load() == Self.themed("dracula"))
        await one.keep(ViewState())
        #expect(other.load() == ViewState())
    }

    @Test(
        "an invalid, foreign or oversized file is ignored and replaced",
        arguments: ["", "{", "[1]", "\u{0}", "theme: x"])
    func broken(_ text: String) async throws {
        let path = try folder.write(text, to: "screen.json")
        let file = ViewStateFile(path: path)
        #expect(file.load() == ViewState())
        await file.keep(Self.themed("nord"))
        #expect(file.load() == Self.themed("nord"))
        _ = try folder.write("{\"theme\":\"" + String(repeating: "x", count: 70_000) + "\"}", to: "screen.json")
        #expect(file.load() == ViewState())
    }

    @Test("a failed save is reported and has no other effect")
    func unkept() async throws {
        let notAFolder = try folder.write("a file", to: "state")
        let reported = Mutex<[FileError]>([])
        let file = ViewStateFile(path: notAFolder + "/screen.json") { error in reported.withLock { $0.append(error) } }
        await file.keep(Self.themed("nord"))
        #expect(reported.withLock(\.count) == 1)
        #expect(file.load() == ViewState())
    }
}
