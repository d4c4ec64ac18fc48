internal import Basics
internal import Glibc

/// The part of a photo that becomes the picture of a card: the part inside a card's outline, or a square one for an icon, or all of it.
///
/// It is relative to the size of the upright photo, so that the same crop applies to a small copy and to the original. It holds no
/// pixels.
public struct PhotoCrop: Hashable, Sendable {
    /// The whole photo without an outline: only the quarter turns apply then.
    public var isWhole = false
    /// For an icon: the outline is a square, and the result small.
    public private(set) var isIcon = false
    /// To the right, 0 to 3.
    public private(set) var quarterTurns = 0
    /// The additional rotation that straightens the photo: tenths of a degree, to the right.
    public private(set) var tilt = 0
    /// In percent; 100 is the largest outline that fits on the photo.
    public private(set) var zoom = 100
    /// The middle of the outline, in millionths of the turned photo's width and height.
    public private(set) var centerX = middle
    public private(set) var centerY = middle

    /// Another part instead of the outline: then nothing else applies.
    public private(set) var part: Part?

    private static let zooms = 100...200
    /// A sign on a card is a small part of its photo.
    private static let iconZooms = 100...1000
    public var zooms: ClosedRange<Int> { isIcon ? Self.iconZooms : Self.zooms }
    public static let tilts = -300...300
    /// A larger width shows no more of a card (1,600 pixels are 475 per inch).
    public static let widest = 1600
    /// Icons are shown small, and sent with every card.
    public static let widestIcon = 512
    private var widest: Int { isIcon ? Self.widestIcon : Self.widest }
    /// The width of the outline by its height.
    public var proportion: Double { isIcon ? 1 : CardOutline.proportion }
    private static let middle = 500_000
    private static let whole = 1_000_000

    public init() {}

    /// The whole photo, unrotated.
    public static let everything: PhotoCrop = {
        var crop = PhotoCrop()
        crop.isWhole = true
        return crop
    }()

    /// The largest square in the middle.
    public static let icon: PhotoCrop = {
        var crop = PhotoCrop()
        crop.isIcon = true
        return crop
    }()

    /// The default for a photo of that side.
    public static func usual(for side: Card.Side) -> PhotoCrop { side == .icon ? icon : PhotoCrop() }

    /// All of a photo for that side.
    public static func everything(for side: Card.Side) -> PhotoCrop {
        var crop = usual(for: side)
        crop.isWhole = true
        return crop
    }

    /// A square of the height of this crop's outline, in its middle, for a photo of that size.
    public func forIcon(of size: PixelSize) -> PhotoCrop {
        if isIcon { return self }
        var icon = self
        (icon.isIcon, icon.isWhole, icon.part, icon.zoom) = (true, false, nil, 100)
        if isWhole || part != nil { return icon }
        let turned = turned(size)
        icon.zoom(to: Int((100 * icon.outline(in: turned).height / outline(in: turned).height).rounded()))
        return icon
    }

    /// A rectangle on the upright photo, in millionths of its width and height.
    public struct Part: Hashable, Sendable {
        public let left: Int
        public let top: Int
        public let width: Int
        public let height: Int

        /// Nil unless the rectangle is on the photo.
        public init?(left: Int, top: Int, width: Int, height: Int) {
            let range = 0...PhotoCrop.whole
            guard range.contains(left), range.contains(top), range.contains(width), range.contains(height), width > 0,
                height > 0, left + width <= PhotoCrop.whole, top + height <= PhotoCrop.whole
            else { return nil }
            self.left = left
            self.top = top
            self.width = width
            self.height = height
        }

        /// In pixels of a photo of that size; cut at its edges. Nil for a rectangle beside it.
        public init?(left: Int, top: Int, width: Int, height: Int, of size: PixelSize) {
            guard (0..<size.width).contains(left), (0..<size.height).contains(top), width > 0, height > 0 else {
                return nil
            }
            func share(_ position: Int, _ length: Int) -> Int { position * PhotoCrop.whole / length }
            // What is cut at the edge may be any number.
            let (right, bottom) = (left + min(width, size.width - left), top + min(height, size.height - top))
            let (start, above) = (share(left, size.width), share(top, size.height))
            self.init(
                left: start, top: above, width: share(right, size.width) - start,
                height: share(bottom, size.height) - above)
        }
    }

    public init(_ part: Part) { self.part = part }

    // MARK: - Changing

    /// Turns by a quarter; the center stays.
    public mutating func turn(right isRight: Bool = true) {
        quarterTurns = (quarterTurns + (isRight ? 1 : 3)) % 4
        (centerX, centerY) =
            isRight ? (Self.whole - centerY, centerX) : (centerY, Self.whole - centerX)
    }

