import Domain
import FoundationEssentials
import Glibc
import PlatformConcurrency
import PlatformSystem
import TestPostgreSQL

/// Runs one of two services in a network of its own, with one cable to the server and the provider, and pulls it out: for
/// less or for longer than the lease.
struct FleetNetworkRow: FaultRow {
    let name = "fleet-network"
    let words = "a service in a network namespace loses server and provider for 8 or 25 s: nothing is sent twice"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        guard fleet.hasNetworks else {
            Report.line("  network namespaces can't be made here: not tried")
            var tally = FaultResult()
            tally.note("not tried", [])
            return tally
        }
        let spots = (0..<(bench.most ?? 8)).map { (pause: $0 % 2 == 0 ? 25 : 8, sold: $0 * 2) }
        return try fleet.run(spots) { pause, sold in
            let point = try fleet.separateFleet()
            try point.begin()
            _ = point.site.wait(.seconds(20)) {
                fleet.look()
                return point.site.easel.sold.values.reduce(0, +) > sold
            }
            try point.network?.cut(for: pause)
            // A job whose step failed is tried again after 30 s.
            return FleetPoint(
                name: "after \(sold) sales, \(pause) s", fleet: point, limit: .seconds(pause + 35))
        } end: { point in
            let fleet = point.fleet
            if !fleet.site.wait(.seconds(60), until: { fleet.members == fleet.count }) {
                point.wrongs.append("the node has not come back")
            }
            point.wrongs += try fleet.finish()
        }
    }
}

extension FleetBench {
    /// Whether namespaces can be made.
    var hasNetworks: Bool {
        geteuid() == 0 && (try? server.run("ip netns add textify-try && ip netns del textify-try")) != nil
    }

    /// Creates services, the first in a network of its own as if on another machine: what a service holds on its
    /// machine is not noticed by the other one. Without the rights for that, both are on this one.
    func separateFleet() throws -> FaultFleet {
        guard hasNetworks else { return try fleet() }
        networks += 1
        let network = FleetNetwork(number: networks, server: server)
        try network.open()
        let fleet = try fleet { shared in
            let name = shared.direct.split(separator: "?")[0].split(separator: "/").last.map(String.init) ?? ""
            let (host, port) = network.database
            shared.urls[0] = "postgresql://textify@\(host):\(port)/\(name)?sslmode=disable"
            shared.providers[1] = network.providerURL
        }
        try network.connect(provider: fleet.site.easel.url)
        fleet.network = network
        return fleet
    }
}

/// A network namespace with a cable to this one, behind which the server and the provider are.
final class FleetNetwork {
    let name: String
    private let number: Int
    private let server: DurableServer
    private var provider: (socket: Int32, port: UInt16)?
    private var proxies: [WireProxy] = []

    init(number: Int, server: DurableServer) {
        (self.number, self.server) = (number, server)
        name = "textify-\(ProcessFacts.identifier)-\(number)"
    }

    private var cable: String { "tfy\(ProcessFacts.identifier % 10_000)-\(number)" }
    /// One of each process: a process that was killed leaves its networks behind.
    private var block: Int { 128 + Int(ProcessFacts.identifier) % 128 }
    private var subnet: String { "10.\(block).\(number)" }
    private var address: UInt32 { 0x0A00_0001 | UInt32(block) << 16 | UInt32(number) << 8 }
    /// The program that starts another one in the namespace.
    var tracer: [String] { ["/sbin/ip", "netns", "exec", name] }
    /// The address of the server as the service in the namespace has it.
    private(set) var database: (host: String, port: UInt16) = ("", 0)
    var providerURL: String { "http://\(subnet).1:\(provider?.port ?? 0)" }

    func open() throws {
        try server.run("ip netns add \(name) && ip link add \(cable) type veth peer name eth0 netns \(name)")
        try server.run("ip addr add \(subnet).1/30 dev \(cable) && ip link set \(cable) up")
        try server.run("ip -n \(name) addr add \(subnet).2/30 dev eth0 && ip -n \(name) link set eth0 up")
        let listener = try WireSocket.bound(address: address)
        database = ("\(subnet).1", listener.port)
        proxies.append(try WireProxy(listener: listener.socket, to: .socket(server.socket)))
        provider = try WireSocket.bound(address: address)
    }

    /// Passes what comes to the provider's port on to the provider.
    func connect(provider url: String) throws {
        guard let provider, let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else { return }
        proxies.append(try WireProxy(listener: provider.socket, to: .port(port)))
    }

    /// Pulls the cable out and puts it back after some seconds.
    func cut(for seconds: Int) throws {
        let (server, cable) = (server, cable)
        try server.run("ip link set \(cable) down")
        try Thread.start("cable") {
            usleep(UInt32(seconds) * 1_000_000)
            try? server.run("ip link set \(cable) up")
        }
    }

    deinit {
        for proxy in proxies { proxy.stop() }
        try? server.run("ip link del \(cable); ip netns del \(name)")
    }
}
