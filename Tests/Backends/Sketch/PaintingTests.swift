import Domain
import Testing

@testable import SketchBackend

@Suite("Painting")
struct PaintingTests {
    private func pixels(_ prompt: String, _ width: Int = 64, _ height: Int = 64, seed: UInt64 = 1) -> [RGBA] {
        Painting(prompt: prompt, size: PictureSize(width: width, height: height), seed: seed).pixels()
    }

    private func print(_ pixels: [RGBA]) -> UInt64 {
        var hash = StableHash()
        for pixel in pixels {
            hash.add([pixel.red, pixel.green, pixel.blue, pixel.alpha])
        }
        return hash.value
    }

    private func tone(_ pixels: [RGBA]) -> Int {
        pixels.reduce(0) { $0 + Int($1.red) + Int($1.green) + Int($1.blue) } / (pixels.count * 3)
    }

    @Test(
        "Pictures are identical across versions and machines",
        arguments: [
            ("a lighthouse at night, stormy sea", UInt64(14_086_977_236_536_476_083)),
            ("quantum entropy of jazz", UInt64(6_883_460_436_293_316_684)),
        ])
    func golden(prompt: String, expected: UInt64) {
        #expect(print(pixels(prompt, 96, 64)) == expected)
    }

    @Test("The same words give the same picture, regardless of case and punctuation")
    func normalises() {
        #expect(pixels("A boat,  at SEA!") == pixels("a boat at sea"))
    }

    @Test("Another seed gives another picture", arguments: ["a boat", "two cats", "xyzzy", "three hearts"])
    func seeds(prompt: String) {
        #expect(pixels(prompt, seed: 1) != pixels(prompt, seed: 2))
    }

    @Test("Other unknown words give another composition")
    func abstracts() {
        #expect(Scene(prompt: "quantum entropy of jazz").isAbstract)
        #expect(Scene(prompt: "").isAbstract)
        #expect(pixels("quantum entropy") != pixels("entropic quanta"))
    }

    @Test("Every concept is drawn at the smallest size and in odd formats", arguments: Concept.allCases)
    func everyConcept(concept: Concept) {
        for (width, height) in [(64, 64), (150, 64), (64, 150)] {
            let painted = pixels("three " + Self.word(concept), width, height)
            #expect(painted.count == width * height)
            #expect(Set(painted).count > 30, "a picture is more than a few flat colours")
        }
    }

    @Test(
        "Every landscape shows the things placed in it",
        arguments: ["sea", "lake", "river", "beach", "desert", "forest", "city", "field"])
    func thingsOnLands(place: String) {
        let bare = pixels(place)
        for thing in ["cat", "house", "boat", "bird", "sunflower", "bridge"] {
            #expect(pixels(place + " " + thing) != bare, "\(thing)")
        }
    }

    @Test("A colour changes the thing it refers to", arguments: ["house", "boat", "balloon", "car", "flower", "moon"])
    func colors(noun: String) {
        let blue = pixels("blue \(noun)")
        let red = pixels("red \(noun)")
        #expect(blue.count { $0.blue > $0.red } > red.count { $0.blue > $0.red })
    }

    @Test("Night is darker than day", arguments: ["a house", "mountains", "the sea", "a city", "등대"])
    func night(prompt: String) {
        #expect(tone(pixels(prompt + " night")) * 3 < tone(pixels(prompt + " day")) * 2)
    }

    @Test("Lit windows stand out at night")
    func windows() {
        let house = pixels("a house at night", 128, 96)
        #expect(house.contains { $0.red > 220 && $0.green > 170 && $0.blue < 170 })
    }

    /// The first English word of a concept, ignoring phrases.
    static func word(_ concept: Concept) -> String {
        let words = WordLists.concepts.first { $0.0 == concept }?.1 ?? ""
        return words.split(separator: " ").first.map(String.init) ?? ""
    }
}