    public mutating func zoom(to percent: Int) { zoom = percent.clamped(to: zooms) }
    public mutating func tilt(to tenths: Int) { tilt = tenths.clamped(to: Self.tilts) }

    /// Moves the outline over a photo of that size, by fractions of its own width and height; it stays on the photo.
    public mutating func move(right: Double, down: Double, in size: PixelSize) {
        let turned = turned(size)
        let (outline, angle) = (outline(in: turned), angle)
        let (across, along) = (right * outline.width, down * outline.height)
        var center = clampedCenter(of: outline, in: turned)
        center.x += across * angle.cosine + along * angle.sine
        center.y += along * angle.cosine - across * angle.sine
        centerX = Self.part(center.x, of: turned.width)
        centerY = Self.part(center.y, of: turned.height)
        // Clamped at the edge, so that a move back takes effect immediately.
        center = clampedCenter(of: outline, in: turned)
        (centerX, centerY) = (Self.part(center.x, of: turned.width), Self.part(center.y, of: turned.height))
    }

    private static func part(_ position: Double, of length: Int) -> Int {
        Int((position / Double(max(1, length)) * Double(whole)).rounded()).clamped(to: 0...whole)
    }

    // MARK: - Result

    /// The cropped part of an upright photo of that size.
    public func frame(in size: PixelSize) -> PictureFrame {
        if let part { return Self.frame(of: part, in: size) }
        let turned = turned(size)
        if isWhole { return PictureFrame(turned).turnedBack(by: quarterTurns, in: size) }
        let (outline, angle) = (outline(in: turned), angle)
        let center = clampedCenter(of: outline, in: turned)
        // The photo turns right under the outline, so the outline turns left on the photo.
        let right = PictureFrame.Vector(x: outline.width * angle.cosine, y: -outline.width * angle.sine)
        let down = PictureFrame.Vector(x: outline.height * angle.sine, y: outline.height * angle.cosine)
        let origin = PictureFrame.Vector(
            x: center.x - (right.x + down.x) / 2, y: center.y - (right.y + down.y) / 2)
        return PictureFrame(origin: origin, right: right, down: down).turnedBack(by: quarterTurns, in: size)
    }

    /// The size of the resulting picture: never larger than the cropped part, and at most ``widest`` pixels wide (for a whole photo
    /// also high).
    public func pictureSize(of size: PixelSize) -> PixelSize {
        if let part {
            let frame = Self.frame(of: part, in: size)
            let scale = min(1, Double(Self.widest) / max(frame.width, frame.height, 1))
            return PixelSize(
                width: max(1, Int((frame.width * scale).rounded())),
                height: max(1, Int((frame.height * scale).rounded())))
        }
        let turned = turned(size)
        if isWhole {
            let scale = min(1, Double(widest) / Double(max(turned.width, turned.height, 1)))
            return PixelSize(
                width: max(1, Int((Double(turned.width) * scale).rounded())),
                height: max(1, Int((Double(turned.height) * scale).rounded())))
        }
        let width = min(Double(widest), outline(in: turned).width.rounded())
        return PixelSize(width: max(1, Int(width)), height: max(1, Int((width / proportion).rounded())))
    }

    private static func frame(of part: Part, in size: PixelSize) -> PictureFrame {
        func position(_ part: Int, _ length: Int) -> Double { Double(part) / Double(whole) * Double(length) }
        return PictureFrame(
            origin: PictureFrame.Vector(x: position(part.left, size.width), y: position(part.top, size.height)),
            right: PictureFrame.Vector(x: position(part.width, size.width), y: 0),
            down: PictureFrame.Vector(x: 0, y: position(part.height, size.height)))
    }

    private var angle: (sine: Double, cosine: Double) {
        let radians = Double(tilt) / 10 * .pi / 180
        return (sin(radians), cos(radians))
    }

    private func turned(_ size: PixelSize) -> PixelSize {
        quarterTurns % 2 == 1 ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The outline's size on the photo: all four corners are on the photo at any rotation.
    private func outline(in turned: PixelSize) -> (width: Double, height: Double) {
        let (sine, cosine) = (abs(angle.sine), angle.cosine)
        let across = Double(turned.width) / (cosine + sine / proportion)
        let along = Double(turned.height) / (sine + cosine / proportion)
        let width = min(across, along) * 100 / Double(zoom)
        return (width, width / proportion)
    }

    private func clampedCenter(
        of outline: (width: Double, height: Double), in turned: PixelSize
    ) -> (x: Double, y: Double) {
        let (sine, cosine) = (abs(angle.sine), angle.cosine)
        func clamped(_ part: Int, _ length: Int, _ extent: Double) -> Double {
            let half = min(extent, Double(length)) / 2
            return (Double(part) / Double(Self.whole) * Double(length)).clamped(to: half...Double(length) - half)
        }
        return (
            clamped(centerX, turned.width, outline.width * cosine + outline.height * sine),
            clamped(centerY, turned.height, outline.width * sine + outline.height * cosine)
        )
    }
}

// MARK: - As numbers

extension PhotoCrop {
    /// Added to the first number: 0 is an outline, 1 all of the photo, 2 a part.
    private static let iconKind = 3

