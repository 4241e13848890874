package import Domain

extension Wording {
    /// Explains why the shared storage of pictures can't be used. Work that needs it waits.
    package func sentence(_ failure: BlobStoreFailure) -> String {
        switch failure {
        case .unreachable(let text):
            return say(
                "The storage of pictures can't be reached: \"\(Figures.quoted(text))\". Drops stay where they are and nothing is bought until it can; the service continues automatically.",
                "그림 저장소에 연결할 수 없습니다: \"\(Figures.quoted(text))\". 다시 연결될 때까지 파일은 그대로 두고 아무것도 사지 않으며, 연결되면 자동으로 이어집니다."
            )
        case .refused(let text):
            return say(
                "The storage of pictures refuses requests: \"\(Figures.quoted(text))\". Check the keys, the bucket and its rights under [blobs]; the service continues automatically once it is let in.",
                "그림 저장소가 요청을 거부합니다: \"\(Figures.quoted(text))\". [blobs]의 키와 버킷, 버킷의 권한을 확인하세요. 허용되면 자동으로 이어집니다."
            )
        case .elsewhere(let text):
            return say(
                "The bucket of pictures is somewhere else: \"\(Figures.quoted(text))\". Correct endpoint and region in the url under [blobs].",
                "그림 버킷이 다른 곳에 있습니다: \"\(Figures.quoted(text))\". [blobs]의 url에 있는 endpoint와 region을 고치세요.")
        case .clock(let seconds):
            let minutes = abs(seconds) / 60
            return say(
                "The storage of pictures refuses requests because this machine's clock is \(minutes) min \(seconds > 0 ? "ahead" : "behind"). Set the clock; the service continues automatically.",
                "이 컴퓨터의 시계가 \(minutes)분 \(seconds > 0 ? "빨라" : "늦어") 그림 저장소가 요청을 거부합니다. 시계를 맞추면 자동으로 이어집니다.")
        case .busy:
            return say(
                "A picture with this content is being removed at this moment. It is stored again automatically in a moment.",
                "같은 내용의 그림을 지금 지우고 있습니다. 잠시 뒤 자동으로 다시 저장합니다.")
        }
    }
}

/// `textify blobs move`.
extension Wording {
    package var moveNeedsStore: String {
        say(
            "Say what to do: textify blobs move --to s3, database or disk.",
            "할 일을 지정하세요: textify blobs move --to s3, database 또는 disk.")
    }

    /// The progress of a move.
    package func moved(_ count: Int, bytes: Int64, left: Int) -> String {
        say(
            "\(Figures.counted(count, "picture", "pictures")) moved (\(Figures.bytes(bytes))), \(Figures.count(left)) left.",
            "그림 \(Figures.count(count))개(\(Figures.bytes(bytes)))를 옮김, \(Figures.count(left))개 남음.")
    }

    package func notMoved(_ digest: String) -> String {
        say(
            "Picture \(digest) is damaged and was not moved. Run textify verify --repair.",
            "그림 \(digest): 손상되어 옮기지 않았습니다. textify verify --repair를 실행하세요.")
    }

    package func picturesLeft(_ count: Int) -> String {
        say(
            "\(Figures.counted(count, "picture was", "pictures were")) not moved.",
            "그림 \(Figures.count(count))개를 옮기지 못했습니다.")
    }
}
