internal import CardTransfer
internal import Cards

extension CommandRunner {
    /// Fetches a file to import, and says how large it is. At another host only with consent, for which there has to be a terminal.
    func fetch(
        _ address: String, _ arguments: ImportArguments, _ options: Invocation.Options
    ) async throws -> ImportInput {
        let fetching = platform.fetching(try config(options).backend.certificateFile)
        do {
            let file = try await fetch(fetching.target(of: address), by: fetching, arguments)
            if !arguments.isJSON { try output.report("\(file.name): \(file.size)") }
            return ImportInput(name: file.name) { file.open() }
        } catch let error as FetchError {
            throw CommandFailure(error.userMessage, error.kind == .address ? .usage : .network)
        }
    }

    private func fetch(
        _ first: FetchTarget, by fetching: any FileFetching, _ arguments: ImportArguments
    ) async throws -> FetchedFile {
        var target = first
        while true {
            let line = ProgressLine(isJSONorQuiet: arguments.isJSON, output)
            let watch = FetchWatch(isUseless: UnusableStream.check(format: arguments.format)) { [host = target.host] in
                line.show("Downloading from \(host): \(LoaderText.size(of: $0) ?? "")")
            }
            let outcome = try await line.wait(for: "Downloading from \(target.host)", by: platform.timer) { [target] in
                try await fetching.fetch(target, limit: TransferLimits.fileBytes, watch)
            }
            switch outcome {
            case .file(let file): return file
            case .elsewhere(let next):
                guard try await isAgreed(to: next, from: target) else {
                    throw CommandFailure("\(next.host) was not asked. Nothing was imported.")
                }
                target = next
            }
        }
    }

    private func isAgreed(to next: FetchTarget, from target: FetchTarget) async throws -> Bool {
        guard let answer = try await platform.askConsent(output.visible(oneLine(target.question(leadingTo: next))))
        else {
            throw CommandFailure(
                "\(target.host) redirects to another host, \(next.host) (\(next.name)), which needs your consent on a "
                    + "terminal. Nothing was imported.", .network)
        }
        return answer
    }
}
