import Cards
import Glibc
import TestSupport
import Testing

@testable import CardSettings

@Suite("The file of what was agreed to")
struct PassConsentFileTests {
    @Test("it is kept for the user alone, and changes of several programs are all kept; a damaged file is none")
    func kept() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/state/passes.json"
        let file = PassConsentFile(path: path)
        #expect(file.load() == PassConsents())
        for number in 0..<3 {
            try PassConsentFile(path: path).update {
                $0.agree(to: PassIssuer(type: "pass.\(number)", host: "a.example"))
            }
        }
        #expect(file.load().issuers.count == 3)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        _ = try folder.write("nonsense", to: "state/passes.json")
        #expect(file.load() == PassConsents())
    }
}
