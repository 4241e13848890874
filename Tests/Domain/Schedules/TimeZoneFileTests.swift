import Testing

@testable import Domain

@Suite("Zone files")
struct TimeZoneFileTests {
    private static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

    @Test("the offsets are those before, between and after the changes, and then the rule's")
    func lookup() throws {
        var file = ZoneFileBytes(times: [-100, 0, 1_700_000_000], indexes: [1, 2, 1], offsets: [10, 3600, 7200])
        file.footer = "\n\(Self.berlin)\n"
        let zone = try TimeZoneRules(file: file.bytes)
        let offsets = [-101_000, -100_001, -100_000, -1, 0, 1_699_999_999_999].map { zone.offset(at: UTCMillis($0)) }
        #expect(offsets == [10, 10, 3600, 3600, 7200, 7200])
        #expect(zone.offset(at: 1_700_000_000_000) == 3600)
        #expect(zone.offset(at: UTCMillis("2026-07-01 00:00")) == 7200)
        #expect(zone.change(after: .init(.min))?.moment == -100_000)
        #expect(zone.change(after: -100_000) == ZoneChange(second: 0, offset: 7200))
        #expect(zone.change(after: 1_700_000_000_000)?.moment == UTCMillis("2024-03-31 01:00"))
    }

    @Test("version 1 has no rule: its last offset stays")
    func version1() throws {
        let zone = try TimeZoneRules(
            file: ZoneFileBytes(version: 0, times: [-5, 5], indexes: [1, 0], offsets: [-60, 60]).bytes)
        #expect([-6000, -5000, 5000, .max].map { zone.offset(at: UTCMillis($0)) } == [-60, 60, -60, -60])
        #expect(zone.change(after: 5000) == nil)
    }

    @Test("without changes, the rule or the first offset holds at all times")
    func withoutChanges() throws {
        var file = ZoneFileBytes(version: UInt8(ascii: "3"), offsets: [5])
        file.footer = "\n<-03>3\n"
        #expect(try TimeZoneRules(file: file.bytes).offset(at: 0) == -10_800)
        file.footer = "\n\n"
        #expect(try TimeZoneRules(file: file.bytes).offset(at: 0) == 5)
    }

    @Test("later versions are read like the third", arguments: ["2", "3", "4", "9"])
    func laterVersions(_ version: Unicode.Scalar) throws {
        #expect(try TimeZoneRules(file: ZoneFileBytes(version: UInt8(ascii: version)).bytes).offset(at: 0) == 0)
    }

    @Test("a change to the same offset is none, and one at the end of time is kept")
    func changes() throws {
        let zone = try TimeZoneRules(
            file: ZoneFileBytes(version: 0, times: [1, 2, 3], indexes: [0, 1, 1], offsets: [0, 60]).bytes)
        #expect(zone.change(after: 0) == ZoneChange(second: 2, offset: 60) && zone.change(after: 2000) == nil)
        let far = try TimeZoneRules(
            file: ZoneFileBytes(times: [.min, .max], indexes: [1, 0], offsets: [0, 60], footer: "\n\n").bytes)
        #expect(far.offset(at: .init(.min)) == 60 && far.offset(at: 0) == 60)
        #expect(far.moments(of: LocalDateTime("1970-01-01 00:01")) == .one(0))
    }

