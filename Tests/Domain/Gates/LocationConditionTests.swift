import Domain
import Testing

@Suite("Location conditions")
struct LocationConditionTests {
    private static let now: UTCMillis = 1_795_000_000_000

    /// A fix this many metres north of the centre.
    private static func fix(_ metres: Double, accuracy: Double? = 5, age: Int64 = 0) throws -> Fix {
        let latitude = 10 + metres / (Coordinate.earthRadius * .pi / 180)
        let position = try #require(Coordinate(latitude: latitude, longitude: 20))
        return Fix(position: position, accuracy: accuracy, time: now - age)
    }

    /// A circle of 100 m.
    private static func condition(_ wanted: LocationCondition.Side = .inside) throws -> LocationCondition {
        let center = try #require(Coordinate(latitude: 10, longitude: 20))
        return LocationCondition(wanted, fences: [try Fence(center: center, radius: 100)])
    }

    private static let open = GateReading.open(until: nil)
    private static let closed = GateReading.closed(until: nil)

    @Test("entering takes the inside, leaving takes more than the margin")
    func hysteresis() throws {
        let condition = try Self.condition()
        var side: LocationCondition.Side?
        var readings: [GateReading] = []
        for metres in [130.0, 101, 99, 101, 124, 126, 124, 101, 99] {
            let reading = condition.reading(try Self.fix(metres), side, now: Self.now)
            side = condition.side(after: reading, side)
            readings.append(reading)
        }
        let (open, closed) = (Self.open, Self.closed)
        #expect(readings == [closed, closed, open, open, open, closed, closed, closed, open])
    }

    @Test("outside is the opposite, with the same hysteresis")
    func outside() throws {
        let condition = try Self.condition(.outside)
        #expect(condition.reading(try Self.fix(50), nil, now: Self.now) == Self.closed)
        #expect(condition.reading(try Self.fix(110), .inside, now: Self.now) == Self.closed)
        #expect(condition.reading(try Self.fix(110), .outside, now: Self.now) == Self.open)
        #expect(condition.side(after: Self.open, .inside) == .outside)
        #expect(condition.side(after: Self.closed, nil) == .inside)
        #expect(condition.side(after: .unknown(.gpsd(.noFix)), .inside) == .inside)
    }

    @Test("leaving takes more than the error of the fix; without an estimate, more than the permitted error")
    func error() throws {
        let condition = try Self.condition()
        #expect(condition.reading(try Self.fix(179, accuracy: 80), .inside, now: Self.now) == Self.open)
        #expect(condition.reading(try Self.fix(181, accuracy: 80), .inside, now: Self.now) == Self.closed)
        #expect(condition.reading(try Self.fix(199, accuracy: nil), .inside, now: Self.now) == Self.open)
        #expect(condition.reading(try Self.fix(201, accuracy: nil), .inside, now: Self.now) == Self.closed)
        #expect(condition.reading(try Self.fix(99, accuracy: nil), nil, now: Self.now) == Self.open)
    }

