internal import Terminal

/// What the environment asks of colours. `NO_COLOR` (no-color.org) goes first, then `FORCE_COLOR` (force-color.org, with the levels of
/// Node.js: 0 none, 1 sixteen, 2 256, 3 all), then `CLICOLOR_FORCE` and `CLICOLOR=0` (bixense.com/clicolors).
enum ColorWish: Equatable {
    case none
    /// As the terminal shows them.
    case usual
    /// At least so many, whatever the terminal's description says.
    case atLeast(ColorDepth)

    init(_ environment: (String) -> String?) {
        func isSet(_ name: String) -> Bool { !["", "0"].contains(environment(name) ?? "") }
        if !(environment("NO_COLOR") ?? "").isEmpty {
            self = .none
        } else if let level = environment("FORCE_COLOR"), !level.isEmpty {
            switch level.lowercased() {
            case "0", "false": self = .none
            case "2": self = .atLeast(.indexed256)
            case "3": self = .atLeast(.trueColor)
            default: self = .atLeast(.sixteen)
            }
        } else if isSet("CLICOLOR_FORCE") {
            self = .atLeast(.sixteen)
        } else {
            self = environment("CLICOLOR") == "0" ? .none : .usual
        }
    }

    func raised(_ shown: ColorDepth) -> ColorDepth {
        let order: [ColorDepth] = [.monochrome, .sixteen, .indexed256, .trueColor]
        guard case .atLeast(let least) = self else { return shown }
        return order.last { $0 == least || $0 == shown } ?? shown
    }
}
