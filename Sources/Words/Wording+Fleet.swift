package import Domain

/// Sentences about services that share their work.
extension Wording {
    package func lost(_ node: Node) -> String {
        say(
            "The service on \(node.name) was not heard of for \(Lease.length.components.seconds) s. Others go on with its work.",
            "\(node.name)의 서비스가 \(Lease.length.components.seconds)초 동안 응답하지 않았습니다. 다른 서비스가 그 작업을 이어서 합니다.")
    }
}