    @Test("a fix that isn't accurate enough says nothing")
    func inaccurate() throws {
        var condition = try Self.condition()
        #expect(condition.reading(try Self.fix(0, accuracy: 100), nil, now: Self.now) == Self.open)
        #expect(
            condition.reading(try Self.fix(0, accuracy: 100.5), nil, now: Self.now)
                == .unknown(.inaccurate(metres: 101, limit: 100)))
        condition.accuracy = 10
        #expect(
            condition.reading(try Self.fix(0, accuracy: 1e300), nil, now: Self.now)
                == .unknown(.inaccurate(metres: 1_000_000_000, limit: 10)))
    }

    @Test("an old fix says nothing, and neither does one from the future")
    func age() throws {
        var condition = try Self.condition()
        #expect(condition.reading(try Self.fix(0, age: 300_000), nil, now: Self.now) == Self.open)
        #expect(
            condition.reading(try Self.fix(0, age: 300_001), nil, now: Self.now)
                == .unknown(.stale(since: Self.now - 300_001)))
        #expect(condition.reading(try Self.fix(0, age: -60_000), nil, now: Self.now) == Self.open)
        #expect(
            condition.reading(try Self.fix(0, age: -60_001), nil, now: Self.now)
                == .unknown(.ahead(milliseconds: 60_001)))
        condition.stale = .seconds(10)
        #expect(
            condition.reading(try Self.fix(0, age: 10_001), nil, now: Self.now)
                == .unknown(.stale(since: Self.now - 10_001)))
        let fix = Fix(position: try Self.fix(0).position, accuracy: 1, time: UTCMillis(.max))
        #expect(condition.reading(fix, nil, now: UTCMillis(.min)) == .unknown(.ahead(milliseconds: .max)))
    }

    @Test("inside one of several fences is inside, and the nearest one decides about leaving")
    func several() throws {
        var condition = try Self.condition()
        condition.fences.append(try Fence(center: try Self.fix(1000).position, radius: 50))
        #expect(condition.reading(try Self.fix(1040), nil, now: Self.now) == Self.open)
        #expect(condition.reading(try Self.fix(1060), .inside, now: Self.now) == Self.open)
        #expect(condition.reading(try Self.fix(500), .inside, now: Self.now) == Self.closed)
        condition.fences = []
        #expect(condition.reading(try Self.fix(0), .inside, now: Self.now) == Self.closed)
    }

    @Test("without an answer nothing is known, and why is passed on")
    func failures() throws {
        let condition = try Self.condition()
        #expect(
            condition.reading(.failure(.unreachable(111)), .inside, now: Self.now)
                == .unknown(.gpsd(.unreachable(Errno(111)))))
        #expect(condition.reading(.success(try Self.fix(0)), nil, now: Self.now) == Self.open)
    }
}

@Suite("gpsd addresses")
struct GPSDAddressTests {
    @Test("addresses are numeric, localhost or a path")
    func accepted() {
        #expect(GPSDAddress(text: "127.0.0.1:2947") == .standard)
        #expect(GPSDAddress(text: "192.168.1.7") == .network(host: "192.168.1.7", port: 2947))
        #expect(GPSDAddress(text: "localhost:1") == .network(host: "localhost", port: 1))
        #expect(GPSDAddress(text: "::1") == .network(host: "::1", port: 2947))
        #expect(GPSDAddress(text: "[::1]") == .network(host: "::1", port: 2947))
        #expect(GPSDAddress(text: "[fe80::1%eth0]:65535") == .network(host: "fe80::1%eth0", port: 65_535))
        #expect(GPSDAddress(text: "/run/gps.sock") == .socket(FolderPath("/run/gps.sock")))
    }

    @Test("texts are read again", arguments: ["127.0.0.1:2947", "localhost:5", "[::1]:2947", "/run/gps.sock"])
    func text(text: String) {
        #expect(GPSDAddress(text: text)?.text == text)
    }

    @Test(
        "anything else is rejected",
        arguments: [
            "", "gps.example", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:+5", "[::1", "[::1]x",
            "[::1]:x", "gps.sock", "/run/\0gps", ":2947",
        ])
    func rejected(text: String) {
        #expect(GPSDAddress(text: text) == nil)
    }
}

@Suite("Texts of times")
struct UTCTextTests {
    @Test(
        "RFC 3339 in UTC is read",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-11-28T21:07:12.000Z", 1_795_900_032_000),
            ("2026-11-28T21:07:12.5Z", 1_795_900_032_500), ("2000-02-29T23:59:59.999999999Z", 951_868_799_999),
            ("2016-12-31T23:59:60.000Z", 1_483_228_800_000), ("1969-12-31T23:59:59.001Z", -999),
        ])
    func accepted(text: String, milliseconds: Int64) {
        #expect(UTCMillis(text: text) == UTCMillis(milliseconds))
    }

    @Test(
        "anything else is rejected",
        arguments: [
            "", "2026-11-28", "2026-11-28T21:07:12", "2026-11-28 21:07:12Z", "2026-02-29T00:00:00Z",
            "2026-11-28T24:00:00Z", "2026-11-28T21:60:00Z", "2026-11-28T21:07:61Z", "2026-11-28T21:07:12.Z",
            "2026-11-28T21:07:12.0000000000Z", "2026-11-28T21:07:12+01:00", "2026-11-28T+1:07:12Z",
            "2026-11-28T21:07:12.-1Z", "2026-11-28T21:07:1éZ",
        ])
    func rejected(text: String) {
        #expect(UTCMillis(text: text) == nil)
    }
}
