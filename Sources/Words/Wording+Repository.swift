package import Domain

extension Wording {
    /// Why the database could not be used. `name` is its path, or a word for it.
    package func sentence(_ failure: RepositoryFailure, about name: String) -> String {
        let topic = Particle.topic.after(name)
        switch failure {
        case .full:
            return say("\(name) can't grow: the disk is full. Make room.", "\(topic) 디스크가 가득 차 더 쓸 수 없습니다. 공간을 비우세요.")
        case .denied:
            return say(
                "\(name) may not be written by the service's user. Change its owner or its mode.",
                "\(topic) 서비스 사용자에게 쓰기 권한이 없습니다. 소유자나 권한을 바꾸세요.")
        case .busy:
            return say(
                "\(name) is in use by another process. Stop the other one, or give this one a state folder of its own.",
                "\(topic) 다른 프로세스가 쓰고 있습니다. 그것을 멈추거나 다른 상태 폴더를 주세요.")
        case .corrupt(let said):
            return say(
                "\(name) is damaged or no database: \"\(Figures.quoted(said))\". Put a backup back, or move it away to begin anew.",
                "\(topic) 손상되었거나 데이터베이스가 아닙니다: \"\(Figures.quoted(said))\". 백업을 되돌리거나, 옮겨 두고 새로 시작하세요.")
        case .moved:
            return say(
                "\(name) was moved, replaced or deleted while the service works on it, so nothing can be written down. Move it back, or stop the service, put a copy of it there (backups holds those that were made) and start again.",
                "\(topic) 서비스가 쓰는 동안 옮겨지거나 바뀌거나 지워져서 아무것도 적어 둘 수 없습니다. 제자리로 옮기거나, 서비스를 멈추고 사본(만들어 둔 것은 backups에 있습니다)을 두고 다시 시작하세요."
            )
        case .newer(let found, let known):
            return say(
                "\(name) was written by a newer version: its schema is \(found), and this one knows \(known). Install the newer version.",
                "\(topic) 더 새로운 버전이 썼습니다. 스키마가 \(found)인데 이 버전은 \(known)까지 압니다. 새 버전을 설치하세요.")
        case .networkFileSystem(let kind):
            return say(
                "\(name) lies on a network file system (\(Figures.quoted(kind))), whose locks can't be trusted. Put the state folder on a local disk.",
                "\(topic) 잠금을 믿을 수 없는 네트워크 파일 시스템(\(Figures.quoted(kind)))에 있습니다. 상태 폴더를 로컬 디스크에 두세요.")
        case .failed(let code, let said):
            return say(
                "\(name) failed with code \(code): \"\(Figures.quoted(said))\". Check the disk, then start again.",
                "\(topic) 코드 \(code) 오류가 났습니다: \"\(Figures.quoted(said))\". 디스크를 확인하고 다시 시작하세요.")
        }
    }
}
