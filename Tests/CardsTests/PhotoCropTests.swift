import TestSupport
import Testing

@testable import Cards

@Suite("Cropping a photo to a card")
struct PhotoCropTests {
    private let photo = PixelSize(width: 4000, height: 3000)

    private func corners(_ frame: PictureFrame) -> [PictureFrame.Vector] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map { frame.point(across: $0.0, along: $0.1) }
    }

    private func isOn(_ size: PixelSize, _ frame: PictureFrame) -> Bool {
        corners(frame).allSatisfy {
            (-0.01...Double(size.width) + 0.01).contains($0.x) && (-0.01...Double(size.height) + 0.01).contains($0.y)
        }
    }

    @Test("the initial outline is as large as possible, centred, in a card's proportion")
    func first() {
        let frame = PhotoCrop().frame(in: photo)
        #expect(frame.width == 4000)
        #expect(abs(frame.width / frame.height - 85.60 / 53.98) < 1e-9)
        #expect(abs(frame.origin.y * 2 + frame.height - 3000) < 1e-6)
        #expect(PhotoCrop().pictureSize(of: photo) == PixelSize(width: 1600, height: 1009))
    }

    @Test("a small photo is not made larger")
    func small() {
        #expect(PhotoCrop().pictureSize(of: PixelSize(width: 640, height: 403)).width == 639)
        #expect(
            PhotoCrop.everything.pictureSize(of: PixelSize(width: 640, height: 403))
                == PixelSize(width: 640, height: 403))
    }

    @Test(
        "an icon is a square of at most 512 pixels, also of a part that is in a card's outline, turned and straightened"
    )
    func icon() throws {
        #expect(PhotoCrop.icon.pictureSize(of: photo) == PixelSize(width: 512, height: 512))
        #expect(PhotoCrop.icon.frame(in: photo).width == 3000)
        #expect(PhotoCrop.everything(for: .icon).pictureSize(of: photo) == PixelSize(width: 512, height: 384))
        #expect(PhotoCrop.everything(for: .front) == .everything && PhotoCrop.usual(for: .back) == PhotoCrop())
        var card = PhotoCrop()
        card.turn()
        card.zoom(to: 150)
        card.tilt(to: 35)
        card.move(right: 0.1, down: 0.2, in: photo)
        let (outline, icon) = (card.frame(in: photo), card.forIcon(of: photo))
        let frame = icon.frame(in: photo)
        #expect(abs(frame.width - frame.height) < 1e-6 && abs(frame.width / outline.height - 1) < 0.01)
        #expect(isOn(photo, frame) && icon.tilt == 35 && icon.quarterTurns == 1)
        let (middle, before) = (frame.point(across: 0.5, along: 0.5), outline.point(across: 0.5, along: 0.5))
        #expect(abs(middle.x - before.x) < 1 && abs(middle.y - before.y) < 1)
        #expect(icon.forIcon(of: photo) == icon)
        #expect(PhotoCrop.everything.forIcon(of: photo) == .icon)
        var close = icon
        close.zoom(to: 5000)
        #expect(close.zoom == 1000)
        for crop in [icon, close, .icon, .everything(for: .icon)] { #expect(PhotoCrop(numbers: crop.numbers) == crop) }
        for kind in [-1, 2, 5, 6, Int.min, Int.max] {
            #expect(PhotoCrop(numbers: [kind, 0, 0, 100, 500_000, 500_000]) == nil, "\(kind)")
        }
        #expect(PhotoCrop(numbers: [0, 0, 0, 300, 500_000, 500_000]) == nil, "an outline of a card is never so small")
    }

    @Test("an uncropped photo is at most 1,600 pixels wide and high, in either orientation")
    func whole() {
        var crop = PhotoCrop.everything
        #expect(crop.pictureSize(of: photo) == PixelSize(width: 1600, height: 1200))
        crop.turn()
        #expect(crop.pictureSize(of: photo) == PixelSize(width: 1200, height: 1600))
        #expect(isOn(photo, crop.frame(in: photo)))
    }

    @Test("zoom ends at twice the size, where half of the photo is visible")
    func zoom() {
        var crop = PhotoCrop()
        crop.zoom(to: 200)
        #expect(abs(crop.frame(in: photo).width - 2000) < 1e-6)
        crop.zoom(to: 999)
        #expect(crop.zoom == 200)
        crop.zoom(to: 1)
        #expect(crop.zoom == 100)
    }

    @Test("after a quarter turn the picture's upper left corner is the photo's lower left one")
    func quarter() {
        let size = PixelSize(width: 300, height: 400)
        var crop = PhotoCrop.everything
        crop.turn()
        let frame = crop.frame(in: size)
        #expect(frame.point(across: 0, along: 0) == .init(x: 0, y: 400))
        #expect(frame.point(across: 1, along: 0) == .init(x: 0, y: 0))
        #expect(frame.point(across: 0, along: 1) == .init(x: 300, y: 400))
        crop.turn(right: false)
        #expect(crop == .everything)
    }

    @Test("quarter turns keep the centre of the outline")
    func turnedCenter() {
        // A square, so that the outline has the same space in every orientation.
        let square = PixelSize(width: 4000, height: 4000)
        for isRight in [true, false] {
            var crop = PhotoCrop()
            crop.zoom(to: 200)
            crop.move(right: 0.3, down: -0.2, in: square)
            let before = crop.frame(in: square).point(across: 0.5, along: 0.5)
            #expect(abs(before.x - 2000) > 100 && abs(before.y - 2000) > 100)
            for _ in 0..<4 {
                crop.turn(right: isRight)
                let after = crop.frame(in: square).point(across: 0.5, along: 0.5)
                #expect(abs(after.x - before.x) < 0.1 && abs(after.y - before.y) < 0.1)
            }
        }
    }

    @Test("straightening to the right tilts the outline's upper edge to the left on the photo")
    func tilt() {
        var crop = PhotoCrop()
        crop.tilt(to: 100)
        let frame = crop.frame(in: photo)
        #expect(frame.right.y < 0 && frame.right.x > 0)
        #expect(frame.down.x > 0)
        #expect(abs(frame.right.x * frame.down.x + frame.right.y * frame.down.y) < 1e-6)
    }

    @Test("any operations keep the outline on the photo and its proportion")
    func neverLeaves() {
        var generator = SeededGenerator(usual: 4)
        for _ in 0..<300 {
            let size = PixelSize(
                width: .random(in: 1...5000, using: &generator), height: .random(in: 1...5000, using: &generator))
            var crop = PhotoCrop()
            for _ in 0..<30 {
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: crop.turn(right: .random(using: &generator))
                case 1: crop.zoom(to: .random(in: 50...250, using: &generator))
                case 2: crop.tilt(to: .random(in: -400...400, using: &generator))
                default:
                    crop.move(
                        right: .random(in: -1...1, using: &generator), down: .random(in: -1...1, using: &generator),
                        in: size)
                }
                let frame = crop.frame(in: size)
                #expect(isOn(size, frame), "\(crop) leaves \(size)")
                #expect(abs(frame.width / frame.height - CardOutline.proportion) < 1e-6)
                #expect(PhotoCrop(numbers: crop.numbers) == crop)
            }
        }
    }

    @Test("after a move against the edge, moving back works at once")
    func edge() {
        var crop = PhotoCrop()
        crop.zoom(to: 200)
        for _ in 0..<50 { crop.move(right: 0.25, down: 0, in: photo) }
        #expect(abs(crop.frame(in: photo).origin.x - 2000) < 0.01)
        crop.move(right: -0.25, down: 0, in: photo)
        #expect(abs(crop.frame(in: photo).origin.x - 1500) < 0.01)
    }

    @Test("a move follows the visible direction, also on a turned and straightened photo")
    func seenDirection() {
        var crop = PhotoCrop()
        crop.turn()
        crop.tilt(to: 200)
        crop.zoom(to: 200)
        let before = crop.frame(in: photo)
        crop.move(right: 0.1, down: 0, in: photo)
        let after = crop.frame(in: photo)
        #expect(abs(after.origin.x - before.point(across: 0.1, along: 0).x) < 0.02)
        #expect(abs(after.origin.y - before.point(across: 0.1, along: 0).y) < 0.02)
    }

    @Test("a rectangle is cut as it is given, at every size of the photo; at the edge it is cut off")
    func rectangle() throws {
        let part = try #require(PhotoCrop.Part(left: 100, top: 50, width: 300, height: 200, of: photo))
        let crop = PhotoCrop(part)
        let frame = crop.frame(in: photo)
        #expect(abs(frame.origin.x - 100) < 0.01 && abs(frame.origin.y - 50) < 0.01)
        #expect(crop.pictureSize(of: photo) == PixelSize(width: 300, height: 200))
        let half = PixelSize(width: photo.width / 2, height: photo.height / 2)
        #expect(crop.pictureSize(of: half) == PixelSize(width: 150, height: 100))
        #expect(PhotoCrop(numbers: crop.numbers) == crop)
        let rest = try #require(
            PhotoCrop.Part(left: photo.width - 10, top: 0, width: .max, height: 100, of: photo))
        #expect(PhotoCrop(rest).pictureSize(of: photo).width == 10)
        #expect(PhotoCrop.Part(left: photo.width, top: 0, width: 1, height: 1, of: photo) == nil)
        #expect(PhotoCrop.Part(left: 0, top: 0, width: 1_000_001, height: 1) == nil)
    }

    @Test(
        "numbers that describe no crop are rejected",
        arguments: [
            [], [0, 0, 0, 100, 0], [2, 0, 0, 100, 0, 0], [0, 4, 0, 100, 0, 0], [0, 0, 301, 100, 0, 0],
            [0, 0, 0, 99, 0, 0], [0, 0, 0, 100, -1, 0], [0, 0, 0, 100, 0, 1_000_001],
        ])
    func foreignNumbers(numbers: [Int]) { #expect(PhotoCrop(numbers: numbers) == nil) }
}
