/// The last line of `textify gallery`, and its help.
extension Wording {
    package var galleryNeedsTerminal: String {
        say(
            "a terminal is required; textify list --grid prints the newest artworks.",
            "터미널이 필요합니다. textify list --grid 명령은 최신 작품을 출력합니다.")
    }

    package var galleryKeys: String {
        say(
            "? help  q quits  Enter opens  / search  f favourite  t tags  d trash",
            "? 도움말  q 끝내기  Enter 열기  / 검색  f 즐겨찾기  t 태그  d 휴지통")
    }

    package var artworkKeys: String {
        say(
            "? help  Esc goes back  arrows neighbours  o opens the picture  f favourite  t tags  d trash",
            "? 도움말  Esc 돌아가기  화살표 옆 작품  o 그림 열기  f 즐겨찾기  t 태그  d 휴지통")
    }

    package var anyKeyReturns: String { say("any key goes back", "아무 키나 누르면 돌아가기") }

    /// The keys of `gallery` with what they do.
    package var galleryHelp: [(key: String, act: String)] {
        [
            (say("arrows, h j k l", "화살표, h j k l"), say("select an artwork", "작품 선택")),
            ("PgUp, PgDn", say("a screen back or on", "한 화면 앞이나 뒤로")),
            (
                "Home, End",
                say(
                    "first and last artwork; any key stops the way to the last",
                    "처음과 마지막 작품. 마지막으로 가는 중에는 아무 키로나 멈춤")
            ),
            (
                "Enter",
                say(
                    "show it on the whole screen; arrows show its neighbours",
                    "전체 화면에 표시. 화살표는 옆 작품을 표시")
            ),
            (
                "/",
                say(
                    "search, as with textify search; an empty search shows all",
                    "검색. textify search와 같음. 빈 검색은 모두 표시")
            ),
            ("f", say("mark as a favourite, or remove the mark", "즐겨찾기로 표시하거나 표시를 지움")),
            ("t", say("add and remove tags: sea +lake -draft", "태그를 붙이거나 뗌: 바다 +호수 -초안")),
            ("d", say("move to the trash, after a question", "확인 후 휴지통으로 옮김")),
            ("u", say("take out of the trash", "휴지통에서 꺼냄")),
            ("o", say("open the picture with the desktop's viewer", "그림을 데스크톱의 뷰어로 열기")),
            ("r", say("reload", "새로 고침")),
            ("Esc", say("go back", "돌아가기")),
            ("q", say("go back, or quit", "돌아가거나 끝내기")),
        ]
    }

    package var searchLabel: String { say("search: ", "검색: ") }
    package var searchHint: String { say("Enter searches, Esc cancels", "Enter 검색, Esc 취소") }
    package var tagsLabel: String { say("tags: ", "태그: ") }
    package var tagsHint: String { say("sea +lake -draft; Enter applies, Esc cancels", "바다 +호수 -초안. Enter 적용, Esc 취소") }

    /// Asks before an artwork is moved to the trash.
    package func trashQuestion(_ name: String) -> String {
        say("Move \(Figures.quoted(name)) to the trash? y/n", "\(Figures.quoted(name)) 작품을 휴지통으로 옮길까요? y/n")
    }

    /// The selected artwork's place among the results. If `isComplete` is `false`, there are at least `count`.
    package func position(_ place: Int, of count: Int, isComplete: Bool) -> String {
        let (place, count) = (Figures.count(place), Figures.count(count))
        return isComplete
            ? say("\(place) of \(count)", "\(count)개 중 \(place)번째")
            : say("\(place) of \(count)+", "\(count)개 이상 중 \(place)번째")
    }

    /// Shown while the rest of the results is loaded.
    package func loading(_ count: Int) -> String {
        say(
            "loading all results: \(Figures.count(count)); any key stops it",
            "결과를 모두 불러오는 중: \(Figures.count(count))개. 아무 키나 누르면 멈춤")
    }
}

/// Messages of `textify gallery`.
extension Wording {
    package func favourite(_ isFavourite: Bool) -> String {
        isFavourite ? say("Marked as a favourite", "즐겨찾기로 표시했습니다") : say("The mark was removed", "즐겨찾기 표시를 지웠습니다")
    }

    package func trash(_ isTrashed: Bool) -> String {
        isTrashed
            ? say("Moved to the trash; u takes it out again", "휴지통으로 옮겼습니다. u 키로 다시 꺼냅니다")
            : say("Taken out of the trash", "휴지통에서 꺼냈습니다")
    }

    package func nowTagged(_ tags: [String]) -> String {
        let list = tags.map(Figures.quoted).joined(separator: ", ")
        return tags.isEmpty ? say("The artwork has no tags", "작품에 태그가 없습니다") : say("Tags: \(list)", "태그: \(list)")
    }

    package func openedPicture(_ path: String) -> String { say("Opened \(path)", "\(path) 파일을 열었습니다") }

    package func writtenPicture(_ path: String) -> String {
        say("No viewer was found. The picture is in \(path)", "뷰어를 찾지 못했습니다. 그림 파일: \(path)")
    }

    /// The picture in sentences about a file.
    package var thePicture: String { say("The picture", "그림") }

    /// Shown in place of art. `day`: when the picture was removed.
    package func pictureGone(on day: String?) -> String {
        day.map { say("picture removed on \($0)", "\($0)에 지워진 그림") } ?? say("no picture", "그림 없음")
    }

    package var inTrash: String { say("in the trash", "휴지통") }
}

/// A fact about an artwork that `textify gallery` shows with a label.
package enum ArtworkFact: Sendable {
    case prompt, tags, backend, model, seed, cost, folder, made, trashed, job
}

extension Wording {
    package func label(_ fact: ArtworkFact) -> String {
        switch fact {
        case .prompt: say("prompt", "프롬프트")
        case .tags: say("tags", "태그")
        case .backend: say("backend", "백엔드")
        case .model: say("model", "모델")
        case .seed: say("seed", "시드")
        case .cost: say("cost", "비용")
        case .folder: say("folder", "폴더")
        case .made: say("made", "만든 시각")
        case .trashed: say("trashed", "버린 시각")
        case .job: say("job", "작업")
        }
    }

    package var allNeedsLogOut: String {
        say("--all goes with --log-out.", "--all은 --log-out과 함께 쓰세요.")
    }

    package var galleryOpened: String {
        say("The gallery opens in your browser.", "브라우저에서 갤러리를 엽니다.")
    }

    package func sessionsEnded(_ count: Int) -> String {
        say("\(Figures.counted(count, "session has", "sessions have")) ended", "세션 \(Figures.count(count))개를 끝냈습니다")
    }
}
