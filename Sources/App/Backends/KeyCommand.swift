import BackendKit
import ControlAPI
import Domain
import PlatformSystem

/// A program that prints a key. It runs without a shell and with a small part of the service's environment.
struct KeyCommand: Sendable {
    let source: KeySource
    private let process: ChildConfiguration
    private let reader: KeyReader
    private let command: OneShotCommand<BoottimeClock>

    /// `time`: the time limit. Throws `.missing` when there is no such executable program. A name without a slash is
    /// searched in `PATH`.
    init(
        _ words: [String], _ reader: KeyReader, time: Duration = .seconds(30), runner: any ProcessRunner = ChildRunner()
    ) throws(KeyFailure) {
        source = .command(words)
        guard let name = words.first, let program = Programs.path(of: name, reader.environment) else {
            throw KeyFailure(.command(words), .missing)
        }
        let variables = Self.passed.compactMap { name in reader.environment[name].map { "\(name)=\($0)" } }
        process = ChildConfiguration(
            program: program, arguments: Array(words.dropFirst()), variables: variables, folder: FolderPath("/"))
        self.reader = reader
        command = OneShotCommand(runner, clock: BoottimeClock(), time: time, limit: 2 * KeyReader.longest)
    }

    /// Runs the program.
    func answer() async throws(KeyFailure) -> KeyCommandOutput {
        let output: OneShotCommand<BoottimeClock>.Output
        do throws(OneShotCommand<BoottimeClock>.Failure) { output = try await command.run(process) } catch {
            throw KeyFailure(source, Self.problem(error))
        }
        guard output.ending == .code(0) else { throw KeyFailure(source, .failed(output.ending)) }
        return try KeyCommandOutput(output.bytes, source, reader)
    }

    func answered() async -> Result<KeyCommandOutput, KeyFailure> {
        do throws(KeyFailure) { return .success(try await answer()) } catch { return .failure(error) }
    }

    private static func problem(_ failure: OneShotCommand<BoottimeClock>.Failure) -> KeyFailure.Problem {
        switch failure {
        case .notStarted(let reason): .unreadable(reason)
        case .late(let time): .late(time)
        case .tooLong: .tooLong(limit: KeyReader.longest)
        }
    }

    /// Environment variables that such programs use; none holds another backend's key.
    private static let passed = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS", "GNUPGHOME", "PASSWORD_STORE_DIR",
        "CREDENTIALS_DIRECTORY", "SSL_CERT_FILE", "https_proxy", "HTTPS_PROXY", "http_proxy", "no_proxy", "NO_PROXY",
    ]
}

/// The output of a key command: a bare line, or JSON in the form of Kubernetes credential plugins, `{"token": …,
/// "expirationTimestamp": …}`, optionally within `status`.
struct KeyCommandOutput: Equatable, Sendable {
    let key: Secret
    /// The expiry; `nil` if not given.
    let expires: UTCMillis?
}

extension KeyCommandOutput {
    init(_ bytes: [UInt8], _ source: KeySource, _ reader: KeyReader) throws(KeyFailure) {
        guard bytes.first(where: { $0 > 32 }) == UInt8(ascii: "{") else {
            key = try reader.key(bytes, source)
            expires = nil
            return
        }
        let value = JSONBody.value(bytes)
        let status = value?["status"] ?? value
        guard let token = status?["token"]?.text else { throw KeyFailure(source, .malformed) }
        key = try reader.key(Array(token.utf8), source)
        let time = status?["expirationTimestamp"]?.text
        expires = time.flatMap { WireTime(text: $0)?.utc }
        guard time == nil || expires != nil else { throw KeyFailure(source, .malformed) }
    }
}
