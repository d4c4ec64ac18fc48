/// A parallelogram in a picture: its upper left corner and two edge vectors, so it may be rotated. In pixels of the picture, right
/// and down from its upper left corner.
public struct PictureFrame: Hashable, Sendable {
    public struct Vector: Hashable, Sendable {
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
