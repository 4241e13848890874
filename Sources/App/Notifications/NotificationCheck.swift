import BackendKit
import Configuration
import Domain
import PlatformConcurrency
import PlatformSystem
import Words

/// Checks that what targets need is there: addresses, keys, programs. Throws every mistake at once.
enum NotificationCheck {
    /// Keys in systemd's credentials are only there after a start by systemd.
    static func check(_ settings: Settings, environment: [String: String]) throws(LaunchFailure) {
        let keys = KeyReader(environment: environment)
        let channels = NotificationChannels(
            transport: UnavailableTransport(), keys: keys, state: settings.service.state,
            disk: ThreadExecutor(name: "check"))
        var faults: [String] = []
        let words = Wording(.english)
        for target in settings.targets {
            for (name, source) in target.sources {
                if case .credential = source, environment["CREDENTIALS_DIRECTORY"] == nil { continue }
                do throws(KeyFailure) {
                    let secret = try keys.key(source)
                    if name == "address", WebAddress(secret.value) == nil {
                        faults.append("notify \(target.name): " + words.notAnAddress)
                    }
                } catch {
                    faults.append("notify: " + words.sentence(error, setting: name, ofTarget: target.name))
                }
            }
            guard case .program(let program) = target.channel else { continue }
            do throws(BackendSetupFailure) { _ = try channels.hook(program, []) } catch {
                faults.append("notify \(target.name): command: " + error.reasons)
            }
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
    }
}

extension NotificationTarget {
    /// Where its secrets are, by the names of their settings.
    fileprivate var sources: [(name: String, source: KeySource)] {
        let all: [(String, KeySource?)] =
            switch channel {
            case .webhook(let webhook):
                [("address", webhook.address), ("token", webhook.token), ("secret", webhook.secret)]
            case .mail(let mail): [("password", mail.password)]
            case .program: []
            }
        return all.compactMap { name, source in source.map { (name, $0) } }
    }
}

extension BackendSetupFailure {
    /// Why a program can't be used.
    fileprivate var reasons: String {
        problems.map { problem in if case .program(let reason) = problem { reason } else { "" } }
            .joined(separator: " ")
    }
}
