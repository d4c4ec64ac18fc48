internal import CSignals
internal import Glibc

/// Restores the terminal when the process crashes. The handlers themselves are C (CSignals).
///
/// They replace those of the Swift runtime, whose backtracer would block the terminal for seconds.
struct CrashGuard {
    let device: TerminalDevice
    let leaveSequence: [UInt8]
    let standardError: Int32

    func arm() {
        var settings = device.settings
        leaveSequence.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                signals_guard(device.descriptor, &settings, $0.baseAddress, $0.count, standardError)
            }
        }
    }

    func disarm() { signals_unguard() }
}
