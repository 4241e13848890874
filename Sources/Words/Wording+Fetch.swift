package import Domain

/// Pictures that are made and lie at an address.
extension Wording {
    /// Why a picture has not come yet. `name` is the dropped file's.
    package func sentence(_ fetch: ResultFetch, about name: String) -> String {
        let host = fetch.host.isEmpty ? fetch.backend : fetch.host
        guard let failure = fetch.failure else {
            return say(
                "The picture of \(name) is made and is being fetched from \(host).",
                "\(name)의 그림이 만들어져 \(host)에서 가져오는 중입니다.")
        }
        let reason = reason(failure)
        return say(
            "The picture of \(name) is made, but could not be fetched from \(host): \(reason).",
            "\(name)의 그림은 만들어졌지만 \(host)에서 가져오지 못했습니다: \(reason).")
    }

    /// The same with the time of the next try and of the last one.
    package func fetchedAgain(_ sentence: String, at next: String, until end: String) -> String {
        say(
            "\(sentence) It is fetched again at \(next), and until \(end); no other picture is ordered.",
            "\(sentence) \(next)에 다시 가져오며 \(end)까지 시도합니다. 그림을 다시 주문하지 않습니다.")
    }

    /// That so many pictures wait to be fetched: `sentence` tells of the oldest.
    package func unfetched(pictures count: Int, _ sentence: String) -> String {
        count == 1
            ? sentence
            : say(
                "\(Figures.count(count)) pictures are made and could not be fetched yet. The oldest: \(sentence)",
                "만들어졌지만 아직 가져오지 못한 그림이 \(Figures.count(count))개 있습니다. 가장 오래된 것: \(sentence)")
    }

    private func reason(_ failure: BackendFailure) -> String {
        switch failure {
        case .transient(let said), .config(let said), .badResponse(let said): "\"\(Figures.quoted(said))\""
        case .timeout: say("it did not answer in time", "제때 답하지 않았습니다")
        case .rateLimited: say("it refuses because requests come too fast", "요청이 너무 잦아 거부합니다")
        default: failure.code
        }
    }
}
