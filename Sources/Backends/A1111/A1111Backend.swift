package import BackendKit
package import Domain

/// A server that speaks the dialect of AUTOMATIC1111's web UI (`POST /sdapi/v1/txt2img`, `…/img2img`): that one, Forge, SD.Next,
/// stable-diffusion.cpp. The answer is the picture; there is nothing to ask for later. It keeps no state and repeats
/// nothing.
///
/// Source of the wire format: `modules/api/api.py` and `modules/api/models.py` of the web UI.
package struct A1111Backend: ImageBackend {
    package static let kind = "a1111"

    /// Names of models, samplers and schedulers are the server's to check.
    private static let abilities = BackendAbilities(
        tasks: [.textToImage, .imageToImage],
        options: [
            .seed: .integers(0...ImageBody.greatestSeed), .negativePrompt: .any, .model: .any, .steps: .any,
            .guidance: .any,
            .scheduler: .any, .strength: .numbers(0...1), .mask: .any,
        ])

    package let descriptor: BackendDescriptor
    let options: A1111Options
    let door: Door
    let transport: any HTTPTransport
    let quoting: Quoting
    private let proof: PurchaseProof
    private let work = WorkInHand()
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64
    private let notice: @Sendable (BackendNotice) -> Void

    package init(
        _ options: A1111Options, transport: any HTTPTransport, utc: @escaping @Sendable () -> Int64,
        notice: @escaping @Sendable (BackendNotice) -> Void = { _ in }
    ) {
        descriptor = BackendDescriptor(
            name: options.name, kind: Self.kind, credit: options.model ?? "Stable Diffusion",
            isFree: options.isFree, isDeterministic: false, sides: 64...4096, concurrency: options.concurrency,
            onUnknown: options.onUnknown,
            probeInterval: options.probeInterval, abilities: Self.abilities)
        self.options = options
        door = Door(options.baseURL, key: options.key)
        self.transport = transport
        quoting = door.quoting
        // The dialect has no 403 of its own: `--api-auth` answers 401.
        proof = PurchaseProof(mayCost: !options.isFree) { _ in false }
        self.utc = utc
        self.notice = notice
    }

    /// Asks for one picture and waits for it. `.unknown` when the request went out, may cost, and nothing that came back
    /// proves that no picture was bought (see `PurchaseProof`).
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let body = try ImageBody(options: options).made(request)
        let asked = HTTPRequest(
            .post, door.address(request.picture == nil ? "/txt2img" : "/img2img"),
            headers: [HTTPHeader("Content-Type", "application/json")] + (try door.headers()), body: body.bytes,
            limits: HTTPLimits(total: options.timeout))
        let response = try await answer(to: asked, key)
        return try await submission(response, body.asked, seed: request.seed)
    }

    /// `.cancelled` for a picture that was stopped halfway: it comes with a good status, and is none.
    private func answer(to request: HTTPRequest, _ key: String) async throws(BackendFailure) -> HTTPResponse {
        work.begin(key)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            if isLate(error), work.isAlone(key) { _ = await interrupt() }
            _ = work.end(key)
            throw unanswered(error)
        }
        guard !work.end(key) else { throw .cancelled }
        return response
    }

    /// Nothing is ever pending here.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        throw .lost
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): try ReceivedPicture.checked(bytes, limit: limit)
        case .url: throw .badResponse(said: "an address where a picture was expected")
        }
    }

    /// There are no handles here.
    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        .notRunning
    }

    /// The web UI stops whatever runs, whoever asked for it: only where nobody else does, and where nothing else is asked
    /// for here, is that right.
    package func stop(key: String) async -> CancelOutcome {
        guard work.has(key) else { return .notRunning }
        guard options.isExclusive, work.isAlone(key) else { return .unsupported }
        // Before the server is told: its answer to the other request may come first.
        work.mark(key, isStopped: true)
        let outcome = await interrupt()
        if outcome != .requested { work.mark(key, isStopped: false) }
        return outcome
    }

    /// Megabytes of Base64 are work for a core: it leaves the caller's actor.
    @concurrent
    private func submission(
        _ response: HTTPResponse, _ asked: AskedSettings, seed: UInt64
    ) async throws(BackendFailure) -> BackendKit.Submission {
        guard 200..<300 ~= response.status else {
            throw proof.failure(of: response, meaning: Refusal(response, quoting: quoting, now: utc()).failure)
        }
        let answer = try PictureAnswer(response: response, asked: asked, quoting: quoting).read()
        tell(answer.used.differences(from: asked))
        // Where the server says nothing, the seed that was sent is what is known.
        let sent = asked.seed == seed ? nil : asked.seed
        return .finished([.bytes(answer.picture)], Receipt(charged: .unknown, seed: answer.used.seed ?? sent))
    }

    /// The picture is there, but not as it was asked for: stable-diffusion.cpp passes over names that it doesn't know.
    private func tell(_ differences: [(parameter: String, asked: String, used: String)]) {
        for difference in differences {
            notice(
                .differs(
                    parameter: difference.parameter, asked: quoting.quoted(difference.asked, limit: 64),
                    used: quoting.quoted(difference.used, limit: 64), backend: descriptor.name))
        }
    }

    private func unanswered(_ failure: HTTPFailure) -> BackendFailure {
        proof.failure(of: failure) { Refusal($0, quoting: quoting, now: utc()).failure }
    }
}

extension A1111Backend {
    /// Whether the server is still painting what nobody waits for.
    private func isLate(_ failure: HTTPFailure) -> Bool {
        guard case .sentNoAnswer(_, let fault) = failure else { return false }
        return fault.reason == .timeout
    }

    private func interrupt() async -> CancelOutcome {
        guard options.isExclusive else { return .unsupported }
        let limits = HTTPLimits(total: .seconds(10), bodyBytes: 1 << 20)
        do {
            let request = HTTPRequest(.post, door.address("/interrupt"), headers: try door.headers(), limits: limits)
            let response = try await transport.perform(request)
            // Some servers have no such thing.
            return 200..<300 ~= response.status ? .requested : .unsupported
        } catch {
            return .unsupported
        }
    }
}
