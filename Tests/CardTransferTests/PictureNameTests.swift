import Cards
import Testing

@testable import CardTransfer

@Suite("Guesses at the name of a picture's card")
struct PictureNameTests {
    @Test(
        "from the address or the words in its code",
        arguments: [
            ("https://www.boots.com/club?id=1", "Boots"), ("HTTP://SHOP.ELM-GYM.co.uk:8080", "Elm gym"),
            ("https://card.oak.de/x", "Oak"), ("https://oak.com.au", "Oak"), ("Oak Market", "Oak Market"),
            ("https://192.168.1.1/x", "File"), ("https://localhost/x", "File"), ("https://xn--bcher-kva.de", "File"),
            ("https://me@oak.de", "File"), ("https://www.de", "File"), ("https://", "File"), ("ABCDEF", "File"),
            ("5901234123457", "File"), ("https://..de", "File"), ("", "File"),
        ])
    func codes(code: String, name: String) {
        #expect(PictureName(.random(), code: code, title: "file_").guess == (name == "File" ? "" : name))
    }

    @Test(
        "from a file that a person has named",
        arguments: [
            ("boots-card", "Boots card"), ("Elm_Street  Gym", "Elm Street Gym"), ("øl", "Øl"), ("IMG_2041", ""),
            ("PXL_20261128_101112345", ""), ("WhatsApp Image 2026-11-28 at 10.11.12", ""), ("DSC00012", ""),
            ("Screenshot_20261128-101112", ""), ("20261128_101112", ""), ("4f3a9c0d2b7e41aa", ""), ("scan (3)", ""),
            ("9b2f6c1e-7d4a-4e0b-9c3d-2f1a8b7c6d5e", ""), ("---", ""), ("café", "Café"),
        ])
    func titles(title: String, name: String) {
        #expect(PictureName(.random(), code: nil, title: title).guess == name)
    }
}
