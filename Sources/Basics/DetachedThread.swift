internal import Glibc

/// A thread for work that blocks: the threads of Swift's own pool are few and must not wait. Nobody waits for its end.
public enum DetachedThread {
    /// - Returns: false where no thread can be started; `body` is not called then.
    public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body))
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        if code == 0 { pthread_detach(thread) } else { context.release() }
        return code == 0
    }

    /// From now on a connection that was closed does not kill the process when this thread writes to it.
    public static func blockBrokenPipe() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
