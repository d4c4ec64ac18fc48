internal import Cards

/// A setting: its name in the file, what it means, and the function that reads its value.
///
/// ``all`` is the one table of settings: the reader and the file that `:settings` begins with are made from it.
struct ConfigSetting: Sendable {
    private typealias Field<Value> = any WritableKeyPath<Config, Value> & Sendable

    let key: String
    /// For the user, in one sentence or two; empty where the settings below it say it.
    let meaning: String
    /// As it stands in a new file, commented: the default, or an example where there is none.
    let value: String
    /// The settings below it.
    let members: [ConfigSetting]
    let apply: @Sendable (inout ConfigReader, YAMLNode) -> Void

    private init(
        _ key: String, _ value: String, _ meaning: String, members: [ConfigSetting] = [],
        apply: @escaping @Sendable (inout ConfigReader, YAMLNode) -> Void
    ) {
        (self.key, self.value, self.meaning, self.members, self.apply) = (key, value, meaning, members, apply)
    }

    /// - Parameter name: with the names of those that it is below of, for messages; nil for one at the top.
    private static func group(
        _ key: String, _ meaning: String, named name: String? = nil, _ members: [ConfigSetting]
    ) -> ConfigSetting {
        ConfigSetting(key, "", meaning, members: members) { $0.readMap($1, name ?? key, members) }
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ key: String, _ field: Field<Value>, _ meaning: String
    ) -> ConfigSetting {
        let values = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return ConfigSetting(key, Config()[keyPath: field].rawValue, "\(meaning) One of: \(values).") {
            $0.choice($1, field)
        }
    }

    private static func flag(_ key: String, _ field: Field<Bool>, _ meaning: String)
        -> ConfigSetting
    {
        ConfigSetting(key, String(Config()[keyPath: field]), meaning) { $0.flag($1, field) }
    }

    private static func text(
        _ key: String, example: String, _ field: Field<String?>, _ meaning: String
    ) -> ConfigSetting {
        ConfigSetting(key, example, meaning) { $0.text($1, field) }
    }

    /// A file or a command that credentials come from.
    private static func credentials(
        file: String, _ example: String, command: String, _ otherExample: String,
        _ field: Field<CredentialsSource?>, _ meaning: String
    ) -> [ConfigSetting] {
        [
            ConfigSetting(file, example, "\(meaning), from a file that only you can read (chmod 600).") {
                $0.credentials($1, field) { reader, text in .file(reader.absolute(text)) }
            },
            ConfigSetting(command, otherExample, "Or from the output of a command.") {
                $0.credentials($1, field) { _, text in .command(text) }
            },
        ]
    }

    private static func certificates(_ field: Field<String?>) -> ConfigSetting {
        ConfigSetting("ca_file", "~/ca.pem", "Certificates to trust instead of the system's.") { reader, node in
            reader.text(node, field)
            reader.config[keyPath: field] = reader.config[keyPath: field].map(reader.absolute)
        }
    }

    private static let plainHTTP =
        "Whether credentials may go to another machine over http:// : anyone on the network can read them."

    private static func kept(
        _ key: String, _ field: Field<Int>, _ meaning: String
    ) -> ConfigSetting {
        ConfigSetting(key, String(Config()[keyPath: field]), meaning) {
            $0.number($1, field, of: Config.keptBackups)
        }
    }

