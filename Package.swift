// swift-tools-version: 6.2
import PackageDescription

// One target for each module: the compiler enforces the imports that ARCHITECTURE.md allows.
// Warnings are errors in CI only (CARDS_STRICT): new warnings of a newer compiler must not stop a user's build.
let strict = Context.environment["CARDS_STRICT"] != nil
let settings: [SwiftSetting] =
    [.enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny")]
    + (strict ? [.treatAllWarnings(as: .error)] : [])
    // The linker can leave out a function that nobody calls.
    + [.unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release))]
// What the program is made of. It has no regular expressions: their library would be a megabyte that each start maps.
let programSources = settings + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

// The program exports nothing but what overrides a function of a library: otherwise the linker would keep every public function. What a
// start calls is put together, so that it reads little of the file; names that are gone are passed over (`make order` records them anew).
let programSettings: [LinkerSetting] = [
    // The program's own function overrides libjpeg's for gdk-pixbuf (CJPEG.h).
    .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=jpeg_std_error"]),
    .unsafeFlags(
        [
            // Relocations as bitmaps: a megabyte less that each start reads.
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--no-export-dynamic",
            "-Xlinker",
            "--no-warn-symbol-ordering", "-Xlinker",
            "--symbol-ordering-file=\(Context.packageDirectory)/packaging/start.order",
        ], .when(configuration: .release)),
]

/// - Parameter isSmall: compiled for size, which takes a tenth less time and code: where no loop runs over all cards.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], isSmall: Bool = false) -> Target {
    let size = SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))
    return .target(name: name, dependencies: dependencies, swiftSettings: programSources + (isSmall ? [size] : []))
}

func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// What is tested is optimized; the tests themselves are not: to optimize them takes as long as all modules of the program.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    let isQuick = SwiftSetting.unsafeFlags(["-Onone"], .when(configuration: .release))
    return .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings + [isQuick])
}

func library(_ name: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)", providers: [.apt([apt])])
}

// The files in Themes to embed; Themes.swift lists them too.
let schemes = [
    "catppuccin-latte", "catppuccin-mocha", "dracula", "everforest", "gruvbox-dark", "gruvbox-light", "nord",
    "one-dark",
    "one-light", "rose-pine", "rose-pine-dawn", "solarized-dark", "solarized-light", "tokyo-night",
]

