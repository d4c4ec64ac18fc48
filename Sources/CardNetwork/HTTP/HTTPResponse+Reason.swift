internal import Cards

extension HTTPResponse {
    /// The backend's reason for refusing a request, on one line: a short text, or the value of a common key in a JSON
    /// object. Nil if there is none; web pages are ignored. Throws ``HTTPFailure``.
    var reason: String? {
        get async throws {
            guard hasType("text/plain") || hasType("application/json") else { return nil }
            let bytes = try await beginning
            let text = hasType("text/plain") ? String(validating: bytes, as: UTF8.self) : BackendMessage.text(in: bytes)
            return text.flatMap(BackendMessage.oneLine)
        }
    }

    /// The reason in a JSON body only, since an error page in plain text says no more than the status; and whether the body says that
    /// the port expects TLS, as nginx, Apache and Go do. A body that breaks off says nothing. Throws `CancellationError`.
    var refusal: (reason: String?, wantsTLS: Bool) {
        get async throws {
            let mayWantTLS = head.status == 400 && !request.base.isSecure
            guard mayWantTLS || hasType("application/json") else { return (nil, false) }
            let bytes: [UInt8]
            do {
                bytes = try await beginning
            } catch let error as CancellationError {
                throw error
            } catch {
                return (nil, false)
            }
            let text = String(decoding: bytes, as: UTF8.self).lowercased()
            let wantsTLS = ["to https port", "an https server", "an ssl-enabled server port"].contains {
                text.contains($0)
            }
            return (BackendMessage.text(in: bytes).flatMap(BackendMessage.oneLine), mayWantTLS && wantsTLS)
        }
    }

    private func hasType(_ type: String) -> Bool { head["Content-Type"]?.lowercased().hasPrefix(type) == true }

    /// What arrives in time: the failure is known without it.
    private var beginning: [UInt8] {
        get async throws {
            let deadline = ContinuousClock.now.advanced(by: Self.reasonTimeout)
            let timer = interrupting(at: deadline)
            defer { timer.cancel() }
            var bytes: [UInt8] = []
            while bytes.count < BackendMessage.maximumBytes, ContinuousClock.now < deadline,
                let chunk = try await nextChunk()
            {
                bytes += chunk
            }
            return bytes
        }
    }

    private static let reasonTimeout = Duration.seconds(3)
}

/// The text of an error in a backend's answer.
enum BackendMessage {
    static let maximumBytes = 16 << 10
    private static let maximumCharacters = 200

    /// The text in a JSON answer: it is a string, or the value of a common key of an object. Nil if there is none.
    static func text(in bytes: [UInt8]) -> String? {
        guard let json = try? JSONParser.parse(bytes, maximumValues: 1000) else { return nil }
        if let text = json.string { return text }
        for key in ["error", "message", "detail", "reason", "title"] {
            guard let value = json[key] else { continue }
            // Some wrap it once more: {"error": {"code": 7, "message": "…"}}.
            if let text = value.string ?? value["message"]?.string { return text }
        }
        return nil
    }

    /// Nil for an empty text.
    static func oneLine(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if line.isEmpty { return nil }
        return line.count <= maximumCharacters ? line : line.prefix(maximumCharacters) + "…"
    }
}
