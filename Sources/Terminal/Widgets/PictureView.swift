public struct PictureView: Sendable {
    public init?(rgba: [UInt8], width: Int, height: Int, fitting: Size, colors: ColorDepth) { return nil }
    public func draw(on canvas: inout Canvas, in area: Rect) {}
}