    @Test(
        "malformed bytes are refused with their place",
        arguments: [
            ([], .truncated(at: 0, needs: 4)), (Array("TZip".utf8), .notZoneFile),
            (Array("TZif".utf8), .truncated(at: 4, needs: 1)), (Array("TZif1".utf8), .unknownVersion(0x31)),
            (ZoneFileBytes(times: [0, 0], indexes: [0, 0]).bytes, .unordered(change: 1)),
            (ZoneFileBytes(times: [5, 3], indexes: [0, 0]).bytes, .unordered(change: 1)),
            (ZoneFileBytes(version: 0, times: [0], indexes: [1]).bytes, .offsetIndex(1, at: 48)),
            (ZoneFileBytes(version: 0, offsets: [93_600]).bytes, .offset(93_600, at: 44)),
            (ZoneFileBytes(version: 0, offsets: [-90_000]).bytes, .offset(-90_000, at: 44)),
            (ZoneFileBytes(version: 0, offsets: []).bytes, .count(0, at: 36)),
            (ZoneFileBytes(version: 0, leapSeconds: [5]).bytes, .leapSeconds(1)),
            (ZoneFileBytes(footer: "").bytes, .footer(at: 108)),
            (ZoneFileBytes(footer: "\nUTC0").bytes, .footer(at: 108)),
            (ZoneFileBytes(footer: "UTC0\n").bytes, .footer(at: 108)),
            (
                ZoneFileBytes(footer: "\nUTC0x\n").bytes,
                .rule(PosixZoneProblem(kind: .abbreviation, offset: 4), at: 113)
            ),
            (
                Array(ZoneFileBytes(version: 0, times: [1], indexes: [0]).bytes.prefix(50)),
                .truncated(at: 44, needs: 15)
            ),
            (Array(ZoneFileBytes().bytes.prefix(60)), .truncated(at: 59, needs: 15)),
        ] as [([UInt8], TimeZoneFileFailure)])
    func malformed(_ bytes: [UInt8], _ failure: TimeZoneFileFailure) {
        #expect(throws: failure) { try TimeZoneRules(file: bytes) }
    }

    @Test("announced numbers of entries that are larger than the file are refused")
    func counts() {
        for place in stride(from: 20, to: 44, by: 4) {
            for number in [[0x7F, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0]] as [[UInt8]] {
                var bytes = ZoneFileBytes(version: 0).bytes
                bytes.replaceSubrange(place..<(place + 4), with: number)
                #expect(throws: TimeZoneFileFailure.self) { try TimeZoneRules(file: bytes) }
            }
        }
    }

    @Test("no bytes trap, whatever they are, and neither does a zone that was read from them", arguments: 0..<8)
    func mutated(_ part: Int) throws {
        var rng = SplitMix64(seed: UInt64(part))
        var file = ZoneFileBytes(
            times: (0..<8).map { Int64($0 * 20_000_000 - 50_000_000) }, indexes: [1, 2, 1, 0, 2, 1, 2, 0],
            offsets: [0, 3600, -7200])
        file.footer = "\n\(part.isMultiple(of: 2) ? Self.berlin : "<-02>2<-01>,J59/-167,365/167:59:59")\n"
        file.version = part == 7 ? 0 : file.version
        let original = file.bytes
        var read = 0
        for _ in 0..<600 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &rng) {
                let place = Int.random(in: 0..<bytes.count, using: &rng)
                switch Int.random(in: 0..<6, using: &rng) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &rng)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &rng)
                case 2: bytes.remove(at: place)
                case 3: bytes.insert(bytes[place], at: place)
                case 4: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &rng) ?? 0
                default: bytes.removeSubrange(place..<min(place + 20, bytes.count))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let zone = try? TimeZoneRules(file: bytes) else { continue }
            read += 1
            for moment in [.min, -1, 0, 1_700_000_000_000, .max].map(UTCMillis.init) {
                let local = zone.local(at: moment)
                _ = zone.change(after: moment)
                switch zone.moments(of: local) {
                case .one(let found):
                    #expect(abs(found.milliseconds(since: moment)) < 1000 || moment.milliseconds == .max)
                case .two, .none: break
                }
            }
        }
        #expect(read > 20, "\(read)")
    }

    @Test("every installed zone is read", .enabled(if: ZoneFixtures.file("Europe/Berlin") != nil, "no zone files"))
    func installed() throws {
        for name in ["Europe/Berlin", "Africa/Casablanca", "America/Sao_Paulo", "Asia/Tehran", "UTC", "Etc/GMT+3"] {
            guard let bytes = ZoneFixtures.file(name) else { continue }
            _ = try TimeZoneRules(file: bytes)
        }
    }
}
