import Domain
import Glibc
import Testing

@testable import PlatformSystem

@Suite("gpsd")
struct GPSDClientTests {
    private static let now: UTCMillis = 1_795_900_032_000
    private static let version =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
    private static let none = #"{"class":"DEVICES","devices":[]}"# + "\r\n"
    private static let watch = #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0}"# + "\r\n"
    private static let opening: [FakeGPSD.Step] = [
        .send(version), .expect("?WATCH={\"enable\":true,\"json\":true};\n?POLL;\n"), .send(devices("/dev/gps0")),
        .send(watch),
    ]

    private static func devices(_ paths: String...) -> String {
        let list = paths.map { #"{"class":"DEVICE","path":"\#($0)","activated":"2026-11-28T21:00:00.000Z"}"# }
        return #"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))]}"# + "\r\n"
    }

    /// A report about a place near 10° N, 20° E, this old.
    private static func report(
        _ device: String = "/dev/gps0", mode: Int = 3, second: String? = "12", latitude: String = "10.000000000",
        error: String = #","epx":3.0,"epy":4.0"#
    ) -> String {
        let time = second.map { #","time":"2026-11-28T21:07:\#($0).000Z""# } ?? ""
        let place = mode >= 2 ? #","lat":\#(latitude),"lon":20.5\#(error)"# : ""
        return #"{"class":"TPV","device":"\#(device)","mode":\#(mode)\#(time)\#(place)}"#
    }

    private static func poll(_ reports: String...) -> FakeGPSD.Step {
        .send(
            #"{"class":"POLL","time":"2026-11-28T21:07:12.100Z","active":\#(reports.count),"tpv":["#
                + reports.joined(separator: ",") + #"],"gst":[],"sky":[{"class":"SKY"}]}"# + "\r\n")
    }

    private static func live(_ report: String) -> FakeGPSD.Step { .send(report + "\r\n") }

    /// Asks a server that follows this script; generous with time, so that only the server's behaviour decides.
    private func ask(_ server: FakeGPSD, timeout: Duration = .seconds(60)) -> Result<Fix, GPSDFailure> {
        let client = GPSDClient(server.address, timeout: timeout) { Self.now }
        do throws(GPSDFailure) { return .success(try client.fix()) } catch { return .failure(error) }
    }

    private func ask(
        _ script: [FakeGPSD.Step], timeout: Duration = .seconds(60)
    ) throws -> Result<Fix, GPSDFailure> {
        ask(try FakeGPSD(script), timeout: timeout)
    }

    /// Whether a script after which the server is silent leads to this. On a busy machine the time may be over before
    /// the server has said everything; then it gets more.
    private func silence(after script: [FakeGPSD.Step], is expected: Result<Fix, GPSDFailure>) throws -> Bool {
        for milliseconds in [50, 500, 5000]
        where try ask(script + [.hold], timeout: .milliseconds(milliseconds)) == expected {
            return true
        }
        return false
    }

    private func fix(_ latitude: Double = 10, accuracy: Double? = 5, age: Int64 = 0) throws -> Result<Fix, GPSDFailure>
    {
        let position = try #require(Coordinate(latitude: latitude, longitude: 20.5))
        return .success(Fix(position: position, accuracy: accuracy, time: Self.now - age))
    }

    @Test("a fix is in the answer to the poll, and the watch is ended", arguments: [false, true])
    func fix(overPath: Bool) throws {
        let server = try FakeGPSD(overPath: overPath, Self.opening + [Self.poll(Self.report()), .hold])
        #expect(try ask(server) == fix())
        #expect(
            server.received()
                == "?WATCH={\"enable\":true,\"json\":true};\n?POLL;\n?WATCH={\"enable\":false};\n")
    }

    @Test("fixes in two and three dimensions count, with the horizontal error if there is one")
    func dimensions() throws {
        #expect(try ask(Self.opening + [Self.poll(Self.report(mode: 2)), .hold]) == fix())
        let horizontal = Self.report(error: #","eph":19.5,"epx":3.0,"epy":4.0"#)
        #expect(try ask(Self.opening + [Self.poll(horizontal), .hold]) == fix(accuracy: 19.5))
        for rest in ["", #","eph":0.000"#, #","epx":3.0"#, #","eph":-1"#, #","eph":"3""#] {
            #expect(try ask(Self.opening + [Self.poll(Self.report(error: rest)), .hold]) == fix(accuracy: nil))
        }
    }

    @Test("receivers that measure without a fix are not waited for")
    func noFix() throws {
        #expect(try ask(Self.opening + [Self.poll(Self.report(mode: 1)), .hold]) == .failure(.noFix))
        #expect(
            try ask(Self.opening + [Self.poll(Self.report(mode: 1, second: nil), Self.report(mode: 1)), .hold])
                == .failure(.noFix))
    }

    @Test("without a receiver there is nothing to wait for")
    func noDevice() throws {
        let script: [FakeGPSD.Step] = [.send(Self.version), .expect("POLL"), .send(Self.none + Self.watch)]
        #expect(try ask(script + [Self.poll(), .hold]) == .failure(.noDevice))
    }

    @Test("a receiver that was just activated is waited for")
    func activated() throws {
        for poll in [Self.poll(), Self.poll(Self.report(mode: 0))] {
            let reports = [Self.live(Self.report(mode: 1)), Self.live(Self.report(latitude: "11")), .hold]
            #expect(try ask(Self.opening + [poll] + reports) == fix(11))
        }
        // One of two isn't active yet, the other has no fix.
        let script: [FakeGPSD.Step] = [
            .send(Self.version), .expect("POLL"), .send(Self.devices("/dev/gps0", "/dev/gps1") + Self.watch),
        ]
        let rest = [Self.poll(Self.report(mode: 1)), Self.live(Self.report("/dev/gps1")), FakeGPSD.Step.hold]
        #expect(try ask(script + rest) == fix())
    }

    @Test("an old fix is replaced by one that follows, and used if none does")
    func old() throws {
        let poll = Self.poll(Self.report(second: "01"))
        #expect(
            try ask(Self.opening + [poll, Self.live(Self.report(second: "02", latitude: "11")), .hold])
                == fix(11, age: 10_000))
        #expect(try silence(after: Self.opening + [poll], is: fix(age: 11_000)))
        #expect(try ask(Self.opening + [poll]) == fix(age: 11_000))
        // A fix from the future is as suspicious.
        #expect(
            try ask(Self.opening + [Self.poll(Self.report(second: "59")), Self.live(Self.report()), .hold])
                == fix())
    }

