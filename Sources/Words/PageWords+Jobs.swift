/// Jobs and health.
extension PageWords {
    package var needsYou: String { say("Needs you", "확인이 필요한 작업") }
    package var running: String { say("Running and waiting", "진행 및 대기 중") }
    package var ended: String { say("Ended", "끝난 작업") }
    package var nothingRuns: String { say("Nothing runs or waits.", "진행 중이거나 기다리는 작업이 없습니다.") }
    package var newest: String { say("Newest", "최신 작품") }
    package var allArtworks: String { say("All artworks", "모든 작품") }
    package var noArtworks: String { say("There are no artworks yet.", "아직 작품이 없습니다.") }
    package var makeOne: String { say("Make one", "만들기") }
    package var acknowledgeAll: String { say("Mark all failures as read", "모든 실패를 읽음으로 표시") }
    package var since: String { say("since", "시작:") }
    package var older: String { say("Older", "이전") }
    package var found: String { say("Found", "찾은 작업") }
    package var nothingFound: String { say("Nothing was found.", "찾은 것이 없습니다.") }
    package var all: String { say("all", "전체") }
    package var filter: String { say("Filter", "거르기") }
    package var progress: String { say("Progress", "진행률") }
    package var history: String { say("History", "기록") }
    package var showArtwork: String { say("Show the artwork", "작품 보기") }
    package var payTwice: String { say("Try again, even if it is paid twice", "두 번 결제되더라도 다시 시도") }
    package var mayPayTwice: String {
        say(
            "The answer to this call was lost. The picture may have been made and paid for; trying again may cost the same once more. Look at the provider's own list first.",
            "이 호출의 응답을 받지 못했습니다. 그림이 이미 만들어져 결제되었을 수 있고, 다시 시도하면 같은 금액이 한 번 더 들 수 있습니다. 먼저 제공자의 목록을 확인하세요.")
    }

    package func verdict(_ verdict: String) -> String {
        switch verdict {
        case "well": say("All is well", "모두 정상입니다")
        case "degraded": say("Something waits for you", "확인이 필요합니다")
        default: say("No new work starts", "새 작업을 시작하지 않습니다")
        }
    }

    package func state(_ state: String) -> String {
        switch state {
        case "queued": say("queued", "대기")
        case "submitting": say("sending", "전송 중")
        case "submitted": say("being made", "생성 중")
        case "generated": say("picture is there", "그림 완성")
        case "staged": say("being delivered", "전달 중")
        case "done": say("done", "완료")
        case "waiting": say("waiting", "기다림")
        case "held": say("held", "보류")
        case "unknown": say("unknown", "알 수 없음")
        case "failed": say("failed", "실패")
        case "cancelled": say("cancelled", "취소")
        default: state
        }
    }

    /// The label of a button.
    package func act(_ act: String) -> String {
        switch act {
        case "cancel": say("Cancel", "취소")
        case "approve": say("Approve", "승인")
        case "retry": say("Retry", "다시 시도")
        case "acknowledge": say("Mark as read", "읽음으로 표시")
        case "redeliver": say("Deliver again", "다시 전달")
        case "pause": say("Pause the service", "서비스 일시 정지")
        case "resume": say("Resume the service", "서비스 재개")
        case "favourite": say("Favourite", "즐겨찾기")
        case "unfavourite": say("Not a favourite", "즐겨찾기 해제")
        case "trash": say("Move to trash", "휴지통으로 이동")
        case "restore": say("Take out of the trash", "휴지통에서 꺼내기")
        case "tag": say("Add tag", "태그 추가")
        case "untag": say("Remove tag", "태그 제거")
        default: act
        }
    }
}
