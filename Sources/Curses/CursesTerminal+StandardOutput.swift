internal import Basics
internal import Glibc
public import Terminal

/// What is known of the terminal on standard output without taking it over.
extension CursesTerminal {
    /// The size of the terminal on standard output, before it is taken over.
    public nonisolated static var size: Size { TerminalDevice.size(of: STDOUT_FILENO) }

    /// What the terminal on standard output can show of pictures, without taking it over; no colors if it has no
    /// description. Black and white are exact, also if it is not a terminal: reverse video would be inverted on every
    /// light background.
    public static var outputMedium: PictureMedium {
        let choice = try? TerminalChoice(environment: ThisMachine.environment)
        let shown = isatty(STDOUT_FILENO) == 1 ? choice?.inkColors : nil
        return PictureMedium(
            colors: choice?.colors ?? .monochrome,
            cellAspect: TerminalDevice.cell(of: STDOUT_FILENO)?.aspect ?? PictureMedium.usualAspect,
            inkColors: shown ?? (TerminalChoice.asksForTrueColor(ThisMachine.environment) ? .trueColor : .indexed256),
            symbols: PictureSymbols(outputGlyphs))
    }

    /// The glyphs of the terminal on standard output; all of them for a file.
    public static var outputGlyphs: GlyphSet {
        guard isatty(STDOUT_FILENO) == 1 else { return .all }
        return GlyphSet(terminal: ThisMachine.environment("TERM") ?? "", descriptor: STDOUT_FILENO)
    }
}
