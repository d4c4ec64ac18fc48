// swift-tools-version: 6.2
import PackageDescription

// One target a room: the compiler keeps the walls (ARCHITECTURE.md says who may import whom).
// CI sets CARDS_STRICT so that our own warnings are errors there and nowhere else: a newer compiler must not stop a user.
let strict = Context.environment["CARDS_STRICT"] != nil
let settings: [SwiftSetting] =
    [.enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny")]
    + (strict ? [.treatAllWarnings(as: .error)] : [])

func room(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func library(_ name: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)", providers: [.apt([apt])])
}

let package = Package(
    name: "cards-tui",
    products: [.executable(name: "cards-tui", targets: ["cards-tui"])],
    targets: [
        // The C libraries: a module map and a small shim each. libcurl, gdk-pixbuf and chafa are opened on first use.
        library("CNcurses", apt: "libncurses-dev"),
        library("CSQLite", apt: "libsqlite3-dev"),
        library("CYAML", apt: "libyaml-dev"),
        library("CUTF8Proc", apt: "libutf8proc-dev"),
        library("CMessageDigest", apt: "libmd-dev"),
        library("CChafa", apt: "libchafa-dev"),
        library("CCurl", apt: "libcurl4-openssl-dev"),
        library("CGdkPixbuf", apt: "libgdk-pixbuf-2.0-dev"),
        library("CVTerm", apt: "libvterm-dev"),

        // The rooms, from the ground up.
        room("Cards", ["CUTF8Proc", "CMessageDigest"]),
        room("Terminal", ["CUTF8Proc", "CChafa"]),
        room("Curses", ["Terminal", "CNcurses"]),
        room("CardStorage", ["Cards", "CSQLite"]),
        room("CardNetwork", ["Cards", "CCurl"]),
        room("CardPhotos", ["Cards", "CGdkPixbuf"]),
        room("CardSettings", ["Cards", "Terminal", "CYAML"]),
        room("CardCommands", ["Cards", "CardSettings"]),
        room("CardViewModels", ["Cards"]),
        room("CardScreens", ["Cards", "CardViewModels", "Terminal"]),
        .executableTarget(
            name: "cards-tui",
            dependencies: [
                "Cards", "Terminal", "Curses", "CardStorage", "CardNetwork", "CardPhotos", "CardSettings",
                "CardCommands", "CardViewModels", "CardScreens",
            ],
            swiftSettings: settings),

        tests("CardsTests", ["Cards"]),
        tests("CardStorageTests", ["Cards", "CardStorage", "CSQLite"]),
    ],
    swiftLanguageModes: [.v6]
)
