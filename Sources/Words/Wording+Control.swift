package import Domain

extension Wording {
    /// Explains why the service rejects a request, and what to do.
    package func sentence(_ failure: ControlFailure) -> String {
        switch failure {
        case .noSuchJob(let id):
            say(
                "There is no job \(Figures.quoted(id)). Give its ID, or at least four of its first or last characters.",
                "작업 \(Figures.quoted(id)) 항목을 찾을 수 없습니다. ID 전체나 처음 또는 끝의 네 글자 이상을 쓰세요.")
        case .ambiguousJob(let part, _):
            say(
                "More than one job ID begins or ends with \(part). Give more characters.",
                "ID가 \(part) 글자로 시작하거나 끝나는 작업이 여럿입니다. 글자를 더 쓰세요.")
        case .mayPayTwice(let id):
            say(
                "Job \(id) may already have been paid for, so retrying may pay twice. Allow that with textify retry --may-pay-twice, or {\"may_pay_twice\": true}.",
                "작업 \(id)의 비용을 이미 냈을 수 있어 다시 시도하면 두 번 결제될 수 있습니다. 허용하려면 textify retry --may-pay-twice 또는 {\"may_pay_twice\": true}를 쓰세요."
            )
        case .notRetryable(let id, let state):
            say(
                "Job \(id) is \(state): only a failed, cancelled or unknown job can be retried.",
                "작업 \(id)의 상태는 \(self.state(state))입니다. 실패했거나 취소되었거나 결과를 알 수 없는 작업만 다시 시도할 수 있습니다.")
        case .notHeld(let id, let state):
            say(
                "Job \(id) is \(state): only a held job can be approved.",
                "작업 \(id)의 상태는 \(self.state(state))입니다. 보류된 작업만 승인할 수 있습니다.")
        case .notRedeliverable(let id, let state):
            say(
                "Job \(id) is \(state): only a done job can be delivered again.",
                "작업 \(id)의 상태는 \(self.state(state))입니다. 완료된 작업만 다시 내보낼 수 있습니다.")
        case .pictureLost(let id):
            say(
                "Job \(id) was made from a dropped picture, which is no longer kept. Drop the picture again; if it failed, it is in failed/.",
                "작업 \(id)의 원본 그림이 더는 보관되어 있지 않습니다. 그림을 다시 넣으세요. 실패한 그림은 failed/에 있습니다.")
        case .neverStarted(let id):
            say(
                "Job \(id) is an invalid line of a batch. Correct the batch in failed/ and drop it again.",
                "작업 \(id)의 요청은 일괄 파일의 잘못된 줄입니다. failed/에 있는 파일을 고쳐 다시 넣으세요.")
        case .sourceGone(let id):
            say(
                "The file of job \(id) is no longer in the folder for failed files. Drop it again.",
                "작업 \(id)의 파일이 실패한 파일 폴더에 없습니다. 파일을 다시 넣으세요.")
        case .sourceMoving(let id):
            say(
                "The file of job \(id) is still being moved to the folder for failed files. Try again in a moment.",
                "작업 \(id)의 파일을 실패한 파일 폴더로 옮기는 중입니다. 잠시 뒤 다시 시도하세요.")
        case .refusedAgain(let failure, let name): sentence(failure, about: name)
        case .artGone(let id, let state):
            state == "done"
                ? say(
                    "Job \(id) can't be shown in this format: its picture was not kept, and the outbox has no such file. Choose another format.",
                    "작업 \(id)의 그림은 보관하지 않았고, 출력 폴더에도 그 형식의 파일이 없습니다. 다른 형식을 고르세요.")
                : say(
                    "Job \(id) is \(state): it has no art yet.",
                    "작업 \(id)의 상태는 \(self.state(state))입니다. 아직 텍스트 아트가 없습니다.")
        case .pictureRemoved(let id, let day):
            say(
                "The picture of job \(id) was removed on \(day.text), so it can't be rendered again: [keep] in the configuration doesn't keep it longer, its artwork was deleted, or it was damaged.",
                "작업 \(id)의 그림은 \(day.text)에 지워져 다시 그릴 수 없습니다. 설정의 [keep]에서 정한 기간이나 크기를 넘었거나, 작품이 삭제되었거나, 그림이 손상된 경우입니다."
            )
        case .hasEnded(let id, let state):
            say(
                "Job \(id) is \(state) and can no longer be cancelled.",
                "작업 \(id)의 상태는 \(self.state(state))입니다. 더는 취소할 수 없습니다.")
        case .notForgettable(let id, let state):
            say(
                "Job \(id) is \(state): only a finished job can be forgotten. Wait for it, or cancel it first.",
                "작업 \(id)의 상태는 \(self.state(state))입니다. 끝난 작업만 지울 수 있습니다. 끝날 때까지 기다리거나 먼저 취소하세요.")
        case .keyReused(let id):
            say(
                "This Idempotency-Key was already used by job \(id) with a different request. Use a new key.",
                "이 Idempotency-Key는 다른 요청의 작업 \(id)에 이미 쓰였습니다. 새 키를 쓰세요.")
        case .fields(let failures):
            failures.first.map { sentence($0) } ?? say("The request is invalid.", "요청이 잘못되었습니다.")
        case .noSuchFolder(_, known: []):
            say(
                "No watch folder is configured. Add a [[watch]] section.",
                "설정된 감시 폴더가 없습니다. 설정에 [[watch]] 항목을 추가하세요.")
        case .noSuchFolder(let name, let names):
            say("There is no watch folder named \(Figures.quoted(name)).", "\(Figures.quoted(name)) 감시 폴더는 없습니다.")
                + known(names, like: name)
        case .noSuchBackend(let name, let names):
            say("There is no backend named \(Figures.quoted(name)).", "\(Figures.quoted(name)) 백엔드는 없습니다.")
                + known(names, like: name)
        case .noSuchCache(let name, let known):
            say(
                "There is no cache named \(Figures.quoted(name)) to clear. Use one of: \(known.joined(separator: ", ")).",
                "비울 수 있는 캐시 중에 \(Figures.quoted(name)) 캐시는 없습니다. 다음 중 하나를 쓰세요: \(known.joined(separator: ", ")).")
        case .noSuchTarget(_, known: []):
            say(
                "No target of notifications is configured. Add a [[notify]] section.",
                "알림을 받을 대상이 없습니다. 설정에 [[notify]] 항목을 추가하세요.")
        case .noSuchTarget(let name, let names):
            say(
                "There is no target of notifications named \(Figures.quoted(name)).",
                "\(Figures.quoted(name)) 알림 대상은 없습니다.") + known(names, like: name)
        case .notDelivered(let target, let failure): sentence(failure, target: target)
        case .noSuchNode(let name, let names): noSuchNode(name, names)
        case .ambiguousNode(let name, let matches): ambiguousNode(name, matches)
        case .noSuchPlan(let part): noSuchPlan(part)
        case .ambiguousPlan(let part): ambiguousPlan(part)
        case .planTimes(let problem): sentence(problem)
        case .tooManyPlans(let limit): tooManyPlans(limit)
        case .planKeyReused(let id): planKeyReused(id)
        case .planEnded(let id): planEnded(id)
        case .prompt(let inner): sentence(inner, about: say("The request", "요청"))
        case .picture(let inner): sentence(inner, about: say("The body", "본문"))
        case .configuration(let inner): rejectedReload(lines(inner).first ?? "")
        case .notServable(let message): rejectedReload(message)
        case .repository(let inner): sentence(inner, about: "textifyd.db")
        case .storage(let inner): sentence(inner, about: say("The store", "저장소"))
        case .noRoom(let jobs):
            say(
                "The queue is full (\(Figures.counted(jobs, "unfinished job", "unfinished jobs"))). Try again when \(jobs == 1 ? "it has" : "some have") finished.",
                "대기열이 가득 찼습니다(끝나지 않은 작업 \(Figures.count(jobs))개). 일부가 끝난 뒤 다시 시도하세요.")
        case .draining:
            say(
                "The service is stopping and accepts no new requests. Try again later.",
                "서비스가 종료하는 중이라 새 요청을 받지 않습니다. 나중에 다시 시도하세요.")
        case .unsupported(let feature):
            say(
                "This version does not support \(Figures.quoted(feature)).",
                "이 버전은 \(Figures.quoted(feature)) 기능을 지원하지 않습니다.")
        case .noSuchArtwork(let part):
            say(
                "There is no artwork \(Figures.quoted(part)) in the library. textify search lists what is there.",
                "라이브러리에 \(Figures.quoted(part)) 작품은 없습니다. 있는 작품은 textify search로 확인하세요.")
        case .noLikeness(let id):
            say(
                "Artwork \(id) can't be compared: its picture was not rendered. Search with the picture's file: textify search --like FILE.",
                "작품 \(id)의 그림은 변환된 적이 없어 비교할 수 없습니다. 그림 파일로 찾으세요: textify search --like FILE.")
        case .noVisionModel:
            say(
                "No vision model is configured. Set backend in [library.suggest] to a backend of type openai-chat, and run textify reload.",
                "그림을 보는 모델이 설정되지 않았습니다. [library.suggest]의 backend에 openai-chat 백엔드를 쓰고 textify reload를 실행하세요.")
        case .noTags(let id, let outcome): sentence(outcome, about: id)
        case .search(let text, let problem):
            say(
                "At character \(problem.offset + 1) of the search \"\(Figures.quoted(text))\": ",
                "검색어 \"\(Figures.quoted(text))\"의 \(problem.offset + 1)번째 글자: ") + sentence(problem)
        case .noSuchTag(let tag):
            say(
                "There is no tag \"\(Figures.quoted(tag))\". textify tags lists them.",
                "\"\(Figures.quoted(tag))\" 태그는 없습니다. 있는 태그는 textify tags로 확인하세요.")
        case .tagExists(let tag, let artworks):
            say(
                "The tag \"\(Figures.quoted(tag))\" exists and \(Figures.counted(artworks, "artwork has", "artworks have")) it. To make both tags one, use --merge (or \"merge\": true).",
                "\"\(Figures.quoted(tag))\" 태그가 이미 있고 작품 \(Figures.count(artworks))개에 있습니다. 두 태그를 하나로 합치려면 --merge(또는 \"merge\": true)를 쓰세요."
            )
        case .backupOnServer:
            say(
                "The database is on a PostgreSQL server. Back it up there, with pg_dump. Pictures are part of it, unless blobs.url names a bucket.",
                "데이터베이스가 PostgreSQL 서버에 있습니다. 서버에서 pg_dump로 백업하세요. blobs.url에 버킷을 지정하지 않았다면 그림도 함께 백업됩니다.")
        case .galleryOff:
            say(
                "The gallery is off. Set listen in [web], for example to 127.0.0.1:8189, and restart the service.",
                "갤러리가 꺼져 있습니다. [web]의 listen에 127.0.0.1:8189 같은 주소를 쓰고 서비스를 다시 시작하세요.")
        case .nothingToUndo:
            say(
                "There is nothing to undo. A change can be undone for ten minutes, until the service is restarted.",
                "되돌릴 변경이 없습니다. 변경은 10분 동안, 서비스를 다시 시작하기 전까지만 되돌릴 수 있습니다.")
        }
    }