    @Test("a report without a time is of the moment it arrives, but not in the answer to the poll")
    func timeless() throws {
        let timeless = Self.report(second: nil, latitude: "11")
        #expect(try silence(after: Self.opening + [Self.poll(timeless)], is: .failure(.noFix)))
        #expect(try ask(Self.opening + [Self.poll(timeless), Self.live(timeless), .hold]) == fix(11))
        #expect(try ask(Self.opening + [Self.poll(), Self.live(Self.report(second: "99")), .hold]) == fix())
    }

    @Test("of several receivers the newest fix counts, of concurrent ones the most accurate")
    func several() throws {
        func poll(_ reports: String...) throws -> Result<Fix, GPSDFailure> {
            try ask(
                Self.opening + [
                    .send(#"{"class":"POLL","active":3,"tpv":[\#(reports.joined(separator: ","))]}"# + "\n"), .hold,
                ])
        }
        let (coarse, error:fine) = (#","eph":50"#, #","eph":2"#)
        let bad = Self.report("/dev/gps2", mode: 1)
        #expect(
            try poll(bad, Self.report(error: coarse), Self.report("/dev/gps1", latitude: "11", error: fine))
                == fix(11, accuracy: 2))
        #expect(
            try poll(Self.report(second: "11", latitude: "11", error: fine), Self.report(error: coarse), bad)
                == fix(11, accuracy: 2, age: 1000))
        #expect(
            try poll(Self.report(second: "01", latitude: "11", error: fine), Self.report(error: coarse))
                == fix(accuracy: 50))
        #expect(try poll(Self.report(latitude: "11", error: ""), Self.report(error: coarse)) == fix(accuracy: 50))
        #expect(
            try poll(Self.report(second: "11", error: fine), Self.report(latitude: "11", error: fine))
                == fix(11, accuracy: 2))
    }

    @Test("a report that arrives before the answer to the poll is compared with it")
    func early() throws {
        let script =
            Self.opening + [Self.live(Self.report(second: "13", latitude: "11")), Self.poll(Self.report()), .hold]
        #expect(try ask(script) == fix(11, age: -1000))
    }

    @Test("a server that can't be polled is listened to")
    func unpolled() throws {
        let error = FakeGPSD.Step.send(#"{"class":"ERROR","message":"Unrecognized request 'POLL;'"}"# + "\r\n")
        #expect(try ask(Self.opening + [error, Self.live(Self.report()), .hold]) == fix())
        #expect(try ask(Self.opening + [Self.live(Self.report()), error, .hold]) == fix())
        // One that ignores it.
        #expect(
            try ask(
                Self.opening + [Self.live(Self.report()), Self.live(Self.report(latitude: "11", error: "")), .hold])
                == fix())
        #expect(try silence(after: Self.opening + [Self.live(Self.report())], is: fix()))
        #expect(
            try ask([.send(Self.version), .expect("POLL"), Self.live(Self.report()), error, .hold]) == fix())
    }

    @Test("positions that aren't on Earth, or incomplete, are no fix")
    func impossible() throws {
        for latitude in ["90.5", "-91", #""10""#, "true"] {
            let script = Self.opening + [Self.poll(Self.report(latitude: latitude))]
            #expect(try silence(after: script, is: .failure(.noFix)))
        }
        let half = #"{"class":"TPV","mode":3,"lat":10.0}"#
        #expect(try silence(after: Self.opening + [Self.poll(half)], is: .failure(.noFix)))
    }

    @Test(
        "a server that isn't gpsd is recognised by its first line",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 400 Bad Request\r\n", "{}\n", "{\"class\":\"TPV\",\"mode\":3}\n",
            "\0\n",
            "{\"class\":\"VERSION\",\"proto_major\":\"3\"}\n", "{\"class\":\"VERSION\",\"proto_major\":3,}\n",
            "\u{7}\u{FF}\n",
        ])
    func other(line: String) throws {
        #expect(try ask([.send(line), .hold]) == .failure(.notGPSD))
    }

    @Test("another version of the protocol is rejected")
    func version() throws {
        let line = #"{"class":"VERSION","release":"5","proto_major":4,"proto_minor":0}"# + "\r\n"
        #expect(try ask([.send(line), .hold]) == .failure(.unsupported(version: 4)))
    }

    @Test("damaged reports are skipped")
    func damaged() throws {
        let truncated = #"{"class":"SKY","satellites":[{"PRN":1,"#
        let twice = #"{"class":"TPV","mode":3,"mode":3,"lat":1,"lon":1}"#
        let garbage = FakeGPSD.Step.send(truncated + "\r\n\r\n" + twice + "\n\u{0}\u{1}\n[1]\n")
        #expect(try ask(Self.opening + [garbage, Self.poll(Self.report()), .hold]) == fix())
        // An answer to the poll that gpsd truncated.
        #expect(
            try ask(
                Self.opening + [
                    .send(#"{"class":"POLL","tpv":["# + "\r\n"), Self.live(Self.report()), Self.live(Self.report()),
                    .hold,
                ]) == fix())
        let onlyGarbage: [FakeGPSD.Step] = [.send(Self.version), .expect("POLL"), garbage]
        #expect(try silence(after: onlyGarbage, is: .failure(.malformed)))
    }

    @Test("silence ends at the timeout", arguments: ["", #"{"class":"VERSI"#])
    func silence(start: String) throws {
        let timeout = Duration.milliseconds(100)
        let begin = BoottimeClock().now
        #expect(try ask([.send(start), .hold], timeout: timeout) == .failure(.late(timeout)))
        #expect(begin.duration(to: BoottimeClock().now) >= timeout)
        #expect(
            try ask([.send(Self.version), .expect("POLL"), .send(start), .hold], timeout: timeout)
                == .failure(.late(timeout)))
        // A receiver is listed, and half of its report arrives.
        #expect(try silence(after: Self.opening + [.send(start)], is: .failure(.noFix)))
    }

    @Test("an endless trickle of reports doesn't outlast the timeout or the limit")
    func endless() throws {
        let sky = #"{"class":"SKY","satellites":[]}"# + "\r\n"
        #expect(try ask(Self.opening + [.endless(sky)]) == .failure(.tooLong(limit: 65_536)))
        #expect(try ask(Self.opening + [Self.poll(), .endless(sky)]) == .failure(.noFix))
        #expect(try ask(Self.opening + [Self.poll(Self.report(second: "01")), .endless(sky)]) == fix(age: 11_000))
        #expect(try ask([.endless("x")]) == .failure(.tooLong(limit: 16_384)))
        #expect(try ask([.endless("\r\n")]) == .failure(.tooLong(limit: 65_536)))
    }

    @Test("a long line is read up to the limit")
    func long() throws {
        let padding = String(repeating: " ", count: 16_384 - Self.report().utf8.count)
        #expect(try ask(Self.opening + [Self.poll(), .send(padding + Self.report() + "\n"), .hold]) == fix())
        #expect(
            try ask(Self.opening + [Self.poll(), .send(" " + padding + Self.report() + "\n"), .hold])
                == .failure(.tooLong(limit: 16_384)))
    }

    @Test("a connection that is closed or reset early is reported")
    func closed() throws {
        #expect(try ask([]) == .failure(.closed))
        #expect(try ask([.send(Self.version), .expect("POLL")]) == .failure(.closed))
        #expect(try ask(Self.opening + [.send(#"{"class":"POLL""#)]) == .failure(.closed))
        let reset = Errno(ECONNRESET)
        let early = try ask([.send(#"{"class":"VER"#), .reset])
        // The reset may arrive before the client has noticed that it is connected.
        #expect(early == .failure(.broken(reset)) || early == .failure(.unreachable(reset)))
        #expect(try ask(Self.opening + [.reset]) == .failure(.broken(Errno(ECONNRESET))))
    }

    @Test("an address without a server is reported")
    func unreachable() throws {
        let (bound, port) = try FakeGPSD.reservePort()
        defer { close(bound) }
        for host in ["127.0.0.1", "localhost"] {
            #expect(throws: GPSDFailure.unreachable(Errno(ECONNREFUSED))) {
                try GPSDClient(.network(host: host, port: port)).fix()
            }
        }
        #expect(throws: GPSDFailure.unreachable(.addressNotAvailable)) {
            try GPSDClient(.network(host: "gps.example", port: 2947)).fix()
        }
        #expect(throws: GPSDFailure.unreachable(.noEntry)) {
            try GPSDClient(.socket(FolderPath("/nowhere/gpsd"))).fix()
        }
        let path = FolderPath("/" + String(repeating: "x", count: 107))
        #expect(throws: GPSDFailure.pathTooLong(bytes: 108, limit: 107)) { try GPSDClient(.socket(path)).fix() }
    }

    @Test("connecting ends at the timeout as well")
    func connecting() throws {
        let (listener, port) = try FakeGPSD.reservePort()
        defer { close(listener) }
        #expect(listen(listener, 0) == 0)
        // The listener accepts none; the kernel completes one connection or two and leaves the others waiting.
        let waiting = (0..<4).map { _ in FakeGPSD.startConnecting(to: port) }
        defer { for connection in waiting { close(connection) } }
        #expect(throws: GPSDFailure.late(.milliseconds(50))) {
            try GPSDClient(.network(host: "127.0.0.1", port: port), timeout: .milliseconds(50)).fix()
        }
    }

    @Test("devices that report no positions aren't waited for")
    func ships() throws {
        let list =
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ais0","flags":8},"#
            + #"{"class":"DEVICE","path":"/dev/gps0","flags":1}]}"# + "\r\n"
        let script: [FakeGPSD.Step] = [
            .send(Self.version), .expect("POLL"), .send(list), Self.poll(Self.report(mode: 1)),
        ]
        #expect(try ask(script + [.hold]) == .failure(.noFix))
    }

    @Test("no mutation of a conversation does harm")
    func mutations() throws {
        let text =
            Self.version + Self.devices("/dev/gps0") + Self.watch + Self.report(mode: 0) + "\r\n"
            + #"{"class":"POLL","active":2,"tpv":[\#(Self.report(second: "01")),\#(Self.report(mode: 1))]}"# + "\r\n"
            + Self.report() + "\r\n"
        let bytes = Array(text.utf8)
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var ends = (fixes: 0, failures: 0)
        for _ in 0..<3000 {
            var mutated = bytes
            for _ in 0...random(3) {
                let place = random(mutated.count)
                switch random(3) {
                case 0: mutated[place] = UInt8(random(256))
                case 1: mutated.removeSubrange(place..<min(mutated.count, place + 1 + random(20)))
                default: mutated.insert(contentsOf: mutated[place..<min(mutated.count, place + random(9))], at: place)
                }
            }
            var conversation = GPSDConversation()
            do throws(GPSDFailure) {
                var isDone = false
                for line in mutated.split(separator: 10) where !isDone {
                    if case .done = try conversation.receive(Array(line), now: Self.now) { isDone = true }
                }
                if !isDone { _ = try conversation.finish(.closed) }
                ends.fixes += 1
            } catch {
                ends.failures += 1
            }
        }
        #expect(ends.fixes > 1000 && ends.failures > 100)
    }

    @Test("localhost is tried in both families")
    func localhost() throws {
        let server = try FakeGPSD(Self.opening + [Self.poll(Self.report()), .hold])
        guard case .network(_, let port) = server.address else { return }
        let client = GPSDClient(.network(host: "localhost", port: port)) { Self.now }
        #expect(try .success(client.fix()) == fix())
    }
}
