import Domain
import Testing

@testable import Configuration

@Suite("Listen addresses")
struct ListenTests {
    @Test(
        "An address is a numeric IP address with a port",
        arguments: [("127.0.0.1:9187", true), ("[::1]:9187", true), ("0.0.0.0:80", false), ("[::]:80", false)])
    func read(text: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text: text))
        #expect(address.text == text && address.isLoopback == isLoopback)
    }

    @Test(
        "A name, a missing or invalid port and an invalid address are rejected",
        arguments: [
            "", ":9187", "9187", "localhost:9187", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536",
            "127.0.0.1:-1", "127.0.0:80", "256.0.0.1:80", "::1:80", "[::1]", "[]:80", "[a b]:80", "[localhost]:80",
            "[1:2]:80",
        ])
    func none(text: String) {
        #expect(ListenAddress(text: text) == nil)
    }

    private let words = CommandLineSettings(watch: "in", outbox: "out")

    @Test("Network listeners are off by default, and paths are relative to the configuration file") func settings()
        throws
    {
        let none = try Settings.read("", words).control
        #expect(none.listen == nil && none.metricsListen == nil && none.tokenFile == nil)
        let some = try Settings.read(
            """
            [control]
            metrics_listen = "0.0.0.0:9187"
            listen = "127.0.0.1:8187"
            token_file = "token"
            """, words
        ).control
        #expect(some.metricsListen?.text == "0.0.0.0:9187" && some.listen?.text == "127.0.0.1:8187")
        #expect(some.tokenFile == FolderPath("/etc/t/token"))
    }

    @Test(
        "The API listener accepts loopback addresses only and requires a token",
        arguments: [
            ("listen = \"0.0.0.0:80\"\ntoken_file = \"t\"", "control.listen"),
            ("listen = \"8187\"\ntoken_file = \"t\"", "control.listen"),
            ("listen = \"127.0.0.1:8187\"", "control.token_file"),
            ("metrics_listen = \"localhost:9187\"", "control.metrics_listen"),
        ])
    func refused(control: String, key: String) {
        let failures = Settings.failures("[control]\n" + control, words)
        #expect(failures.map(\.key) == [key])
    }
}
