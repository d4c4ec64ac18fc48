import Cards
import Testing

@Suite("Names of photo files")
struct PhotoFileNameTests {
    @Test(
        "a picture is recognized by its extension, in any case",
        arguments: [
            "a.jpg", "IMG_1.JPEG", "b.Png", "c.webp", "d.heic", "e.HEIF", "f.gif", "g.avif", "two words.jpg",
            "x.tar.jpg",
        ])
    func pictures(name: String) { #expect(PhotoFileName.isPicture(name)) }

    @Test(
        "other extensions are no pictures",
        arguments: ["", "jpg", ".jpg", "a.", "a.svg", "a.txt", "a.jpg.bak", "a.jpgx"])
    func others(name: String) { #expect(!PhotoFileName.isPicture(name)) }
}
