import CardSettings
import CardStorage
import Cards

@testable import CardCommands

extension CommandTools {
    /// Tools that write down what they were asked for.
    /// - Parameter codes: the barcodes in a file, by its content; of others see below.
    /// - Parameter sharing: of every store.
    static func fake(
        _ codes: [String: [FoundBarcode]] = [:], sharing: (any VaultControl)? = nil,
        timer: any Clock<Duration> = ContinuousClock(), fetching: any FileFetching = NoFetching(),
        passes: any PassFetching = NoPasses()
    ) -> CommandTools {
        CommandTools(
            readBarcodes: { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                if text == "no picture" { throw PhotoError.notAPicture }
                if let known = codes[text] { return known }
                // Behind a signature of four bytes stands the number of a code, or nothing.
                let signature = bytes.prefix(4)
                guard signature == Array("%PDF".utf8)[...] || signature.dropFirst() == Array("PNG".utf8)[...] else {
                    return []
                }
                let number = String(decoding: bytes.dropFirst(4), as: UTF8.self)
                if number == "damaged" { throw PhotoError.truncated }
                return number.isEmpty ? [] : [FoundBarcode(barcode: Barcode(format: .code128), number: number)]
            },
            barcodeFile: { content, form, isInverted in
                Array("\(form) \(content.format.rawValue) \(content.text)\(isInverted ? " inverted" : "")".utf8)
            },
            cutPhoto: { bytes, part in
                if bytes == Array("no picture".utf8) { throw PhotoError.notAPicture }
                return [.whole, .attachment].contains(part) ? bytes : Array("\(part) of ".utf8) + bytes
            },
            mainColor: { bytes in
                bytes.starts(with: "red".utf8) ? CardColor(red: 200, green: 30, blue: 40) : nil
            },
            restoreStore: { copy, path in try SQLiteCardStore.restore(copy, to: path) },
            eraseInCopy: { content, copy, store in try SQLiteCardStore.erase(content, inCopy: copy, of: store) },
            readStore: { try StoreCardSource($0) },
            keyMap: { settings, path in
                let known = ["list.star": "t"]
                let changed = settings.reduce(into: known) { $0[$1.action] = $1.keys.joined(separator: " ") }
                let section = KeySection(
                    title: "Cards",
                    keys: changed.sorted { $0.key < $1.key }.map { (action: $0.key, keys: $0.value, title: "Star") })
                let unknown = settings.filter { known[$0.action] == nil }.map {
                    ConfigProblem(
                        path: path, line: $0.line, message: "there is no action \($0.action)", remedy: "Look.")
                }
                return ([section], unknown)
            },
            backend: { BackendID(normalizedURL: $0.lowercased()) }, sharing: { _, _, _ in sharing },
            fetching: { _ in fetching }, passes: { _ in passes }, timer: timer,
            features: {
                [
                    ProgramFeature("photos", provider: "libphoto.so.1", isFound: true),
                    ProgramFeature("camera", provider: "ffmpeg", isFound: false),
                ]
            })
    }
}
