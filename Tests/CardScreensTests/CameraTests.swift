import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Taking a photo with the camera")
struct CameraTests {
    private func atCamera(files: FakeFiles = FakeFiles(files: ["/home/photo.jpg": [100, 80]])) async throws -> Journey {
        let journey = try await Journey(files: files)
        journey.press(Key("a"))
        journey.type("Club")
        journey.focus(.front)
        journey.press(.control("t"))
        await journey.see("Take the front")
        await journey.see("waiting for the camera…")
        await journey.wait("the camera") { journey.camera.isRunning }
        return journey
    }

    @Test("a picture is captured, cropped and set in the form")
    func taking() async throws {
        let journey = try await atCamera()
        journey.camera.show([100, 80])
        await journey.see("hold the card within the outline")
        #expect(journey.text.contains("╭"))
        journey.press(.enter)
        await journey.see("Crop the front")
        journey.press(.enter)
        await journey.see("a picture; ↵ changes it")
        journey.press(.control("s"))
        await journey.see("Saved Club")
        let card = try #require(try await journey.store.cards(named: "Club").first)
        #expect(try await journey.store.photo(try #require(card.front)) == [100, 63])
    }

    @Test("the newest picture is shown and captured")
    func newest() async throws {
        let journey = try await atCamera()
        journey.camera.show([100, 80])
        await journey.see("hold the card")
        await journey.time.waitForSleeper { $0 == .milliseconds(40) }
        journey.camera.show([60, 40])
        journey.time.advance(by: .seconds(1))
        await journey.wait("the newest picture") { journey.shownWidth == 60 }
        journey.press(Key(" "))
        await journey.see("Crop the front")
        guard let crop = journey.model.navigator.path.last as? PhotoCropModel else {
            Issue.record("there is nothing to crop")
            return
        }
        #expect(crop.image.size.width == 60)
    }

    @Test("the camera runs only while it is shown")
    func stopping() async throws {
        let journey = try await atCamera()
        journey.camera.show([100, 80])
        await journey.see("hold the card")
        journey.press(.enter)
        await journey.see("Crop the front")
        await journey.wait("the camera to stop") { !journey.camera.isRunning }
        journey.press(.escape)
        await journey.see("Take the front")
        await journey.wait("the camera") { journey.camera.isRunning }
        journey.press(.escape)
        await journey.see("New card")
        await journey.wait("the camera to stop") { !journey.camera.isRunning }
    }

    @Test(
        "a failure is shown, and choosing a file is offered",
        arguments: [
            CameraError.noCamera(device: "/dev/video0"), .ffmpegMissing, .notAllowed(device: "/dev/video0"),
            .ended(reason: "no such device"), .silent(seconds: 5),
        ])
    func problems(error: CameraError) async throws {
        let journey = try await atCamera()
        journey.camera.fail(error)
        await journey.see("↵ try again")
        // There is nothing to capture.
        #expect(!journey.text.contains("take picture"))
        #expect(journey.text.contains(error.userMessage.prefix(24)))
        journey.press(Key("o"))
        await journey.see("Choose the front")
        await journey.see("photo.jpg")
        journey.press(.escape)
        await journey.see("New card")
    }

    @Test("Enter restarts a failed camera")
    func again() async throws {
        let journey = try await atCamera()
        journey.camera.fail(.silent(seconds: 5))
        await journey.see("↵ try again")
        journey.press(.enter)
        await journey.see("waiting for the camera…")
        await journey.wait("the camera") { journey.camera.isRunning }
        journey.camera.show([100, 80])
        await journey.see("hold the card")
    }

    @Test("a damaged picture is skipped")
    func damaged() async throws {
        let journey = try await atCamera()
        journey.camera.show([1])
        await journey.time.waitForSleeper { $0 == .milliseconds(40) }
        journey.camera.show([100, 80])
        journey.time.advance(by: .seconds(1))
        await journey.see("hold the card")
        #expect(journey.shownWidth == 100)
    }

    @Test("a turned camera picture is captured turned")
    func turned() async throws {
        let journey = try await atCamera()
        journey.camera.show([80, 100])
        await journey.see("hold the card")
        journey.press(Key("r"), .enter)
        await journey.see("turned by 90°")
    }
}

extension Journey {
    /// The width of the picture that the camera's screen shows.
    fileprivate var shownWidth: Int? {
        if let camera = model.navigator.path.last as? CameraModel { camera.image?.size.width } else { nil }
    }
}