    /// The names that could have been meant, after a sentence about an unknown name.
    func known(_ names: [String], like name: String) -> String {
        let list = names.map { FileName($0).shown }.joined(separator: ", ")
        return suggestion(NearestName.of(name, among: names)) + say(" Configured: \(list).", " 설정된 이름: \(list).")
    }

    package func reloading(calls: Int) -> String {
        say(
            "Reloading the configuration: \(Figures.counted(calls, "running call is", "running calls are")) finished first. New work is accepted, and starts after that.",
            "설정을 다시 읽는 중입니다. 먼저 실행 중인 호출 \(Figures.count(calls))개를 마칩니다. 새 작업은 받아 두었다가 그 뒤에 시작합니다.")
    }

    package var stopping: String {
        say(
            "textifyd is stopping: running work is finished first, waiting work resumes at the next start.",
            "textifyd가 종료하는 중입니다. 실행 중인 작업은 마치고, 대기 중인 작업은 다음에 시작할 때 이어집니다.")
    }

    package var paused: String {
        say(
            "The service is paused: no new work starts until textify resume.",
            "서비스가 일시 정지되었습니다. textify resume을 실행할 때까지 새 작업을 시작하지 않습니다.")
    }

    /// Reports the number of jobs in state `unknown`, and what a person can do about them.
    package func unknown(jobs count: Int) -> String {
        let jobs = Figures.counted(count, "job is unknown: its picture", "jobs are unknown: their pictures")
        return say(
            "\(jobs) may or may not have been made. textify jobs --state unknown lists the jobs.",
            "결과를 알 수 없는 작업 \(Figures.count(count))개: 그림이 만들어졌는지 알 수 없습니다(textify jobs --state unknown).")
            + choices(for: "ID")
    }

