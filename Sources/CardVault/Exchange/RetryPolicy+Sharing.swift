internal import CardNetwork
internal import Cards

extension RetryPolicy {
    /// After how long an exchange that failed is tried again; nil where a person has to do something.
    func delay(after error: any Error, failures: Int) -> Duration? {
        switch error {
        case let error as TransportError:
            // A server that asks for no pause gets the usual one.
            if case .busy(let wanted?) = error.kind { return max(wanted, delay(afterFailures: failures)) }
            return error.isTemporary ? delay(afterFailures: failures) : nil
        case let error as StoreError: return error.isTemporary ? delay(afterFailures: failures) : nil
        default: return nil
        }
    }
}
