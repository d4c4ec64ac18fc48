import CardSettings
import Testing

struct PathsTests {
    private func environment(_ values: [String: String]) -> Environment { { values[$0] } }

    @Test("the folders of XDG are used")
    func xdg() throws {
        let paths = try Paths(
            environment: environment([
                "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c/", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k",
            ]))
        #expect(paths.store == "/d/cards-tui/cards.sqlite")
        #expect(paths.config == "/c/cards-tui/config.yaml")
        #expect(paths.drafts == "/s/cards-tui/drafts")
        #expect(paths.log == "/s/cards-tui/log")
        #expect(paths.cache == "/k/cards-tui")
    }

    @Test("a relative or empty folder of XDG is ignored", arguments: ["relative/here", "", "."])
    func relative(_ value: String) throws {
        let paths = try Paths(environment: environment(["HOME": "/home/me", "XDG_DATA_HOME": value]))
        #expect(paths.store == "/home/me/.local/share/cards-tui/cards.sqlite")
    }

    @Test("without settings the folders are in the home folder")
    func home() throws {
        let paths = try Paths(environment: environment(["HOME": "/home/me/"]))
        #expect(paths.store == "/home/me/.local/share/cards-tui/cards.sqlite")
        #expect(paths.config == "/home/me/.config/cards-tui/config.yaml")
        #expect(paths.state == "/home/me/.local/state/cards-tui")
        #expect(paths.cache == "/home/me/.cache/cards-tui")
    }

    @Test("without HOME the home folder is that of the password file")
    func passwordFile() throws {
        let paths = try Paths(environment: environment([:]))
        #expect(paths.state.hasPrefix("/"))
        #expect(paths.state.hasSuffix("/.local/state/cards-tui"))
    }

    @Test("paths of the command line are used unchanged")
    func named() throws {
        let paths = try Paths(environment: environment(["HOME": "/h"]), store: "my.db", config: "../c.yaml")
        #expect(paths.store == "my.db")
        #expect(paths.config == "../c.yaml")
    }
}