    /// All settings, in the order of a new file: first what people look for first.
    static let all: [ConfigSetting] = [
        ConfigSetting(
            "theme", "terminal",
            """
            The colors: terminal, which are the terminal's own, one of `cards-tui themes`, or two of them for light and
            dark terminals: {light: gruvbox-light, dark: nord}.
            """
        ) {
            $0.theme($1)
        },
        ConfigSetting("mouse", "true", "Whether the mouse works; false leaves it to the terminal.") {
            $0.flag($1, \.isMouseOn)
        },
        choice("motion", \.motion, "Whether elements may fade and slide."),
        choice("pictures", \.pictures, "How photos are sent to the terminal."),
        ConfigSetting(
            "escape_delay", String(Config().escapeDelay),
            "How long Esc waits for the rest of a key sequence, in milliseconds; set more for a slow connection."
        ) { $0.escapeDelay($1) },
        ConfigSetting(
            "keys", "{list.star: '*', app.quit: [q, ctrl-q]}",
            "Your own keys; `cards-tui keys` lists the names of all commands."
        ) { $0.keys($1) },
        text("open_command", example: "w3m", \.commands.open, "Opens links; receives the link as its last argument."),
        text(
            "copy_command", example: "wl-copy", \.commands.copy,
            "Copies what `y` copies: receives the text on standard input. If not set, the terminal's clipboard is used."
        ),
        group(
            "camera", "The camera that scans barcodes and takes photos.",
            [
                text(
                    "command", example: "rpicam-vid -n -t 0 --codec mjpeg -o -", \.commands.camera,
                    "Writes JPEGs, one after another, until it is stopped. If not set, the default camera is used.")
            ]),
        choice("validation", \.validation, "What a card needs before it can be saved."),
        flag(
            "count_uses", \.countsUses,
            "Whether to count when and how often a card is opened, on this machine only."),
        ConfigSetting(
            "remind_before", "[30d, 7d, 1d]",
            "When `cards-tui remind` reminds you of an expiry date: days, 2w, 1m; [] for never."
        ) { $0.remindBefore($1) },
        ConfigSetting(
            "remind_moments", "[24h]",
            "When `cards-tui remind` reminds you of a departure or an event: hours, 2d; [] for never."
        ) { $0.remindMoments($1) },
        text(
            "remind_command", example: "notify-send Cards \"$(jq -r '.[].text')\"", \.expiry.command,
            "Receives the reminders as JSON on standard input. If not set, they are printed."),
        ConfigSetting(
            "archive_expired_after", "30d", "Archives cards this long after they expire. If not set, none are archived."
        ) { $0.archiveAfter($1) },
        ConfigSetting("backup", "", "Automatic backups.", members: backup) { $0.backup($1) },
        group("backend", "A My Cards or Firebase server; `B` in the program also sets it up.", backend),
        group(
            "passes", "New versions of passes, from their issuers; you are asked about each issuer first.",
            [
                flag(
                    "local", \.passes.allowsLocal,
                    "Whether issuers on this machine and in private networks may be contacted, also through a proxy.")
            ]),
        group("sync", "Sharing with your other devices; `B` in the program also sets it up.", sharing),
    ]

    static let themes: [ConfigSetting] = [
        ConfigSetting("light", "gruvbox-light", "") { $0.theme($1) { $0.theme?.light = $1 } },
        ConfigSetting("dark", "nord", "") { $0.theme($1) { $0.theme?.dark = $1 } },
    ]

    private static let backend: [ConfigSetting] =
        [
            ConfigSetting("url", "https://cards.example", "The address of the backend.") { $0.backendURL($1) },
            choice("service", \.backend.kind, "The kind of server."),
        ]
        + credentials(
            file: "credentials_file", "~/.cards-secret", command: "credentials_command", "pass show cards",
            \.backend.credentials, "user:password, or a token")
        + [flag("allow_plain_http", \.backend.allowsPlainHTTP, plainHTTP), certificates(\.backend.certificateFile)]

    private static let sharing: [ConfigSetting] =
        credentials(
            file: "credentials_file", "~/.config/cards-tui/sync-credentials",
            command: "credentials_command", "pass show cards-sync", \.sharing.credentials,
            "user:password of a WebDAV server or a database")
        + credentials(
            file: "key_file", "~/.config/cards-tui/sync-key", command: "key_command", "pass show cards-key",
            \.sharing.key, "The passphrase that encrypts everything that leaves this machine")
        + [flag("allow_plain_http", \.sharing.allowsPlainHTTP, plainHTTP), certificates(\.sharing.certificateFile)]

    static let backup: [ConfigSetting] = [
        ConfigSetting(
            "folder", "~/backups",
            "Folder for backups; none turns them off. If not set, one backup per day is kept for seven days, on this disk."
        ) {
            $0.backupPlace($1)
        },
        group(
            "keep", "How many daily, weekly and monthly backups to keep.", named: "backup.keep",
            [
                kept("daily", \.backup.keep.daily, ""), kept("weekly", \.backup.keep.weekly, ""),
                kept("monthly", \.backup.keep.monthly, ""),
            ]),
        choice("format", \.backup.format, "The whole store, or an archive for Catima."),
        text(
            "password_command", example: "pass show cards-backup", \.backup.passwordCommand,
            "Prints the password that encrypts archives of format catima."),
    ]
}

extension Config {
    /// A settings file with every setting in it, all of them as comments: removing the `#` at the beginning of a line sets one.
    public static var template: String {
        let head = [
            "# Settings of cards-tui. A line that begins with # has no effect: to change a setting, remove its #",
            "# and that of the line above to which it belongs. Each value is the default, or an example where",
            "# there is none. Changes apply when you save the file. See `cards-tui help settings`.",
        ]
        let settings = ConfigSetting.all.flatMap { setting in
            [""] + setting.meaningLines
                + setting.lines.map { "#" + $0 }
        }
        return (head + settings).map { $0 + "\n" }.joined()
    }
}

extension ConfigSetting {
    /// As comments.
    fileprivate var meaningLines: [String] { meaning.split(separator: "\n").map { "# \($0)" } }

    /// As in a file, without its meaning; those below it are indented and have theirs.
    fileprivate var lines: [String] {
        [value.isEmpty ? "\(key):" : "\(key): \(value)"]
            + members.flatMap { ($0.meaningLines + $0.lines).map { "  " + $0 } }
    }
}
