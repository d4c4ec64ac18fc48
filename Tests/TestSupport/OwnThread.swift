internal import Glibc

/// A thread for blocking code. libdispatch limits its threads, and concurrent tests would exhaust them: the program under test
/// would wait for a thread forever.
enum OwnThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func start(_ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 1 << 20)
        defer { pthread_attr_destroy(&attributes) }
        let context = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        if code != 0 { context.release() }
    }
}
