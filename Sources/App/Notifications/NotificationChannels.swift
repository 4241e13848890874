import BackendKit
import Channels
import Configuration
package import Domain
import PlatformConcurrency
import PlatformDigest
import PlatformHTTP
import PlatformSystem
import Words

/// Makes the ways to targets. The simulation has its own.
package struct NotificationChannelSource: Sendable {
    /// The way to a target; outboxes are what its program may read.
    let channel: @Sendable (NotificationTarget, _ outboxes: [FolderPath]) -> any NotificationChannel
    /// Whether messages to the target leave this machine.
    let isRemote: @Sendable (NotificationTarget) -> Bool

    package init(
        isRemote: @escaping @Sendable (NotificationTarget) -> Bool = { _ in true },
        channel: @escaping @Sendable (NotificationTarget, _ outboxes: [FolderPath]) -> any NotificationChannel
    ) {
        self.channel = channel
        self.isRemote = isRemote
    }

    /// Reaches nobody.
    package static var none: NotificationChannelSource {
        NotificationChannelSource { _, _ in UnusableChannel(failure: .noAnswer(.connect)) }
    }
}

/// Makes the ways to the configured targets.
struct NotificationChannels: Sendable {
    let transport: any HTTPTransport
    let keys: KeyReader
    let state: FolderPath
    let disk: ThreadExecutor

    var source: NotificationChannelSource {
        NotificationChannelSource(isRemote: { [keys] in $0.isRemote(keys) }) { channel(for: $0, outboxes: $1) }
    }

    /// `outboxes`: where delivered files are, which programs may read.
    private func channel(for target: NotificationTarget, outboxes: [FolderPath]) -> any NotificationChannel {
        switch target.channel {
        case .webhook(let webhook):
            WebhookChannel(
                webhook.template, chat: webhook.chat, caFile: webhook.caFile?.text, transport: transport,
                utc: UTCMillis.now, sign: { hmacSHA256($1, key: $0) }
            ) { [isLocal = !target.isRemote(keys)] () throws(NotificationFailure) in
                let address = try await secret(webhook.address, "address")
                // Messages say what must not leave this machine. Another address counts from the next reload on.
                guard !isLocal || address.isLoopback else { throw .setting("address") }
                return WebhookSecrets(
                    address: address,
                    token: try await secretIfAny(webhook.token, "token"),
                    secret: try await secretIfAny(webhook.secret, "secret"))
            }
        case .mail(let mail):
            MailChannel(sender: mail.sender, recipients: mail.recipients) { bytes throws(NotificationFailure) in
                try await send(bytes, mail)
            }
        case .program(let program):
            programChannel(program, target.name, outboxes)
        }
    }

    private func programChannel(
        _ program: NotificationTarget.Program, _ name: String, _ outboxes: [FolderPath]
    ) -> any NotificationChannel {
        let hook: HookProgram
        do throws(BackendSetupFailure) { hook = try self.hook(program, outboxes) } catch {
            return UnusableChannel(failure: .setting("command"))
        }
        return ExecChannel(
            hook, processes: ChildRunner(),
            folders: PrivateFolderTree(root: state.appending("notify").appending(name), executor: disk),
            clock: HostClock(BoottimeClock()))
    }

    /// Throws why the program can't be run.
    func hook(
        _ program: NotificationTarget.Program, _ outboxes: [FolderPath]
    ) throws(BackendSetupFailure) -> HookProgram {
        let host = PluginHost(state: state, plugins: nil, keys: keys, isCheck: false, disk: disk)
        let path = try host.path(of: .command(program.command[0]))
        let sandbox = try host.sandbox(path, readable: program.readable, writable: program.writable)
        let confined = ChildSandbox(
            readable: sandbox.readable + outboxes, devices: sandbox.devices, writable: sandbox.writable)
        let passed = (["PATH", "LANG"] + program.variables).compactMap { name in
            keys.environment[name].map { "\(name)=\($0)" }
        }
        return HookProgram(
            path: path, arguments: Array(program.command.dropFirst()), variables: passed,
            sandbox: program.isConfined ? confined : nil, memory: program.memory, timeout: program.timeout)
    }

    private func secret(_ source: KeySource, _ name: String) async throws(NotificationFailure) -> Secret {
        let found = await disk.run { [keys] in Result { () throws(KeyFailure) in try keys.key(source) } }
        do throws(KeyFailure) { return try found.get() } catch { throw .setting(name) }
    }

    private func secretIfAny(_ source: KeySource?, _ name: String) async throws(NotificationFailure) -> Secret? {
        guard let source else { return nil }
        return try await secret(source, name)
    }

    private func send(_ bytes: [UInt8], _ mail: NotificationTarget.Mail) async throws(NotificationFailure) {
        var login: MailServer.Login?
        if let user = mail.user {
            login = MailServer.Login(
                user: user, password: try await secretIfAny(mail.password, "password") ?? Secret(""))
        }
        let server = MailServer(
            host: mail.host, port: mail.port, security: mail.security, login: login, caFile: mail.caFile?.text)
        do throws(MailFailure) {
            _ = try await MailSender().send(
                bytes, from: mail.sender, to: mail.recipients, via: server, timeout: .seconds(60))
        } catch { throw NotificationFailure(error) }
    }
}

extension FolderPath {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A target that can't be used as it is configured.
private struct UnusableChannel: NotificationChannel {
    let failure: NotificationFailure

    func send(_ message: NotificationMessage) async -> NotificationOutcome { .later(failure) }
}

extension NotificationTarget {
    /// Whether messages leave this machine. A webhook is local if its address is of this machine when this is asked.
    func isRemote(_ keys: KeyReader) -> Bool {
        switch channel {
        case .program: return false
        case .mail: return true
        case .webhook(let webhook):
            return (try? keys.key(webhook.address))?.isLoopback != true
        }
    }
}

extension Secret {
    /// Whether it is an address of this machine.
    fileprivate var isLoopback: Bool {
        WebAddress(value).map { AddressScope(host: $0.host) == .loopback } ?? false
    }
}