    /// Reports the number of held jobs, and what a person can do about them.
    package func held(jobs count: Int) -> String {
        let jobs = Figures.counted(count, "job is held until it is", "jobs are held until they are")
        return say(
            "\(jobs) approved or a budget resets (textify jobs --state held). Continue with textify approve ID, or end with textify cancel ID.",
            "보류된 작업 \(Figures.count(count))개: 승인이나 예산 초기화를 기다립니다(textify jobs --state held). textify approve ID로 진행하거나 textify cancel ID로 끝내세요."
        )
    }

    /// Reports the number of refused files that nobody has read about, and what a person can do about them.
    package func refused(drops count: Int) -> String {
        let drops = Figures.counted(count, "file was refused", "files were refused")
        return say(
            "\(drops) and made no art. textify failures lists why; textify failures --acknowledge marks them as read.",
            "거부된 파일 \(Figures.count(count))개: 원인은 textify failures로 확인하고, 확인한 뒤 textify failures --acknowledge로 읽음 표시를 하세요."
        )
    }

    /// Confirms that failures were marked as read.
    package func acknowledged(_ count: Int) -> String {
        let failures = Figures.counted(count, "failure", "failures")
        return say("\(failures) marked as read", "실패 \(Figures.count(count))건을 읽음으로 표시했습니다")
    }

