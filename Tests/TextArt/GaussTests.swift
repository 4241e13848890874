import Testing

@testable import TextArt

@Suite("Gaussian blurs of planes")
struct GaussTests {
    @Test("are bit-exact with their definition, however wide the plane", arguments: 1...70)
    func asDefined(width: Int) {
        for taps in [Plane.Blur.window, Plane.Blur.coarse, Plane.Blur.viewing] {
            let values = (0..<width * 19).map { Float($0 * 7_919 % 1_009) / 1_009 }
            let plane = Plane(width: width, height: 19, values: values)
            #expect(plane.blurred(taps).values == defined(plane, taps).values)
        }
    }

    private func defined(_ plane: Plane, _ taps: [Float]) -> Plane {
        turned(lines(turned(lines(plane, taps)), taps))
    }

    /// Blurs each row by definition, mirrored beyond its ends.
    private func lines(_ plane: Plane, _ taps: [Float]) -> Plane {
        let values = plane.values.indices.map { index in
            let (first, x) = (index / plane.width * plane.width, index % plane.width)
            return taps.indices.dropFirst().reduce(plane.values[index] * taps[0]) { sum, tap in
                let before = plane.values[first + mirrored(x - tap, plane.width)]
                return sum + (before + plane.values[first + mirrored(x + tap, plane.width)]) * taps[tap]
            }
        }
        return Plane(width: plane.width, height: plane.height, values: values)
    }

    private func mirrored(_ place: Int, _ length: Int) -> Int {
        let place = (place % (2 * length) + 2 * length) % (2 * length)
        return place < length ? place : 2 * length - 1 - place
    }

    private func turned(_ plane: Plane) -> Plane {
        let values = plane.values.indices.map { index in
            plane.values[index % plane.height * plane.width + index / plane.height]
        }
        return Plane(width: plane.height, height: plane.width, values: values)
    }
}
