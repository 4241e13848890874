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
