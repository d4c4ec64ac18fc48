import Cards
import PtySupport
import TestSupport

/// A local backend, and commands with their own home folders.
struct NetworkBenchmarkData {
    let backend: TestBackend

    init() throws { backend = try TestBackend().start() }

    /// A home folder that is deleted with the value.
    struct Home {
        let folder: TemporaryFolder
        let backend: TestBackend

        func command(_ arguments: [String], program: String = Products.program) -> Contender {
            Contender(
                name: program.split(separator: "/").last.map(String.init) ?? program, path: program,
                arguments: arguments, environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data"],
                down: [])
        }

        /// Throws if it fails, for example if a card was not sent.
        func synchronize() throws -> CommandRun { try CommandRun(command(["sync", "--backend", backend.url])) }

        func importCards(_ cards: [JSON]) throws {
            let file = try folder.write(
                String(decoding: JSONWriter.bytes(of: .array(cards)), as: UTF8.self), to: "cards")
            _ = try CommandRun(command(["import", file]))
        }
    }

    func home() throws -> Home { Home(folder: try TemporaryFolder(), backend: backend) }

    /// Cards with two photos each: incompressible bytes, every photo different.
    static func withPhotos(_ count: Int, megabytes: Int) -> [JSON] {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let characters = megabytes * 1_000_000 / count / 2 / 8 * 8
        func photo() -> JSON {
            var text: [UInt8] = []
            text.reserveCapacity(characters)
            while text.count < characters {
                var bits = random.next()
                for _ in 0..<8 {
                    text.append(alphabet[Int(bits & 63)])
                    bits >>= 8
                }
            }
            return .string(String(decoding: text, as: UTF8.self))
        }
        return Row.made(count).map { row in
            var members = row.json.object ?? [:]
            (members["front"], members["back"]) = (photo(), photo())
            return .object(members)
        }
    }
}
