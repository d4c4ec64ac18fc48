internal import CProcess

/// Who may look into the program's memory.
public enum OwnMemory {
    /// From here on nobody: a crash leaves no core file with what is in it, and no other program of the user may read it. A child
    /// process starts with its own.
    public static func keepPrivate() { _ = cprocess_set_dumpable(false) }

    public static var isPrivate: Bool { !cprocess_is_dumpable() }
}
