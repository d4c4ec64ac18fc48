import CardSettings
import CardStorage
import Cards
import TestSupport

@testable import CardCommands

/// A platform without a machine: a store in memory, no network, and tools that write down what they were asked for.
struct FakePlatform: CommandPlatform {
    let version = "1.2.3"
    let clock = CommandLineFixture.clock
    let format = LocalFormat.iso
    var timer: any Clock<Duration> = ContinuousClock()
    let environment: Environment
    let counter: Counter
    /// The barcodes in a file, by its content; of others see below.
    var codes: [String: [FoundBarcode]] = [:]
    var sharing: (any VaultControl)?
    var fetching: any FileFetching = NoFetching()
    var passes: any PassFetching = NoPasses()
    let loader: FakeLoader
    let store: CommandStore
    /// Instead of opening the store.
    var opening: (any Error)?
    /// The descriptions of the opened stores.
    let opened: Collected
    /// The questions that were asked.
    let asked: Collected
    /// What is typed where a password is asked for; nil is no terminal.
    var passwords: [String]?
    let typed = Counter()
    /// What is answered where a question is asked; nil is no terminal.
    var consent: Bool?
    /// Happens between that question and its answer.
    var whenAsked: @Sendable () -> Void = {}

    func makeIdentifier() -> CardID { CardID("new-\(counter.next())") ?? .random() }

    func features() -> [ProgramFeature] {
        [
            ProgramFeature("photos", provider: "libphoto.so.1", isFound: true),
            ProgramFeature("camera", provider: "ffmpeg", isFound: false),
        ]
    }

    // MARK: - Stores

    func openStore(_ choice: CommandRunner.StoreChoice) throws -> any CardStore {
        if let opening { throw opening }
        opened.add(Array("\(choice)".utf8))
        return store
    }

    func restoreStore(_ copy: String, _ path: String?) throws -> Int { try SQLiteCardStore.restore(copy, to: path) }

    func erase(_ content: ErasedContent, inCopy copy: String, of store: String) throws {
        try SQLiteCardStore.erase(content, inCopy: copy, of: store)
    }

    func readStore(_ path: String) throws -> any CardSource { try StoreCardSource(path) }

    // MARK: - The network

    func problem(withBackend text: String) -> String? { CommandLineFixture.refusal(text) }
    func backend(_ address: String) -> BackendID? { BackendID(normalizedURL: address.lowercased()) }
    func withheldCredentials(_ backend: Config.Backend) -> String? { nil }

    func makeLoader(_ store: any CardStore, _ backend: Config.Backend, _ log: Log) -> any CommandLoader {
        loader.note(backend, log)
        return loader
    }

    func sharing(_ store: any CardStore, _ settings: Config.Sharing, _ log: Log) -> (any VaultControl)? { sharing }
    func fetching(_ certificateFile: String?) -> any FileFetching { fetching }
    func passes(_ config: Config) -> any PassFetching { passes }

    // MARK: - Photos and barcodes

    let barcodes: (any BarcodeDrawing)? = nil

    func drawPhoto(_ bytes: [UInt8]) -> [String] { ["drawn \(bytes.count)"] }

    func drawBarcode(_ content: BarcodeContent, _ look: BarcodeLook, _ rowsBelow: Int) -> BarcodeLines {
        // Simulates a terminal that is too small for a URL in a Code 128.
        if content.format == .code128, content.bytes.count > 30 { return .needs(columns: 200, rows: 12) }
        if content.format == .maxiCode { return .needsPixels }
        let words = [look.isPlain ? "plain" : "code", look.isInverted ? "inverted" : nil].compactMap { $0 }
        return .lines(["\(words.joined(separator: " ")) \(content.format.rawValue) \(content.text)"])
    }

    func barcodeFile(_ content: BarcodeContent, _ form: BarcodeFileForm, _ isInverted: Bool) -> [UInt8] {
        Array("\(form) \(content.format.rawValue) \(content.text)\(isInverted ? " inverted" : "")".utf8)
    }

    func readBarcodes(_ bytes: [UInt8]) throws -> [FoundBarcode] {
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "no picture" { throw PhotoError.notAPicture }
        if let known = codes[text] { return known }
        // Behind a signature of four bytes stands the number of a code, or nothing.
        let signature = bytes.prefix(4)
        guard signature == Array("%PDF".utf8)[...] || signature.dropFirst() == Array("PNG".utf8)[...] else { return [] }
        let number = String(decoding: bytes.dropFirst(4), as: UTF8.self)
        if number == "damaged" { throw PhotoError.truncated }
        return number.isEmpty ? [] : [FoundBarcode(barcode: Barcode(format: .code128), number: number)]
    }

    func cutPhoto(_ bytes: [UInt8], _ part: PhotoPart) throws -> [UInt8] {
        if bytes == Array("no picture".utf8) { throw PhotoError.notAPicture }
        return [.whole, .attachment].contains(part) ? bytes : Array("\(part) of ".utf8) + bytes
    }

    func mainColor(_ bytes: [UInt8]) -> CardColor? {
        bytes.starts(with: "red".utf8) ? CardColor(red: 200, green: 30, blue: 40) : nil
    }

    // MARK: - The terminal

    var editor: any TextEditing { TextEditor(environment: environment) }

    func keyMap(
        _ settings: [Config.KeySetting], _ path: String
    ) -> (sections: [KeySection], problems: [ConfigProblem]) {
        let known = ["list.star": "t"]
        let changed = settings.reduce(into: known) { $0[$1.action] = $1.keys.joined(separator: " ") }
        let section = KeySection(
            title: "Cards",
            keys: changed.sorted { $0.key < $1.key }.map { (action: $0.key, keys: $0.value, title: "Star") })
        let unknown = settings.filter { known[$0.action] == nil }.map {
            ConfigProblem(path: path, line: $0.line, message: "there is no action \($0.action)", remedy: "Look.")
        }
        return ([section], unknown)
    }

    func keys() -> [KeySection] { [] }

    func askPassword(_ prompt: String) -> [UInt8]? {
        guard let passwords else { return nil }
        asked.add(Array("[\(prompt)]".utf8))
        let number = typed.next()
        return number <= passwords.count ? Array(passwords[number - 1].utf8) : nil
    }

    func askConsent(_ question: String) -> Bool? {
        asked.add(Array("[\(question)]".utf8))
        whenAsked()
        return consent
    }

    func page(_ text: [UInt8]) -> Bool { false }
}