    /// The crop as integers, for files and other processes.
    public var numbers: [Int] {
        if let part { return [2, part.left, part.top, part.width, part.height, 0] }
        return [(isWhole ? 1 : 0) + (isIcon ? Self.iconKind : 0), quarterTurns, tilt, zoom, centerX, centerY]
    }

    /// Parses ``numbers``; nil if they are invalid.
    public init?(numbers: [Int]) {
        if numbers.count == 6, numbers[0] == 2, numbers[5] == 0 {
            guard let part = Part(left: numbers[1], top: numbers[2], width: numbers[3], height: numbers[4]) else {
                return nil
            }
            self.part = part
            return
        }
        guard numbers.count == 6 else { return nil }
        isIcon = numbers[0] >= Self.iconKind
        let kind = numbers[0] - (isIcon ? Self.iconKind : 0)
        guard (0...1).contains(kind), (0...3).contains(numbers[1]), Self.tilts.contains(numbers[2]),
            zooms.contains(numbers[3]), (0...Self.whole).contains(numbers[4]),
            (0...Self.whole).contains(numbers[5])
        else { return nil }
        isWhole = kind == 1
        quarterTurns = numbers[1]
        tilt = numbers[2]
        zoom = numbers[3]
        centerX = numbers[4]
        centerY = numbers[5]
    }
}

/// A parallelogram in a picture: its upper left corner and two edge vectors, so it may be rotated. In pixels of the picture, right
/// and down from its upper left corner.
public struct PictureFrame: Equatable, Sendable {
    public struct Vector: Equatable, Sendable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    public var origin: Vector
    /// From the upper left corner to the upper right one.
    public var right: Vector
    /// From the upper left corner to the lower left one.
    public var down: Vector

    public init(origin: Vector, right: Vector, down: Vector) {
        self.origin = origin
        self.right = right
        self.down = down
    }

    /// All of a picture.
    public init(_ size: PixelSize) {
        self.init(
            origin: Vector(x: 0, y: 0), right: Vector(x: Double(size.width), y: 0),
            down: Vector(x: 0, y: Double(size.height)))
    }

    public var width: Double { (right.x * right.x + right.y * right.y).squareRoot() }
    public var height: Double { (down.x * down.x + down.y * down.y).squareRoot() }

    /// The point at these fractions of its width and height.
    public func point(across: Double, along: Double) -> Vector {
        Vector(
            x: origin.x + right.x * across + down.x * along, y: origin.y + right.y * across + down.y * along)
    }

    /// Expanded on all sides: by a fraction of its width left and right, and of its height above and below.
    public func expanded(across: Double, along: Double) -> PictureFrame {
        PictureFrame(
            origin: point(across: -across, along: -along),
            right: Vector(x: right.x * (1 + 2 * across), y: right.y * (1 + 2 * across)),
            down: Vector(x: down.x * (1 + 2 * along), y: down.y * (1 + 2 * along)))
    }

    /// The same part of a copy of the picture in another size.
    public func scaled(from size: PixelSize, to other: PixelSize) -> PictureFrame {
        let (x, y) = (Double(other.width) / Double(size.width), Double(other.height) / Double(size.height))
        func scaled(_ vector: Vector) -> Vector { Vector(x: vector.x * x, y: vector.y * y) }
        return PictureFrame(origin: scaled(origin), right: scaled(right), down: scaled(down))
    }

    /// The part of the unturned picture that becomes this frame once the picture is turned right by quarters.
    func turnedBack(by quarters: Int, in size: PixelSize) -> PictureFrame {
        let (width, height) = (Double(size.width), Double(size.height))
        func turned(_ vector: Vector) -> Vector {
            switch quarters {
            case 1: Vector(x: vector.y, y: -vector.x)
            case 2: Vector(x: -vector.x, y: -vector.y)
            case 3: Vector(x: -vector.y, y: vector.x)
            default: vector
            }
        }
        var start = turned(origin)
        switch quarters {
        case 1: start.y += height
        case 2: (start.x, start.y) = (start.x + width, start.y + height)
        case 3: start.x += width
        default: break
        }
        return PictureFrame(origin: start, right: turned(right), down: turned(down))
    }
}

/// The shape of a card: ID-1 of ISO/IEC 7810, 85.60 by 53.98 mm.
public enum CardOutline {
    /// The width by the height.
    public static let proportion = 85.60 / 53.98
}
