import PtySupport

/// Measures photos in the program: cards with large ones, a wallet full of them, the camera.
struct PictureReport {
    private(set) var table: Table

    init() throws {
        table = Table(title: "photos", programs: ["cards-tui"], compares: false)
        let data = try PhotoBenchmarkData()
        table.add("photos in the store", "MB", [data.megabytes])
        table.add("import of \(PhotoBenchmarkData.count) cards", "s", [data.importSeconds], digits: 2)

        let card = try CardPhotoFigures(data)
        table.add("two of 12 megapixels: text, median", "ms", [card.firstText.median], digits: 2, wanted: "2 ms")
        table.add("text, worst", "ms", [card.firstText.worst], digits: 2)
        table.add("one picture, median", "ms", [card.firstFront.median])
        table.add("both pictures, median", "ms", [card.firstBoth.median], wanted: "150 ms")
        table.add("both pictures, worst", "ms", [card.firstBoth.worst])
        table.add("again: text, median", "ms", [card.text.median], digits: 2, wanted: "2 ms")
        table.add("again: both pictures, median", "ms", [card.both.median], digits: 2, wanted: "10 ms")
        table.add("again: both pictures, worst", "ms", [card.both.worst], digits: 2)
        table.add("peak memory of the helper", "MB", [card.helperMemory.worst], digits: 1, wanted: "128 MB")

        let text = try CardTextFigures()
        table.add("a barcode and two photos: text, median", "ms", [text.first.median], digits: 2, wanted: "2 ms")
        table.add("text, worst", "ms", [text.first.worst], digits: 2)
        table.add("again: text, median", "ms", [text.again.median], digits: 2, wanted: "2 ms")
        table.add("again: text, worst", "ms", [text.again.worst], digits: 2)

        for name in ["none small yet", "small ones in the store"] {
            let terminal = try data.program.startReady()
            defer { terminal.recorder.kill() }
            let wallet = try WalletFigures(terminal)
            add("wallet, \(name): a row, to its frame", wallet.frames, "8 ms")
            table.add("a jump, to its frame, median", "ms", [wallet.jumps.median], digits: 2)
            table.add("a jump, to all its pictures, median", "ms", [wallet.filled.median])
            table.add("a jump, to all its pictures, worst", "ms", [wallet.filled.worst])
            try WalletFigures.passAll(terminal)
            var helpers = [ProcessStatus.helper(of: terminal.recorder.process)?.peakMemory ?? 0]
            try CardPhotoFigures.select(terminal)
            _ = try CardPhotoFigures.open(terminal)
            helpers.append(ProcessStatus.helper(of: terminal.recorder.process)?.peakMemory ?? 0)
            try CardPhotoFigures.leave(terminal)
            let program = ProcessStatus(of: terminal.recorder.process)
            table.add("peak memory after all that", "MB", [program.peakMemory], digits: 1, wanted: "48 MB")
            table.add("peak memory of the helper", "MB", [helpers.max()], digits: 1, wanted: "128 MB")
        }

        let camera = try CameraFigures(data)
        table.add("camera, pictures in a second", "", [camera.framesPerSecond], digits: 1, wanted: "15")
        table.add("a picture", "bytes", [camera.bytesPerFrame])
        table.add("processor, with the helper", "%", [camera.processor], wanted: "under 50 %")
        table.add("processor, the program alone", "%", [camera.programProcessor])
        table.add("peak memory of the helper", "MB", [camera.helperMemory], digits: 1, wanted: "128 MB")
    }

    private mutating func add(_ name: String, _ samples: Samples, _ wanted: String) {
        table.add(name + ", median", "ms", [samples.median], digits: 2)
        table.add(name + ", 99th percentile", "ms", [samples.percentile(99)], digits: 2, wanted: wanted)
        table.add(name + ", worst", "ms", [samples.worst], digits: 2)
    }
}
