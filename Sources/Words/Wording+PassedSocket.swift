package import Domain

extension Wording {
    /// Why the socket that the service manager passed can't be served.
    package func sentence(_ failure: PassedSocketFailure) -> String {
        switch failure {
        case .notListening(let name):
            let whole = name.isEmpty ? "" : " “\(name)”"
            return say(
                "The socket\(whole) that the service manager passed is not a listening Unix stream socket. In the socket "
                    + "unit give one ListenStream= with a path.",
                "서비스 관리자가 넘겨준 소켓\(whole)이 연결을 받는 유닉스 스트림 소켓이 아닙니다. 소켓 유닛에 경로로 된 ListenStream= 하나를 쓰세요.")
        case .several(let count):
            return say(
                "The service manager passed \(count) sockets, and one is served. In the socket unit give one "
                    + "ListenStream=.",
                "서비스 관리자가 소켓을 \(count)개 넘겨주었는데 하나만 씁니다. 소켓 유닛에 ListenStream= 하나만 쓰세요.")
        case .unusable(let code):
            return say(
                "What the service manager passed can't be used (error \(code)). Check LISTEN_FDS and the socket unit.",
                "서비스 관리자가 넘겨준 것을 쓸 수 없습니다(오류 \(code)). LISTEN_FDS와 소켓 유닛을 확인하세요.")
        }
    }
}