    package var noFailures: String { say("No unread failures", "읽지 않은 실패가 없습니다") }

    package var acknowledgeFirst: String {
        say("IDs are only valid with --acknowledge", "ID는 --acknowledge와 함께 써야 합니다")
    }

    package func wait(jobs count: Int) -> String {
        say(
            "\(Figures.counted(count, "job is waiting", "jobs are waiting")); nothing is lost.",
            "작업 \(Figures.count(count))개가 대기 중입니다. 잃은 것은 없습니다.")
    }

    /// Reports processed sources that could not be moved away, with the reason for the first of them.
    package func stuck(sources count: Int, _ sentence: String) -> String {
        say(
            "\(Figures.counted(count, "file is", "files are")) processed, but cannot be moved; retrying: \(sentence)",
            "처리했지만 옮기지 못한 파일 \(Figures.count(count))개. 다시 시도하는 중입니다: \(sentence)")
    }

    /// Explains why something can't be written into the state folder.
    package func storing(_ failure: JobFailure) -> String {
        switch failure {
        case .delivery(let failure): sentence(failure, about: "blobs")
        case .storage(let failure): sentence(failure, about: "textifyd.db")
        default: sentence(failure, about: say("the answer", "응답"))
        }
    }

    package func unsaved(answers count: Int, _ failure: JobFailure) -> String {
        say(
            "\(Figures.counted(count, "backend answer is", "backend answers are")) held in memory only, and may have been paid for: \(storing(failure)) Writing is retried, and the service does not stop before it succeeds; a second SIGTERM discards the \(count == 1 ? "answer" : "answers").",
            "백엔드의 응답 \(Figures.count(count))개가 메모리에만 있으며 이미 결제되었을 수 있습니다: \(storing(failure)) 저장을 다시 시도하며, 성공할 때까지 서비스가 끝나지 않습니다. SIGTERM을 한 번 더 보내면 응답을 버립니다."
        )
    }

