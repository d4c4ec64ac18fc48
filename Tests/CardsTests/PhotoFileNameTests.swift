import Cards
import Testing

@Suite("Names of photo files")
struct PhotoFileNameTests {
    @Test(
        "a picture is told by its ending, in any case",
        arguments: [
            "a.jpg", "IMG_1.JPEG", "b.Png", "c.webp", "d.heic", "e.HEIF", "f.gif", "g.avif", "two words.jpg",
            "x.tar.jpg",
        ])
    func pictures(name: String) { #expect(PhotoFileName.isPicture(name)) }

    @Test(
        "what has no such ending is none",
        arguments: ["", "jpg", ".jpg", "a.", "a.svg", "a.txt", "a.jpg.bak", "a.jpgx"])
    func others(name: String) { #expect(!PhotoFileName.isPicture(name)) }
}
