import Domain
import FoundationEssentials
import Loopback
import Testing

@testable import App

/// Providers behind a gateway that responds in their place, for every kind of backend.
@MainActor
@Suite("Gateways between a backend and its provider", .timeLimit(.minutes(5)))
struct GatewayTests {
    /// The price of one picture, in millionths of a dollar.
    private static let price: Int64 = 40_000

    private struct Cell {
        let fault: GatewayFault
        let worked: Int
        let booked: Int
        let answer: PictureAnswer?

        /// A description of the violated guarantee, or `nil` if all hold.
        func trouble(isFree: Bool) -> String? {
            if worked > 1 { return "worked on more than once" }
            if isFree { return nil }
            switch fault.reach {
            case .worked where booked != worked: return "not booked as often as worked on"
            case .worked where !isSettled: return "neither done nor unknown"
            case .stopped where booked < worked || booked > 1: return "booked wrongly"
            case .stopped where worked == 0 && answer != .unknown: return "bought nothing, and isn't unknown"
            case .refused where booked != worked: return "not booked as often as worked on"
            case .worked, .stopped, .refused: return nil
            }
        }

        private var isSettled: Bool {
            switch answer {
            case .picture, .unknown, .failed(.backend(_, .badResponse)): true
            default: false
            }
        }

        func row(_ provider: GatewayProvider) -> String {
            "| \(provider) | \(fault.name) | \(fault.reach) | \(worked) | \(booked) | \(answer.map { "\($0)" } ?? "-") |"
        }
    }

    /// One fault of each sort, for gateways that do not recover.
    private static let lasting = GatewayFault.all.filter { fault in
        [
            "nginx: 502", "nginx: 413", "HAProxy: 503", "Envoy: 408", "Envoy: 403", "Kong: 504", "Kong: 429",
            "API Gateway: 504", "Cloudflare: 520 line", "Heroku: H27 499", "APIM: 500", "LiteLLM: 500 connection",
            "shaped: 504 with code 429", "cut: in the body",
        ].contains(fault.name)
    }

    @Test(
        "A picture is bought at most once and is booked, whatever a gateway responds once in the provider's place",
        arguments: GatewayProvider.allCases)
    func once(provider: GatewayProvider) async throws {
        try await check(provider, GatewayFault.all, times: 1, named: "once")
    }

    @Test("A picture is bought at most once while a gateway keeps failing", arguments: GatewayProvider.allCases)
    func always(provider: GatewayProvider) async throws {
        #expect(Self.lasting.count == 14)
        try await check(provider, Self.lasting, times: Int.max, named: "always")
    }

    private func check(
        _ provider: GatewayProvider, _ faults: [GatewayFault], times: Int, named name: String
    ) async throws {
        let cells = try await cells(provider, faults, times: times)
        for cell in cells {
            let trouble = cell.trouble(isFree: provider.isFree)
            #expect(trouble == nil, "\(cell.row(provider))")
        }
        let table = cells.map { $0.row(provider) }.joined(separator: "\n")
        Attachment.record(table, named: "gateways-\(provider)-\(name).md")
    }

    @Test("A response that the gateway compressed is decompressed", arguments: GatewayProvider.allCases)
    func packed(provider: GatewayProvider) async throws {
        for cell in try await cells(provider, [GatewayFault.gzip], times: Int.max) {
            guard case .picture = cell.answer else {
                Issue.record("\(cell.row(provider))")
                continue
            }
            #expect(cell.worked == 1 && (cell.booked == 1 || provider.isFree), "\(cell.row(provider))")
        }
    }

    private func cells(_ provider: GatewayProvider, _ faults: [GatewayFault], times: Int) async throws -> [Cell] {
        let upstreams = faults.map { _ in provider.upstream() }
        let routes = zip(faults, upstreams).enumerated().map { number, pair in
            Gateway.Route("c\(number)", to: pair.1, pair.0, times: times)
        }
        let gateway = try Gateway(routes)
        let tables = routes.map { provider.configuration($0.name, url: gateway.url($0.name)) }
        let installation = try Installation(more: tables.joined())
        try installation.write("sk-hush\n", to: "key")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: installation.root.appending("key").shown)
        try installation.write(GatewayProvider.workflow, to: "workflow.json")
        let base = try await installation.foundations()
        do {
            let rig = try GatewayHarness(base, installation.source().load())
            var cells: [Cell] = []
            for (number, (fault, upstream)) in zip(faults, upstreams).enumerated() {
                let outcome = try await rig.outcome(of: "c\(number)", number)
                let booked = outcome.cost.sums.reduce(0) { $0 + $1.micros } / Self.price
                cells.append(
                    Cell(fault: fault, worked: upstream.worked, booked: Int(booked), answer: outcome.answer))
            }
            await base.close()
            return cells
        } catch {
            await base.close()
            throw error
        }
    }
}
