/// Signing in.
extension PageWords {
    package var howToSignIn: String {
        say(
            "Run textify web on the machine of the service, and open the address that it prints. It can be used once, within a minute.",
            "서비스가 있는 컴퓨터에서 textify web을 실행하고 출력된 주소를 여세요. 주소는 1분 안에 한 번만 쓸 수 있습니다.")
    }
    package var codeOrToken: String { say("Code or token", "코드 또는 토큰") }
    package var tryAgain: String { say("Signed in already? Load this page again", "이미 로그인했나요? 이 페이지 다시 열기") }
    package var notSent: String {
        say(
            "Your session has ended, and this form was not sent. Sign in in another tab, then send it again. Nothing is lost.",
            "세션이 끝나 이 양식은 보내지 않았습니다. 다른 탭에서 로그인한 다음 다시 보내세요. 입력한 내용은 그대로 있습니다.")
    }
    package var sendAgain: String { say("Send again", "다시 보내기") }
    package var codeIsWrong: String {
        say(
            "This code was used, is older than a minute, or is wrong. Run textify web again for a new one.",
            "이미 썼거나 1분이 지났거나 잘못된 코드입니다. textify web을 다시 실행해 새 코드를 받으세요.")
    }
    package var tooManyTries: String {
        say("Too many wrong tokens. Wait a minute, then try again.", "잘못된 토큰이 너무 많습니다. 1분 뒤에 다시 시도하세요.")
    }
    package var notSignedIn: String {
        say(
            "This browser is not signed in, or its session has ended. Run textify web and open the address that it prints.",
            "로그인하지 않았거나 세션이 끝났습니다. textify web을 실행하고 출력된 주소를 여세요.")
    }
    package var foreignHost: String {
        say(
            "The gallery is not served under this host name. Add it to hosts in [web], if it is yours.",
            "이 호스트 이름으로는 갤러리를 열 수 없습니다. 직접 쓰는 이름이면 [web]의 hosts에 추가하세요.")
    }
    package var foreignPage: String {
        say(
            "The request came from another site, so it was refused. Use the gallery's own pages.",
            "다른 사이트에서 보낸 요청이라 거부했습니다. 갤러리의 페이지에서 실행하세요.")
    }
    package var malformed: String { say("The request can't be read.", "요청을 읽을 수 없습니다.") }
    package var noSuchPage: String { say("There is no such page.", "그런 페이지는 없습니다.") }
    package var noAnswer: String { say("The service gave no answer. Try again.", "서비스가 답하지 않았습니다. 다시 시도하세요.") }

    package func notBelow(_ base: String) -> String {
        say("The gallery is served below \(base).", "갤러리는 \(base) 아래에 있습니다.")
    }
}
