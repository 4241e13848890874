package import Domain

/// The words of the gallery's pages.
package struct PageWords: Sendable {
    let wording: Wording

    package var language: Language { wording.language }

    func say(_ english: @autoclosure () -> String, _ korean: @autoclosure () -> String) -> String {
        language == .english ? english() : korean()
    }
}

extension Wording {
    package var pages: PageWords { PageWords(wording: self) }
}

// The frame of every page.
extension PageWords {
    /// The title of a page by its name.
    package func title(_ page: String) -> String {
        switch page {
        case "home": say("Home", "홈")
        case "new": say("New", "새로 만들기")
        case "jobs": say("Jobs", "작업")
        case "job": say("Job", "작업")
        case "library": say("Library", "라이브러리")
        case "artwork": say("Artwork", "작품")
        case "spend": say("Spend", "지출")
        case "settings": say("Settings", "설정")
        case "login": say("Sign in", "로그인")
        case "show": say("Show", "전시")
        default: say("That did not work", "실행하지 못했습니다")
        }
    }

    package var skip: String { say("Skip to content", "본문으로 건너뛰기") }
    package var pages: String { say("Pages", "페이지") }
    package var more: String { say("More", "더 보기") }
    package var signIn: String { say("Sign in", "로그인") }
    package var signOut: String { say("Sign out", "로그아웃") }
    package var scheme: String { say("Colours", "색 구성") }
    package var languageLabel: String { say("Language", "언어") }
    package var apply: String { say("Apply", "적용") }
    package var keys: String { say("Keys", "단축키") }
    package var keysOn: String { say("Use single keys", "한 글자 단축키 사용") }
    package var close: String { say("Close", "닫기") }
    package var undo: String { say("Undo", "되돌리기") }
    package var goBack: String { say("Go back", "돌아가기") }

    package func asOf(_ time: String) -> String { say("as of \(time)", "\(time) 기준") }

    package var schemes: [(value: String, label: String)] {
        [
            ("auto", say("as the system", "시스템 설정")), ("light", say("light", "밝게")), ("dark", say("dark", "어둡게")),
        ]
    }

    /// Each language in itself.
    package var languages: [(value: String, label: String)] {
        [(Language.english.rawValue, "English"), (Language.korean.rawValue, "한국어")]
    }

    package var keyHelp: [(keys: String, act: String)] {
        [
            ("?", say("this list", "이 목록")), ("/", say("search", "검색")),
            ("g h", title("home")), ("g n", title("new")), ("g j", title("jobs")), ("g l", title("library")),
            ("g s", title("spend")),
            ("← → ↑ ↓", say("move in the grid", "격자 안에서 이동")),
            ("Home End PgUp PgDn", say("first, last, a screen back or on", "처음, 끝, 한 화면 앞뒤")),
            ("Enter", say("open", "열기")), ("Esc", say("close, or go back", "닫기, 돌아가기")),
            ("x", say("choose", "선택")), ("f", act("favourite")), ("t", act("tag")),
        ]
    }
}