let package = Package(
    name: "cards-tui",
    products: [
        .executable(name: "cards-tui", targets: ["cards-tui"]),
        // For the journeys only: preloaded into the program; not installed.
        .library(name: "interposer", type: .dynamic, targets: ["Interposer"]),
    ],
    targets: [
        // C libraries: a module map and a small shim for each. libcurl, libpq, libsodium, libexpat, gdk-pixbuf, chafa, libpng, libzip and zlib
        // are opened on first use.
        library("CNcurses", apt: "libncurses-dev"),
        library("CSQLite", apt: "libsqlite3-dev"),
        library("CYAML", apt: "libyaml-dev"),
        library("CUTF8Proc", apt: "libutf8proc-dev"),
        library("CNettle", apt: "nettle-dev"),
        library("CChafa", apt: "libchafa0"),
        library("CZlib", apt: "zlib1g"),
        library("CZip", apt: "libzip-dev"),
        library("CPNG", apt: "libpng16-16"),
        library("CCurl", apt: "libcurl4-openssl-dev"),
        library("CGdkPixbuf", apt: "libgdk-pixbuf-2.0-0"),
        library("CPostgreSQL", apt: "libpq5"),
        library("CSodium", apt: "libsodium23"),
        library("CExpat", apt: "libexpat1"),
        library("CZint", apt: "libzint-dev"),
        library("CProcess", apt: "libc6-dev"),
        library("CTimer", apt: "libc6-dev"),
        library("CFileStatus", apt: "libc6-dev"),
        library("CConfinement", apt: "libc6-dev"),
        library("CInjection", apt: "libc6-dev"),
        library("CVTerm", apt: "libvterm-dev"),
        library("CZBar", apt: "libzbar-dev"),
        // Our own C: signal handlers, the main queue, the threads of Swift's shared pool, the warnings of libjpeg, pseudo-terminals for tests.
        .target(name: "CSignals", path: "Sources/System/CSignals"),
        .target(name: "CPool", path: "Sources/System/CPool"),
        .target(name: "CMainQueue", path: "Sources/System/CMainQueue"),
        .target(name: "CJPEG", path: "Sources/System/CJPEG"),
        // The pages of docs.
        .target(
            name: "CDocuments", path: "Sources/System/CDocuments", cSettings: [.unsafeFlags(["-std=c23"])]),
        .systemLibrary(name: "CPty", path: "Sources/System/CPty"),
        // Libraries that are opened on first use: the frame, and what would be state in the headers of the system library targets.
        .target(name: "CLibraries", path: "Sources/System/CLibraries", cSettings: [.headerSearchPath("..")]),
        // libZXing is opened on first use. 2.x is called by its C interface; 1.4 has C++ only: a shim is compiled if its headers exist.
        .target(name: "CZXing", dependencies: ["CLibraries"], path: "Sources/System/CZXing"),

        // The modules, lowest first.
        module("Basics", ["CExpat", "CLibraries", "CNettle", "CPNG", "CUTF8Proc", "CZlib"]),
        module("Cards", ["Basics", "CNettle", "CTimer"]),
        module("Terminal", ["Basics", "CLibraries", "CUTF8Proc", "CChafa"], isSmall: true),
        module("ChildProcesses", ["Basics", "CProcess"], isSmall: true),
        module("Curses", ["Basics", "Terminal", "CMainQueue", "CNcurses", "CSignals"], isSmall: true),
        module("CardSearch", ["Basics", "Cards"]),
        module("CardStorage", ["Basics", "CardSearch", "Cards", "CFileStatus", "CSQLite"]),
        module("CardTransfer", ["Basics", "Cards", "CLibraries", "CNettle", "CZip"]),
        module("CardNetwork", ["Basics", "Cards", "CCurl", "CLibraries"], isSmall: true),
        module(
            "CardSharing", ["Basics", "Cards", "CardNetwork", "CLibraries", "CPostgreSQL", "CSodium"], isSmall: true),
        module("CardCodes", ["Basics", "Cards", "Terminal", "CLibraries", "CZint", "CZXing"], isSmall: true),
        module(
            "CardPhotos",
            [
                "Basics", "Cards", "CardCodes", "ChildProcesses", "CGdkPixbuf", "CLibraries", "CJPEG",
                "CConfinement", "CProcess",
            ], isSmall: true),
        .target(
            name: "Themes", path: "Themes", resources: schemes.map { .embedInCode("\($0).yaml") },
            swiftSettings: programSources),
        module("CardSettings", ["Basics", "Cards", "ChildProcesses", "Terminal", "Themes", "CYAML"], isSmall: true),
        module("Documents", ["CDocuments"]),
        module("CardCommands", ["Basics", "Cards", "CardSettings", "CardTransfer", "Documents"], isSmall: true),
        module("CardViewModels", ["Basics", "Cards", "CardTransfer"], isSmall: true),
        module(
            "CardScreens", ["Basics", "CardCodes", "Cards", "CardTransfer", "CardViewModels", "Terminal"], isSmall: true
        ),
        .executableTarget(
            name: "cards-tui",
            dependencies: [
                "Basics", "Cards", "Terminal", "Curses", "CardStorage", "CardNetwork", "CardSharing", "CardCodes",
                "CardPhotos",
                "CardSettings",
                "CardCommands", "CardViewModels", "CardScreens", "CPool", "CProcess",
            ],
            swiftSettings: programSources, linkerSettings: programSettings),

        // Shared by the tests of several modules: goldens; a backend, a clock and folders; other barcode readers; programs in a
        // pseudo-terminal.
        support("GoldenSupport", ["Terminal"]),
        support("TestSupport", ["Basics", "Cards", "ChildProcesses"]),
        // Optimized: it processes many millions of pixels.
        .target(
            name: "BarcodeSupport", dependencies: ["CardCodes", "Cards", "Terminal", "TestSupport", "CZBar"],
            path: "Tests/BarcodeSupport", swiftSettings: settings + [.unsafeFlags(["-O"])]),
        // A transport of a vault in memory with faults, a PostgreSQL server, and devices that change cards at random.
        support("VaultSupport", ["Basics", "CardStorage", "Cards", "ChildProcesses", "TestSupport"]),
        support("PtySupport", ["Terminal", "TestSupport", "CVTerm", "CPty"]),
        .target(name: "Interposer", path: "Tests/Interposer"),
        .executableTarget(
            name: "curses-probe", dependencies: ["Basics", "Terminal", "Curses"], path: "Tests/CursesProbe",
            swiftSettings: settings),

        .executableTarget(
            name: "cards-bench",
            dependencies: [
                "Basics", "CardCodes", "CardNetwork", "CardPhotos", "CardStorage", "CardSharing", "Cards", "Terminal",
                "PtySupport", "TestSupport", "VaultSupport",
            ],
            path: "Tests/Bench", exclude: ["Ruler"],
            swiftSettings: settings),

        tests("BasicsTests", ["Basics", "TestSupport"]),
        tests("CardsTests", ["Basics", "Cards", "TestSupport"]),
        tests(
            "CardTransferTests", ["Basics", "CardTransfer", "CardStorage", "Cards", "TestSupport"]),
        tests("TerminalTests", ["Terminal", "GoldenSupport", "TestSupport"], exclude: ["Goldens"]),
        tests("ChildProcessesTests", ["ChildProcesses", "TestSupport"]),
        tests(
            "CursesTests",
            ["Basics", "Curses", "Terminal", "CardSettings", "PtySupport", "TestSupport", "curses-probe"]),
        tests("CardSearchTests", ["CardSearch", "Cards", "TestSupport"]),
        tests(
            "CardStorageTests",
            [
                "Basics", "CardSearch", "CardStorage", "CardTransfer", "Cards", "ChildProcesses", "CSQLite",
                "TestSupport",
                "VaultSupport",
            ],
            exclude: ["Stores"]),
        tests("CardCodesTests", ["BarcodeSupport", "CardCodes", "Cards", "Terminal", "TestSupport"]),
        tests("BarcodeTests", ["BarcodeSupport", "CardCodes", "Cards", "CZint", "TestSupport"]),
        tests(
            "CardSharingTests",
            [
                "Basics", "CardNetwork", "CardSharing", "CardStorage", "Cards", "ChildProcesses", "TestSupport",
                "VaultSupport",
            ]),
        tests("CardNetworkTests", ["Basics", "CardNetwork", "Cards", "TestSupport"]),
        tests("SynchronizationTests", ["CardNetwork", "CardStorage", "Cards", "CSQLite", "TestSupport"]),
        tests(
            "CardPhotosTests",
            [
                "Basics", "CardPhotos", "BarcodeSupport", "CardCodes", "Cards", "ChildProcesses", "Terminal",
                "cards-tui",
                "TestSupport", "CInjection", "CPty",
            ]),
        tests(
            "CardSettingsTests",
            ["Basics", "CardSettings", "Cards", "ChildProcesses", "Terminal", "Themes", "TestSupport"]),
        tests(
            "CardCommandsTests",
            [
                "Basics", "CardCommands", "CardSettings", "CardStorage", "CardSharing", "Cards", "Documents",
                "GoldenSupport", "TestSupport", "VaultSupport",
            ],
            exclude: ["Goldens"]),
        tests(
            "CardScreensTests",
            [
                "Basics", "CardScreens", "CardViewModels", "CardCodes", "CardSettings", "CardStorage", "CardTransfer",
                "Cards", "Terminal", "BarcodeSupport", "GoldenSupport", "TestSupport",
            ],
            exclude: ["Goldens"]),
        tests(
            "JourneyTests",
            [
                "Basics", "cards-tui", "BarcodeSupport", "CardCodes", "Cards", "CardPhotos", "CardSharing",
                "Terminal",
                "PtySupport",
                "TestSupport", "VaultSupport", "CSQLite", "CPty",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// For a quick look: CARDS_TESTS="CardsTests CardStorageTests" builds these test targets only.
if let chosen = Context.environment["CARDS_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { target in
        (target.type == .test || target.name == "cards-bench") && !chosen.contains { $0 == target.name }
    }
}
