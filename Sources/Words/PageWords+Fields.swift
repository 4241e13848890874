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
        case "frame": say("Frame of a moving picture", "움직이는 그림의 프레임")
        case "fps": say("Frames per second", "초당 프레임")
        case "max_frames": say("Most frames", "최대 프레임 수")
        case "speed": say("Speed", "속도")
        case "loop": say("Plays", "재생 횟수")
        case "cast_version": say("Version of casts", "cast 버전")
        case "effect": say("Effect", "효과")
        case "effect_seconds": say("Length of the effect", "효과의 길이")
        case "effect_seed": say("Seed of the effect", "효과의 시드")
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

/// Making something new.
extension PageWords {
    package var prompt: String { say("Prompt", "프롬프트") }
    package var pictureInstead: String { say("Or a picture: choose, drag or paste one", "또는 그림: 선택하거나 끌어 놓거나 붙여 넣기") }
    package var camera: String { say("Take a photo", "사진 찍기") }
    package var create: String { say("Make it", "만들기") }
    package var preview: String { say("Preview", "미리 보기") }
    package var yourPicture: String { say("Your picture", "내 그림") }
    package var folderDefault: String { say("the folder's", "폴더 기본값") }
    package var noPrompt: String {
        say(
            "There is neither a prompt nor a picture. Write a prompt, or choose a picture.",
            "프롬프트도 그림도 없습니다. 프롬프트를 쓰거나 그림을 고르세요.")
    }
    package var mayNotSubmit: String {
        say(
            "You may look, but not create jobs. Members of the group of submitters may.",
            "보기만 할 수 있고 작업은 만들 수 없습니다. 제출 그룹의 구성원만 만들 수 있습니다.")
    }
}
