package import Domain

/// The library and artworks.
extension PageWords {
    package var search: String { say("Search", "검색") }
    package var searchExample: String { say("lighthouse tag:sea made:2026-11", "등대 태그:바다 만든날:2026-11") }
    package var stacks: String { say("Variations together", "변형 묶어 보기") }
    package var collections: String { say("Collections", "모음") }
    package var everything: String { say("Everything", "전체") }
    package var favourites: String { say("Favourites", "즐겨찾기") }
    package var trash: String { say("Trash", "휴지통") }
    package var months: String { say("Months", "월") }
    package var loadMore: String { say("Load more", "더 불러오기") }
    package var tag: String { say("Tag", "태그") }
    package var nothingChosen: String {
        say("No artwork was chosen. Tick one or more first.", "선택한 작품이 없습니다. 먼저 하나 이상 선택하세요.")
    }
    package var noTagGiven: String {
        say("No tag was given. Write one into the field beside the button.", "태그가 없습니다. 버튼 옆 칸에 쓰세요.")
    }
    package var options: String { say("Options of the art", "작품 옵션") }
    package var moreOptions: String { say("More options", "옵션 더 보기") }
    package var show: String { say("Show", "보기") }
    package var reset: String { say("Reset", "초기화") }
    package var downloads: String { say("Downloads", "내려받기") }
    package var provenance: String { say("Provenance", "출처와 이력") }
    package var again: String { say("Again with …", "다시 만들기 …") }
    package var variations: String { say("Variations", "변형") }
    package var lookAlike: String { say("Look-alikes", "비슷한 작품") }
    package var pauseShow: String { say("Pause", "멈춤") }
    package var asText: String { say("As text", "텍스트로 보기") }
    package var picture: String { say("Picture", "그림") }
    package var pictureRemoved: String { say("The picture was removed", "그림을 지운 날:") }

    package func choose(_ title: String) -> String { say("Choose \(title)", "\(title) 선택") }
    package func removeTag(_ tag: String) -> String { say("Remove tag \(tag)", "\(tag) 태그 제거") }
    package func changed(_ count: Int) -> String {
        say("\(Figures.counted(count, "artwork was", "artworks were")) changed.", "작품 \(Figures.count(count))개를 바꿨습니다.")
    }
    package func restored(_ count: Int) -> String {
        say(
            "\(Figures.counted(count, "artwork is", "artworks are")) as before.", "작품 \(Figures.count(count))개를 되돌렸습니다."
        )
    }
    package func artworks(_ count: Int, isAll: Bool) -> String {
        say(
            isAll ? Figures.counted(count, "artwork", "artworks") : "more than \(Figures.count(count)) artworks",
            isAll ? "작품 \(Figures.count(count))개" : "작품 \(Figures.count(count))개 이상")
    }

    package func copy(_ format: String) -> String {
        switch format {
        case "txt": say("Copy as text", "텍스트로 복사")
        case "ansi": say("Copy as ANSI", "ANSI로 복사")
        case "markdown": say("Copy as Markdown", "Markdown으로 복사")
        default: say("Copy for Discord", "Discord용으로 복사")
        }
    }

    package func format(_ kind: OutputKind) -> String {
        switch kind {
        case .txt: say("Text", "텍스트")
        case .ansi: say("ANSI, for terminals", "ANSI, 터미널용")
        case .html: "HTML"
        case .svg: "SVG"
        case .artPNG: "PNG"
        case .artBMP: "BMP"
        case .artJSON: say("JSON, the cells", "JSON, 칸 자료")
        case .irc: "IRC"
        case .discord: "Discord"
        case .discordANSI: say("Discord, coloured", "Discord, 색")
        case .bbcode: "BBCode"
        case .matrix: "Matrix"
        case .artGIF: say("GIF, moving", "GIF, 움직임")
        case .player: say("Web page, moving", "웹 페이지, 움직임")
        case .cast: say("Terminal recording, moving", "터미널 녹화, 움직임")
        case .picture: picture
        case .json: say("Provenance", "출처")
        }
    }

    package func source(_ source: String) -> String {
        source == "generated" ? say("generated", "생성한 그림") : say("dropped", "넣은 그림")
    }
}
