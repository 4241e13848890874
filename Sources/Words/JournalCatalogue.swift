package import Domain

/// What `journalctl --catalog` shows below an entry of the journal: what an event means, what became of jobs and money,
/// and what an operator does next. Only events that an operator has to understand are explained; the others say it all.
package struct JournalExplanation: Sendable {
    /// The code of the entries that it explains.
    package let code: String
    /// The journal's `MESSAGE_ID`, 32 hexadecimal digits, chosen at random once. It never changes, because searches use it.
    package let id: String
    let subject: FieldHelp
    let text: FieldHelp

    private init(
        _ code: some StableCode, _ id: String, _ english: (subject: String, text: String),
        _ korean: (subject: String, text: String)
    ) {
        self.code = code.rawValue
        self.id = id
        subject = FieldHelp(english.subject, korean.subject)
        text = FieldHelp(english.text, korean.text)
    }
}

extension JournalExplanation {
    /// The `MESSAGE_ID` of entries with this code; `nil` where there is nothing to explain.
    package static func id(of code: String) -> String? { ids[code] }

    private static let ids = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0.id) })

    /// The catalogue in systemd's format, for one language.
    package static func catalogue(in language: Language) -> String {
        all.reduce(into: "# Made by: textify manual\n") { $0 += "\n" + $1.entry(in: language) }
    }

    private func entry(in language: Language) -> String {
        """
        -- \(id)
        Subject: \(subject.text(in: language))
        Defined-By: textifyd
        Documentation: man:textifyd(8)

        \(text.text(in: language))

        """
    }

    package static let all: [JournalExplanation] = money + backends + folders + database + service

    private static let money = [
        JournalExplanation(
            ErrorCode.jobUnknown, "dafcd0ab10f547818dd025d592e69e73",
            (
                "A picture may or may not have been paid for",
                """
                The request was sent, and then the connection, the service or the machine failed before an answer
                came. The provider may have made the picture and charged for it. The service never asks again by
                itself in such a case.

                Look at the provider's own list of calls at that time. If the picture was not made, or if paying
                twice is acceptable: textify retry --may-pay-twice @JOB_ID@. Otherwise: textify cancel @JOB_ID@.
                The amount stays reserved in the budget until then. With on_unknown in the backend's
                configuration the service decides by itself.
                """
            ),
            (
                "비용이 나갔는지 알 수 없는 그림",
                """
                요청을 보낸 뒤 응답이 오기 전에 연결이나 서비스, 기기가 멈췄습니다. 제공자가 그림을 만들고 비용을
                청구했을 수 있습니다. 이런 경우 서비스가 스스로 다시 요청하지 않습니다.

                제공자의 호출 목록을 확인하세요. 만들어지지 않았거나 두 번 내도 괜찮으면
                textify retry --may-pay-twice @JOB_ID@, 아니면 textify cancel @JOB_ID@를 실행하세요.
                그때까지 금액은 예산에 잡혀 있습니다. 백엔드 설정의 on_unknown으로 서비스가 스스로 정하게 할 수
                있습니다.
                """
            )),
        JournalExplanation(
            ErrorCode.heldBudget, "e8228e38ec844c6cb3e1a59b5c77df2a",
            (
                "A job waits because a budget is used up",
                """
                The call would exceed a cap of the configuration. Nothing was sent and nothing was paid. The job goes
                on by itself when the cap's period ends; the folder goes on taking drops.

                textify spend shows what counts towards the caps. To let this job pass now:
                textify approve @JOB_ID@. To raise a cap, change it in the configuration and reload the service.
                """
            ),
            (
                "예산이 다해 기다리는 작업",
                """
                호출하면 설정의 한도를 넘습니다. 아무것도 보내지 않았고 비용도 들지 않았습니다. 한도의 기간이 끝나면
                작업이 저절로 이어지며, 폴더는 계속 파일을 받습니다.

                textify spend로 한도에 드는 사용량을 볼 수 있습니다. 이 작업만 지금 허용하려면 textify approve @JOB_ID@,
                한도를 올리려면 설정을 바꾸고 서비스에 다시 읽게 하세요.
                """
            )),
    ]

    private static let backends = [
        JournalExplanation(
            ErrorCode.backendAuth, "9676f1cab23a4b3d80270d5d1b1ca084",
            (
                "A backend refuses the key",
                """
                The provider answered that the key is wrong, has expired or lacks a right. Jobs of this backend wait
                and lose nothing; calls that were refused cost nothing.

                Put a valid key in the place that the configuration names (textify backends shows where it comes
                from), and reload the service: systemctl reload textifyd. A credential of systemd is read at a start
                only: systemctl restart textifyd.
                """
            ),
            (
                "백엔드가 키를 거부함",
                """
                제공자가 키가 틀렸거나 만료되었거나 권한이 없다고 응답했습니다. 이 백엔드의 작업은 기다릴 뿐 잃는
                것이 없고, 거부된 호출에는 비용이 들지 않습니다.

                설정이 가리키는 곳에 올바른 키를 넣고(어디서 읽는지는 textify backends로 확인) 서비스에 다시 읽게
                하세요: systemctl reload textifyd. systemd의 credential은 시작할 때만 읽으므로
                systemctl restart textifyd가 필요합니다.
                """
            )),
        JournalExplanation(
            ErrorCode.backendQuota, "fc7af6fa8d2c44a7a803512e2c2fb941",
            (
                "A backend's account has no credit left",
                """
                The provider refuses further calls until the account is topped up or its period ends. This is the
                provider's limit, not a budget of the configuration. Jobs of this backend wait; the backend is asked
                again from time to time, at no cost. textify pause stops the asking.
                """
            ),
            (
                "백엔드 계정의 잔액이 없음",
                """
                계정을 충전하거나 기간이 끝날 때까지 제공자가 호출을 거부합니다. 설정의 예산이 아니라 제공자의
                한도입니다. 이 백엔드의 작업은 기다리고, 서비스가 가끔 비용 없이 다시 물어봅니다. textify pause로
                멈출 수 있습니다.
                """
            )),
    ]

    private static let folders = [
        JournalExplanation(
            EventCode.folderMissing, "3f3a85fca4444349a5e5d88ab5d4f9d9",
            (
                "A watch folder is not there",
                """
                The folder does not exist, or its disk is not mounted. Jobs that were taken before go on; their
                results wait where the outbox is gone too. The folder is looked for at every interval.

                For a folder on a disk or a share, textify doctor --unit prints the drop-in with RequiresMountsFor=
                that starts the service after the mount. A folder below /home is hidden from the service until the
                same drop-in opens it.
                """
            ),
            (
                "감시 폴더가 없음",
                """
                폴더가 없거나 그 디스크가 연결되지 않았습니다. 이미 받은 작업은 이어지고, outbox도 없으면 결과는
                기다립니다. 주기마다 폴더를 다시 찾습니다.

                디스크나 공유 폴더라면 textify doctor --unit이 출력하는 drop-in의 RequiresMountsFor=로 연결된
                뒤에 서비스가 시작하게 하세요. /home 아래의 폴더는 같은 drop-in이 열어 주기 전에는 서비스에 보이지
                않습니다.
                """
            )),
        JournalExplanation(
            ErrorCode.fileDenied, "d6f41d0786b3482683e266507a6182a1",
            (
                "A file or folder may not be read or written",
                """
                Either the permissions of the files keep the service's user out, or the sandbox of its unit does,
                which looks the same to the program.

                textify doctor tells which: it compares the folders of the configuration with the unit.
                textify doctor --unit prints the drop-in that opens them; systemctl edit textifyd takes it.
                """
            ),
            (
                "파일이나 폴더를 읽거나 쓸 수 없음",
                """
                파일 권한이 서비스 사용자를 막거나 유닛의 샌드박스가 막습니다. 프로그램에는 둘이 똑같이 보입니다.

                어느 쪽인지는 textify doctor가 설정의 폴더와 유닛을 비교해 알려 줍니다. textify doctor --unit이
                출력하는 drop-in을 systemctl edit textifyd에 넣으면 열립니다.
                """
            )),
        JournalExplanation(
            EventCode.diskLow, "3559a3ee1dc6459f9e09ba5381644530",
            (
                "The disk is nearly full",
                """
                Below the configured reserve the service takes no new drops and buys nothing, so that what was paid
                for can still be stored and delivered. It goes on by itself once there is room.

                textify caches shows what can be freed at once; textify cleanup --dry-run shows what the
                library's rules would remove.
                """
            ),
            (
                "디스크가 거의 가득 참",
                """
                설정한 여유 공간보다 적으면 새 파일을 받지 않고 아무것도 사지 않습니다. 비용을 낸 그림을 저장하고
                전달할 자리를 남기기 위해서입니다. 자리가 생기면 저절로 이어집니다.

                바로 비울 수 있는 것은 textify caches, 라이브러리 규칙이 지울 것은 textify cleanup --dry-run으로 볼
                수 있습니다.
                """
            )),
    ]

    private static let database = [
        JournalExplanation(
            ErrorCode.databaseUnreachable, "e3697d10c3f6405d83e617f797224541",
            (
                "The database server can't be reached",
                """
                Without the database nothing can be recorded, so nothing is bought and no drop is taken. Drops stay
                where they are. Work goes on within a few seconds after the server answers again, without a restart.
                If this lasts longer than the lease, other services of the fleet take the work over.
                """
            ),
            (
                "데이터베이스 서버에 연결할 수 없음",
                """
                데이터베이스가 없으면 아무것도 기록할 수 없으므로 사지도 받지도 않습니다. 놓인 파일은 그대로
                있습니다. 서버가 다시 응답하면 재시작 없이 몇 초 안에 이어집니다. 임대 시간보다 오래 걸리면 다른
                서비스가 작업을 넘겨받습니다.
                """
            )),
        JournalExplanation(
            EventCode.nodeLost, "b9bbc87b120b4d8183d7b05a38fc42ab",
            (
                "Another service of the fleet is not heard of",
                """
                Its machine is down, suspended or cut off from the database. Its jobs go on here: calls with a handle
                are polled, others that were on their way become unknown, the rest starts again. If it returns it
                notices that its work was taken over, and starts afresh. textify nodes shows who is there.
                """
            ),
            (
                "함께 일하는 다른 서비스의 응답이 없음",
                """
                그 기기가 꺼졌거나 멈췄거나 데이터베이스와 끊겼습니다. 그 작업은 여기서 이어집니다. 핸들이 있는
                호출은 조회하고, 보내던 호출은 알 수 없음이 되며, 나머지는 다시 시작합니다. 돌아오면 작업이 넘어간
                것을 알고 새로 시작합니다. textify nodes로 볼 수 있습니다.
                """
            )),
        JournalExplanation(
            ErrorCode.databaseNewer, "f4bc34cb45ed4f37b1cf5916ad29075f",
            (
                "The database was written by a newer version",
                """
                An older program was installed over a newer one. It does not touch what it does not understand.
                Nothing is lost: install the newer version again.

                The way back is the copy that the newer version made before its first change, in the folder backups
                of the state folder. What happened since then is lost with it, also what was paid; the operations
                page says how.
                """
            ),
            (
                "더 새로운 버전이 쓴 데이터베이스",
                """
                새 버전 위에 이전 버전을 설치했습니다. 이전 버전은 모르는 것을 건드리지 않으므로 잃은 것이
                없습니다. 새 버전을 다시 설치하세요.

                되돌리는 길은 새 버전이 처음 바꾸기 전에 상태 폴더의 backups에 만든 사본입니다. 그 뒤의 일은 비용을
                포함해 모두 사라집니다. 방법은 운영 설명서에 있습니다.
                """
            )),
    ]

    private static let service = [
        JournalExplanation(
            EventCode.planMissed, "83fac89c093aa250228509db99d57cfc",
            (
                "A plan made no jobs at its time",
                """
                The service was not running then, and either the plan says that missed times are skipped, or the time
                is more than a day ago. Nothing was paid. The plan continues with its next time; one for a single time
                has ended.

                textify plans shows both. To make up for it, submit it again; to have that done by itself after short
                outages: textify plans change ID --catch-up once.
                """
            ),
            (
                "계획된 때에 작업을 만들지 않음",
                """
                그때 서비스가 꺼져 있었고, 놓친 때를 건너뛰는 계획이거나 하루가 넘게 지났습니다. 비용은 들지
                않았습니다. 계획은 다음 때에 이어지고, 한 번만 하는 계획은 끝났습니다.

                textify plans에서 확인하세요. 지금 하려면 다시 제출하고, 앞으로 짧게 꺼진 때를 저절로 만들게 하려면
                textify plans change ID --catch-up once를 쓰세요.
                """
            )),
        JournalExplanation(
            EventCode.startFailed, "85ca014f211e499c96efa10af0c22d77",
            (
                "The service could not start",
                """
                The entry says what is wrong. Exit status 78 means the configuration, 77 a permission, 64 the command
                line: systemd does not try these again. textify doctor checks everything that a start needs, and
                textifyd --check reads the configuration alone.

                If there is no entry at all and systemd reports status 226 (NAMESPACE), a path in the unit or in a
                drop-in does not exist: mark it as optional with a leading -.
                """
            ),
            (
                "서비스를 시작하지 못함",
                """
                무엇이 잘못되었는지 항목에 있습니다. 종료 코드 78은 설정, 77은 권한, 64는 명령줄이며 systemd는 이를
                다시 시도하지 않습니다. textify doctor는 시작에 필요한 모든 것을, textifyd --check는 설정만
                확인합니다.

                항목이 없고 systemd가 226(NAMESPACE)을 알리면 유닛이나 drop-in의 경로가 없는 것입니다. 앞에 -를
                붙이면 없어도 됩니다.
                """
            )),
        JournalExplanation(
            EventCode.reloadFailed, "a20aeab66bbf4a3ea5f0524b80a2aba0",
            (
                "The new configuration is not used",
                """
                It has an error, which the entry names with its place. The service goes on with the configuration
                that it had, so nothing stops; a restart would fail. Correct it, check it with textifyd --check, and
                reload again.
                """
            ),
            (
                "새 설정을 쓰지 않음",
                """
                설정에 오류가 있으며 그 위치가 항목에 있습니다. 서비스는 이전 설정으로 계속하므로 멈추지 않지만,
                재시작하면 실패합니다. 고치고 textifyd --check로 확인한 뒤 다시 읽게 하세요.
                """
            )),
    ]
}
