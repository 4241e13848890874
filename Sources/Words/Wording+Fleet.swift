package import Domain

/// Sentences about services that share their work.
extension Wording {
    /// A backup of the file was to be restored, which the service wouldn't use.
    package var restoreOnServer: String {
        say(
            "The configured database is on a PostgreSQL server, so a restored file would not be used. Restore it there, from a dump; or remove database.url from the configuration first.",
            "설정한 데이터베이스가 PostgreSQL 서버에 있어서 파일을 복원해도 쓰이지 않습니다. 서버에서 덤프로 복원하거나, 먼저 설정에서 database.url을 지우세요.")
    }

    package var askedToLeave: String {
        say(
            "This service was asked to leave the others: it finishes its running calls, leaves the rest to them, and stops.",
            "이 서비스를 다른 서비스들에서 빼라는 요청을 받았습니다. 진행 중인 호출을 끝내고 나머지는 넘긴 뒤 멈춥니다.")
    }

    func noSuchNode(_ name: String, _ names: [String]) -> String {
        if names.isEmpty {
            return say(
                "This service shares its database with no other, so there is no service named \(Figures.quoted(name)). To stop it, use textify drain.",
                "이 서비스는 데이터베이스를 다른 서비스와 함께 쓰지 않으므로 \(Figures.quoted(name)) 서비스가 없습니다. 이 서비스를 멈추려면 textify drain을 쓰세요.")
        }
        return say(
            "No service named \(Figures.quoted(name)) shares the database.",
            "데이터베이스를 함께 쓰는 서비스 중에 \(Figures.quoted(name)) 서비스는 없습니다.")
            + known(names, like: name)
    }

    func ambiguousNode(_ name: String, _ matches: [String]) -> String {
        let list = matches.joined(separator: ", ")
        return say(
            "Several services are named \(Figures.quoted(name)). Use the beginning of an identity: \(list).",
            "이름이 \(Figures.quoted(name))인 서비스가 여럿입니다. 다음 ID 가운데 하나의 앞부분을 쓰세요: \(list).")
    }

    package var node: String { say("service", "서비스") }

    package func nodeState(_ word: String) -> String {
        switch word {
        case "alive": say("alive", "동작 중")
        case "silent": say("silent", "응답 없음")
        case "leaving": say("leaving", "나가는 중")
        default: word
        }
    }

    /// How long ago a service was heard of.
    package func heard(secondsAgo seconds: Int64) -> String {
        say("heard of \(seconds) s ago", "\(seconds)초 전 확인")
    }

    package func jobsInHand(_ count: Int) -> String {
        say(Figures.counted(count, "job", "jobs"), "작업 \(Figures.count(count))개")
    }

    package func folders(_ names: [String]) -> String {
        names.isEmpty ? say("no folders", "폴더 없음") : names.joined(separator: ", ")
    }

    package var thisService: String { say("this one", "이 서비스") }

    package var noFleet: String {
        say(
            "This service shares its database with no other.", "이 서비스는 데이터베이스를 다른 서비스와 함께 쓰지 않습니다.")
    }

    package func leaves(_ name: String) -> String {
        say(
            "\(name) finishes its running calls, leaves the rest to the others, and stops.",
            "\(name) 서비스는 진행 중인 호출을 끝내고 나머지는 다른 서비스에 넘긴 뒤 멈춥니다.")
    }

    package func databaseSize(_ bytes: Int64, dead: Int64, of rows: Int64) -> String {
        say(
            "The database has \(Figures.bytes(bytes)), and \(Figures.count(Int(dead))) dead rows beside \(Figures.count(Int(rows))).",
            "데이터베이스는 \(Figures.bytes(bytes))이고, 행 \(Figures.count(Int(rows)))개와 죽은 행 \(Figures.count(Int(dead)))개가 있습니다."
        )
    }

    /// `seconds`: how far this machine's clock is ahead of the database server's; negative if it is behind.
    package func skewed(seconds: Int64) -> String {
        let length = Figures.count(Int(abs(seconds)))
        return seconds > 0
            ? say(
                "This machine's clock is \(length) s ahead of the database server's. Leases go by the server's, but days, budgets and times shown don't: set the clock.",
                "이 기기의 시계가 데이터베이스 서버보다 \(length)초 빠릅니다. 임대 시간은 서버 시계를 따르지만 날짜, 예산, 표시되는 시각은 그렇지 않으므로 시계를 맞추세요.")
            : say(
                "This machine's clock is \(length) s behind the database server's. Leases go by the server's, but days, budgets and times shown don't: set the clock.",
                "이 기기의 시계가 데이터베이스 서버보다 \(length)초 느립니다. 임대 시간은 서버 시계를 따르지만 날짜, 예산, 표시되는 시각은 그렇지 않으므로 시계를 맞추세요.")
    }

    /// `oldest`: the age of the oldest transaction, in seconds.
    package func bloated(dead: Int64, live: Int64, oldest: Int64) -> String {
        let (dead, live) = (Figures.count(Int(dead)), Figures.count(Int(live)))
        return say(
            "The database has \(dead) dead rows beside \(live) that count, which makes everything slow. The oldest transaction is \(Figures.count(Int(oldest))) s old; end it if it was forgotten, and let autovacuum run or run VACUUM.",
            "데이터베이스에 유효한 행 \(live)개 외에 죽은 행이 \(dead)개 있어 모든 작업이 느려집니다. 가장 오래된 트랜잭션은 \(Figures.count(Int(oldest)))초 되었습니다. 잊힌 것이면 끝내고, autovacuum이 돌게 하거나 VACUUM을 실행하세요."
        )
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
