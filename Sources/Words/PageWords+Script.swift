internal import Domain

/// What the script says. Braces hold numbers and names.
extension PageWords {
    package var script: [String: String] {
        var texts = scriptTexts
        for state in JobState.words { texts["state_" + state] = self.state(state) }
        return texts
    }

    private var scriptTexts: [String: String] {
        [
            "live": say("live", "실시간"), "polling": say("live", "실시간"), "connecting": say("connecting", "연결 중"),
            "lost": say("connection lost, trying again", "연결이 끊겨 다시 시도 중"),
            "seconds_ago": say("{n} s ago", "{n}초 전"), "minutes_ago": say("{n} min ago", "{n}분 전"),
            "signed_out": say(
                "Your session has ended. What you typed is kept in this tab.", "세션이 끝났습니다. 입력한 내용은 이 탭에 남아 있습니다."),
            "signed_out_short": say("signed out", "로그아웃됨"), "log_in": signIn,
            "unreachable": say("The service cannot be reached.", "서비스에 연결할 수 없습니다."),
            "refused": say("The service answered with status {status}.", "서비스가 상태 {status}(으)로 답했습니다."),
            "jobs_finished": say("Jobs finished: {n}", "끝난 작업: {n}"),
            "done_cancel": say("Cancelled", "취소했습니다"), "done_approve": say("Approved", "승인했습니다"),
            "done_retry": say("Queued again", "다시 대기열에 넣었습니다"),
            "done_acknowledge": say("Marked as read", "읽음으로 표시했습니다"),
            "done_redeliver": say("Will be delivered again", "다시 전달합니다"),
            "seconds_left": say("{n} s left", "{n}초 남음"),
            "choose": say("Choose {name}", "{name} 선택"), "chosen": say("Chosen: {n}", "선택: {n}"),
            "choose_first": nothingChosen,
            "favourited": say("Marked as favourites: {n}", "즐겨찾기로 표시: {n}"),
            "unfavourited": say("No longer favourites: {n}", "즐겨찾기 해제: {n}"),
            "trashed": say("Moved to the trash: {n}", "휴지통으로 이동: {n}"),
            "restored": say("Taken out of the trash: {n}", "휴지통에서 꺼냄: {n}"),
            "tagged": say("Tagged: {n}", "태그 추가: {n}"), "untagged": say("Tag removed from: {n}", "태그 제거: {n}"),
            "undone": say("Undone", "되돌렸습니다"),
            "undone_partly": say(
                "Undone, except for artworks changed since: {n}", "되돌렸습니다. 그 뒤에 바뀐 작품은 제외: {n}"),
            "copied": say("Copied", "복사했습니다"),
            "not_copied": say("Copying failed. Use a download instead.", "복사하지 못했습니다. 내려받기를 쓰세요."),
            "not_a_picture": say("This file is not a picture.", "이 파일은 그림이 아닙니다."),
            "price_picture": say("Converting a picture is free.", "그림 변환은 무료입니다."),
            "price_unknown": say("No price is known.", "가격을 모릅니다."), "price_free": say("Free", "무료"),
            "price_one": "{price}", "price_many": say("{price} for {n} pictures", "그림 {n}개에 {price}"),
        ]
    }
}
