/// Names of fields.
extension PageWords {
    /// The label of a field of a job, an artwork or a request.
    package func field(_ name: String) -> String {
        switch name {
        case "state": say("State", "상태")
        case "folder": say("Folder", "폴더")
        case "backend": say("Backend", "백엔드")
        case "tag": tag
        case "tags": say("Tags", "태그")
        case "id": "ID"
        case "outbox": say("Outbox", "전달 폴더")
        case "outputs": say("Files", "파일")
        case "cost": say("Cost", "비용")
        case "made": say("Made", "만든 때")
        case "source": say("Source", "출처")
        case "model": say("Model", "모델")
        case "seed": say("Seed", "시드")
        case "size": say("Size", "크기")
        case "charset": say("Charset", "글자 모음")
        case "look": say("Look", "표현")
        case "name": say("Name", "이름")
        case "day": say("Day", "날짜")
        case "samples": say("Samples", "장수")
        case "negative_prompt": say("Without", "제외할 것")
        case "quality": say("Quality", "품질")
        case "steps": say("Steps", "단계")
        case "guidance": say("Guidance", "가이드 강도")
        default: name
        }
    }

    /// The label of an option of the art.
    package func option(_ name: String) -> String {
        switch name {
        case "columns": say("Columns", "열")
        case "rows": say("Rows", "행")
        case "charset": field("charset")
        case "color": say("Colour", "색")
        case "look": field("look")
        case "contrast": say("Contrast", "대비")
        case "brightness": say("Brightness", "밝기")
        case "gamma": say("Gamma", "감마")
        case "dither": say("Dithering", "디더링")
        case "invert": say("Invert", "반전")
        case "fit": say("Fit", "맞춤")
        case "cell_aspect": say("Cell aspect", "칸 비율")
        case "characters": say("Characters", "문자")
        case "mode": say("Mode", "방식")
        case "font": say("Font", "글꼴")
        case "palette": say("Palette", "팔레트")
        case "paint": say("Paint", "칠하기")
        case "levels": say("Levels", "명암 범위")
        case "detail": say("Detail", "세부")
        case "edges": say("Edges", "윤곽")
        case "background": say("Background", "배경")
        default: name.replacing("_", with: " ")
        }
    }
}
