package import BackendKit
package import Domain

/// Kakao's Karlo, version 2 (`POST /v2/inference/karlo/t2i`, `…/variations`, `…/inpainting`, `…/upscale`,
/// `…/nsfw_checker`). The answer is the picture; there is nothing to ask for later. It keeps no state and repeats
/// nothing.
///
/// Kakao has ended the service, as far as is known; whoever offers the same address elsewhere is asked the same way.
/// Source of the wire format: Kakao Developers, Karlo, REST API.
package struct KarloBackend: ImageBackend {
    package static let kind = "karlo"
    /// Where Kakao offered it.
    package static let home = "https://api.kakaobrain.com"

    /// In characters; the same for what a picture should not show.
    static let longestPrompt = 256

    private static let abilities = BackendAbilities(
        tasks: Set(GenerationTask.allCases),
        options: [
            .seed: .integers(0...Int64(UInt32.max)), .negativePrompt: .characters(longestPrompt),
            .model: .words(["v2.0", "v2.1"]), .steps: .integers(10...100), .guidance: .numbers(1...20),
            .scheduler: .words(["decoder_ddim_v_prediction", "decoder_ddpm_v_prediction"]), .mask: .any,
            .quality: .integers(1...100), .format: .any, .upscale: .words(["2", "4"]),
        ], pictureBytes: 2 << 20, promptCharacters: longestPrompt)

    package let descriptor: BackendDescriptor
    let options: KarloOptions
    let transport: any HTTPTransport
    let quoting: Quoting
    private let proof: PurchaseProof
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64

    package init(_ options: KarloOptions, transport: any HTTPTransport, utc: @escaping @Sendable () -> Int64) {
        descriptor = BackendDescriptor(
            name: options.name, kind: Self.kind,
            credit: ["Karlo", options.version].compactMap(\.self).joined(separator: " "),
            isFree: options.isFree, isDeterministic: true, sides: Sides(version: options.version).range,
            concurrency: options.concurrency, onUnknown: options.onUnknown, probeInterval: options.probeInterval,
            abilities: Self.abilities)
        self.options = options
        self.transport = transport
        quoting = Quoting(hiding: [options.key])
        proof = PurchaseProof(mayCost: !options.isFree, isOwnError: Refusal.isKakaos)
        self.utc = utc
    }

    /// Asks for one picture and waits for it. What Karlo would refuse of the request is told before anything is sent.
    /// `.unknown` when the request went out and nothing that came back proves that no picture was bought (see
    /// `PurchaseProof`).
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let operation = Operation(request)
        let body = try ImageBody(options: options).bytes(request, operation)
        // Only a larger picture comes without a word of what is in it.
        if options.isChecked, operation == .upscale, let picture = request.picture { try await check(picture) }
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(order(operation, body)) } catch {
            throw unanswered(error)
        }
        return try await submission(response, operation)
    }

    /// A look buys nothing: one whose answer was lost is had again. `.moderated` for what should not be painted.
    private func check(_ picture: InputPicture) async throws(BackendFailure) {
        let asked = order(.check, try ImageBody(options: options).bytes(checking: picture))
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(asked) } catch {
            throw DeadHost(error)?.failure ?? BackendFailure(free: error)
        }
        guard 200..<300 ~= response.status else {
            throw Refusal(response, quoting: quoting, now: utc()).failure
        }
        try KarloAnswer(response: response, operation: .check, quoting: quoting, now: utc()).verdict()
    }

    private func order(_ operation: Operation, _ body: [UInt8]) -> HTTPRequest {
        HTTPRequest(
            .post, address(operation.rawValue),
            headers: [HTTPHeader("Content-Type", "application/json")] + authorization, body: body,
            limits: HTTPLimits(total: options.timeout))
    }

    /// Nothing is ever pending here.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        throw .lost
    }

    /// The picture's bytes, from the answer or from where it said; the key is never sent there.
    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): try ReceivedPicture.checked(bytes, limit: limit)
        case .url(let place):
            try await PictureFetch(
                transport, quoting: quoting, base: options.baseURL, allowedHosts: options.allowedHosts, utc: utc
            ).bytes(place, limit: limit)
        }
    }

    /// There is no way to stop work.
    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        .unsupported
    }

    func address(_ operation: String) -> String {
        BaseAddress.trimmed(options.baseURL) + "/v2/inference/karlo/" + operation
    }

    var authorization: [HTTPHeader] {
        let accept = HTTPHeader("Accept", "application/json")
        return [accept]
            + (options.key.map { [HTTPHeader("Authorization", "KakaoAK " + $0.value, isSecret: true)] } ?? [])
    }

    /// Megabytes of Base64 are work for a core: it leaves the caller's actor.
    @concurrent
    private func submission(
        _ response: HTTPResponse, _ operation: Operation
    ) async throws(BackendFailure) -> BackendKit.Submission {
        guard 200..<300 ~= response.status else {
            throw proof.failure(of: response, meaning: Refusal(response, quoting: quoting, now: utc()).failure)
        }
        do throws(BackendFailure) {
            return try KarloAnswer(response: response, operation: operation, quoting: quoting, now: utc()).submission()
        } catch {
            throw proof.failure(of: response, meaning: error)
        }
    }

    private func unanswered(_ failure: HTTPFailure) -> BackendFailure {
        DeadHost(failure)?.failure
            ?? proof.failure(of: failure) { Refusal($0, quoting: quoting, now: utc()).failure }
    }
}