    /// Warns that the state folder is new although a folder was served before.
    package func newState(served folder: String, by state: String) -> String {
        say(
            "\(folder) was served before, but the state in \(state) is new: it has no record of the folder's jobs or spending. If the state's disk is not mounted, stop the service, mount it and start again. If the state is meant to be new, ignore this; it is not repeated after the next start.",
            "\(folder) 폴더는 전에 쓰였지만 \(state)의 상태는 새것이라 이전 작업과 지출 기록이 없습니다. 디스크가 마운트되지 않았다면 서비스를 멈추고 마운트한 뒤 다시 시작하세요. 의도한 것이라면 무시하세요. 다음 시작부터는 나오지 않습니다."
        )
    }

    package func waiting(deliveries count: Int, _ sentence: String) -> String {
        say(
            "\(Figures.counted(count, "job is waiting", "jobs are waiting")) for the outbox; retrying, nothing is lost: \(sentence)",
            "출력 폴더를 기다리는 작업 \(Figures.count(count))개. 다시 시도하는 중이며 잃은 것은 없습니다: \(sentence)")
    }

    package func tooDeep(_ folder: String, levels: Int) -> String {
        say(
            "\(folder) is more than \(levels) levels deep, so its files are ignored. Move it up.",
            "\(folder) 폴더는 \(levels)단계보다 깊어 안의 파일을 처리하지 않습니다. 위로 옮기세요.")
    }

    package func unwatched(_ folder: String, code: Errno, interval: Duration) -> String {
        let every = Figures.count(Int(max(1, interval.components.seconds)))
        guard code == .noSpace else {
            return say(
                "\(folder) can't be watched (error \(code)); it is scanned every \(every) s instead.",
                "\(folder) 폴더를 감시할 수 없습니다(오류 \(code)). 대신 \(every)초마다 확인합니다.")
        }
        return say(
            "The system's limit of watched folders is reached; \(folder) is scanned every \(every) s instead. Raise fs.inotify.max_user_watches.",
            "시스템이 감시할 수 있는 폴더 수를 넘었습니다. \(folder) 폴더를 \(every)초마다 확인합니다. fs.inotify.max_user_watches를 늘리세요.")
    }

    /// Adds that the same applies to `count` more folders.
    package func more(folders count: Int) -> String {
        say("The same applies to \(Figures.count(count)) more.", "다른 폴더 \(Figures.count(count))개도 같습니다.")
    }

    package func rejectedReload(_ sentence: String) -> String {
        say(
            "The new configuration is invalid; the previous one stays active: \(sentence)",
            "새 설정이 잘못되어 이전 설정을 계속 씁니다: \(sentence)")
    }

    /// The choices for a job whose picture may or may not have been made.
    private func choices(for job: String) -> String {
        say(
            " Request it again with textify retry --may-pay-twice \(job), or end it with textify cancel \(job).",
            " textify retry --may-pay-twice \(job) 명령으로 다시 요청하거나 textify cancel \(job) 명령으로 끝내세요.")
    }

    /// Explains why a job is in its state; `nil` where the state needs no explanation. `job` is printed as its ID.
    package func sentence(_ state: JobState, about name: String, job: String = "ID") -> String? {
        switch state {
        case .waiting(_, let failure): sentence(failure, about: name, then: .jobWaits)
        case .failed(let failure): sentence(failure, about: name, then: .jobEnded)
        case .held(.budget(let stop, _)): sentence(stop)
        case .held(.approval):
            say(
                "It needs approval: textify approve \(job).",
                "승인이 필요합니다: textify approve \(job).")
        case .unknown:
            say(
                "The picture may or may not have been made, so it is not requested again automatically.",
                "그림이 만들어졌는지 알 수 없어 자동으로 다시 요청하지 않습니다.") + choices(for: job)
        case .queued, .submitting, .submitted, .generated, .staged, .done, .cancelled: nil
        }
    }

    /// `artwork`: the ID of the artwork with the same picture.
    package func duplicate(_ name: String, of artwork: JobID) -> String {
        say(
            "\(name) is the same picture as artwork \(artwork) and was not converted again (duplicates = \"skip\").",
            "\(name) 파일은 작품 \(artwork)의 그림과 같아 다시 변환하지 않았습니다(duplicates = \"skip\").")
    }
}
