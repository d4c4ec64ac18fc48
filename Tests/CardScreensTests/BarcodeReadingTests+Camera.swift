import Cards
import Terminal
import Testing

@testable import CardViewModels

/// Reading with the camera.
extension BarcodeReadingTests {
    private func scanning(_ journey: Journey) async {
        journey.press(Key(.end), .enter)
        await journey.see("waiting for the camera…")
        await journey.wait("the camera") { journey.camera.isRunning }
    }

    @Test("the first code in a camera picture ends the camera and starts a new card")
    func camera() async throws {
        let journey = try await asked()
        journey.reader.put(Self.ean, in: [60, 40])
        await scanning(journey)
        journey.camera.show([100, 80])
        await journey.see("hold the code in front of the camera")
        #expect(!journey.text.contains("╭"))
        await journey.time.waitForSleeper { $0 == .milliseconds(40) }
        journey.camera.show([60, 40])
        journey.time.advance(by: .seconds(1))
        await journey.see("Scanned EAN-13 5901234123457 with the camera.")
        #expect(journey.text.contains("New card"))
        await journey.wait("the camera to stop") { !journey.camera.isRunning }
        #expect(journey.reader.asked == [[100, 80], [60, 40]])
    }

    @Test("of two codes in one picture the chosen one is used, and the camera ends")
    func cameraTwo() async throws {
        let journey = try await asked()
        journey.reader.put(Self.ean, Self.club, in: [60, 40])
        await scanning(journey)
        journey.camera.show([60, 40])
        await journey.see("2 barcodes")
        await journey.wait("the camera to stop") { !journey.camera.isRunning }
        journey.press(Key(.down), .enter)
        await journey.see("Scanned QR code CLUB:77 with the camera.")
        #expect(journey.text.contains("New card"))
        #expect(journey.reader.asked == [[60, 40]])
    }

    @Test("choosing neither code returns to the former screen")
    func cameraNone() async throws {
        let journey = try await asking()
        journey.reader.put(Self.ean, Self.club, in: [60, 40])
        await scanning(journey)
        journey.camera.show([60, 40])
        await journey.see("2 barcodes")
        journey.press(.escape)
        await journey.see("No changes")
        #expect(journey.text.contains("Edit Cedar Library"))
    }

    @Test("a damaged link in a camera picture is reported once and ends the camera")
    func cameraDamaged() async throws {
        let journey = try await asked()
        let link = FoundBarcode(barcode: Barcode(format: .qrCode), number: "https://catima.app/share#store%3DElm")
        journey.reader.put(link, in: [60, 40])
        await scanning(journey)
        journey.camera.show([60, 40])
        await journey.see("The link has no card number.")
        await journey.wait("the camera to stop") { !journey.camera.isRunning }
        #expect(journey.model.navigator.path.isEmpty)
        #expect(journey.reader.asked == [[60, 40]])
    }

    @Test("pictures are read one at a time, the newest next; after leaving none is read")
    func oneAtATime() async throws {
        let journey = try await asking()
        journey.reader.hold()
        journey.reader.put(Self.ean, in: [62, 40])
        await scanning(journey)
        journey.camera.show([60, 40])
        await journey.wait("the reader") { journey.reader.asked.count == 1 }
        for width in UInt8(61)...62 {
            await journey.time.waitForSleeper { $0 == .milliseconds(40) }
            journey.camera.show([width, 40])
            journey.time.advance(by: .seconds(1))
            await journey.wait("the picture") { journey.seenWidth == Int(width) }
        }
        #expect(journey.reader.asked == [[60, 40]])
        journey.reader.release()
        await journey.see("with the camera.")
        #expect(journey.reader.asked == [[60, 40], [62, 40]])
        #expect(journey.text.contains("Edit Cedar Library"))
    }

    @Test("Esc stops the camera, and a pending reading has no effect")
    func leavingCamera() async throws {
        let journey = try await asking()
        journey.reader.put(Self.ean, in: [60, 40])
        journey.reader.hold()
        await scanning(journey)
        journey.camera.show([60, 40])
        await journey.wait("the reader") { journey.reader.asked.count == 1 }
        journey.press(.escape)
        await journey.see("Edit Cedar Library")
        await journey.wait("both to stop") { !journey.camera.isRunning && journey.reader.cancellations == 1 }
        #expect(!journey.text.contains("EAN-13"))
    }

    @Test("a file can be chosen instead, and a missing library ends the camera with a message")
    func instead() async throws {
        let journey = try await asked()
        await scanning(journey)
        journey.press(Key("o"))
        await journey.see("Choose a picture or PDF")
        await journey.see("card.png")
        journey.press(.escape, Key("R"))
        journey.reader.fail(.libraryMissing("libZXing"), in: [60, 40])
        await scanning(journey)
        journey.camera.show([60, 40])
        await journey.see("libZXing, which is not installed")
        await journey.wait("the camera to stop") { !journey.camera.isRunning }
    }
}

extension Journey {
    /// The width of the picture that the camera's screen shows.
    fileprivate var seenWidth: Int? {
        if let camera = model.navigator.path.last as? CameraModel { camera.image?.size.width } else { nil }
    }
}
