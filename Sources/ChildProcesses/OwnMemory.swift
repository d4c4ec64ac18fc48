internal import CProcess

/// Access of others to the program's memory.
public enum OwnMemory {
    /// Denies it from now on: a crash leaves no core file, and no other program of the user can read this memory. Child processes
    /// do not inherit this.
    public static func keepPrivate() { _ = cprocess_set_dumpable(false) }

    public static var isPrivate: Bool { !cprocess_is_dumpable() }
}
