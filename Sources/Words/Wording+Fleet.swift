package import Domain

/// Sentences about services that share their work.
extension Wording {
    /// A backup of the file was to be restored, which the service wouldn't use.
    package var restoreOnServer: String {
        say(
            "The configured database is on a PostgreSQL server, so a restored file would not be used. Restore it there, from a dump; or remove database.url from the configuration first.",
            "설정한 데이터베이스가 PostgreSQL 서버에 있어서 파일을 복원해도 쓰이지 않습니다. 서버에서 덤프로 복원하거나, 먼저 설정에서 database.url을 지우세요.")
    }

    package var announcementsUnheard: String {
        say(
            "Announcements of other services don't arrive, probably because a pooler such as PgBouncer is before the database. Their work is found every \(Lease.beatInterval.components.seconds) s instead of at once.",
            "다른 서비스의 알림이 오지 않습니다. 데이터베이스 앞에 PgBouncer 같은 풀러가 있기 때문일 수 있습니다. 다른 서비스의 작업은 바로가 아니라 \(Lease.beatInterval.components.seconds)초마다 찾습니다."
        )
    }

    package func lost(_ node: Node) -> String {
        say(
            "The service on \(node.name) was not heard of for \(Lease.length.components.seconds) s. Others go on with its work.",
            "\(node.name)의 서비스가 \(Lease.length.components.seconds)초 동안 응답하지 않았습니다. 다른 서비스가 그 작업을 이어서 합니다.")
    }
}
