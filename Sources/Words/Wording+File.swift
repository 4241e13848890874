package import Domain
internal import Glibc

extension Wording {
    /// Explains why a file or folder could not be used.
    package func sentence(_ failure: FileFailure, about name: String) -> String {
        let topic = name + ":"
        switch failure {
        case .missing: return say("\(name) does not exist. Check the path.", "\(topic) 찾을 수 없습니다. 경로를 확인하세요.")
        case .exists:
            return say(
                "\(name) already exists and is not overwritten. Move it away, or choose another name.",
                "\(topic) 이미 있어 덮어쓰지 않습니다. 옮기거나 다른 이름을 고르세요.")
        case .denied:
            return say(
                "\(name) can't be used: permission denied. Change its owner or mode.",
                "\(topic) 권한이 없습니다. 소유자나 모드를 바꾸세요.")
        case .full:
            return say(
                "\(name) could not be written: the disk is full or the quota is used up. Free some space.",
                "\(topic) 쓸 수 없습니다. 디스크가 가득 찼거나 할당량을 다 썼습니다. 공간을 확보하세요.")
        case .readOnly:
            return say(
                "\(name) is on a read-only file system. Mount it writable, or choose another folder.",
                "\(topic) 읽기 전용 파일 시스템에 있습니다. 쓰기 가능하게 마운트하거나 다른 폴더를 고르세요.")
        case .notRegular:
            return say(
                "\(name) is a folder, a link, a socket or a device, not a regular file. Give the file itself.",
                "\(topic) 일반 파일이 아니라 폴더, 링크, 소켓 또는 장치입니다. 파일 자체를 지정하세요.")
        case .notFolder(let place):
            return say(
                "\(place) is a link or a file, but textifyd needs a folder there for \(name). Links below a watch folder, an outbox or an archive are never followed. Remove it, and textifyd creates the folder.",
                "\(place) 위치에는 \(name) 파일을 위한 폴더가 필요하지만 링크나 파일이 있습니다. 감시 폴더, 출력 폴더, 보관 폴더 아래의 링크는 따라가지 않습니다. 지우면 textifyd가 폴더를 만듭니다."
            )
        case .tooLarge(let bytes, let limit):
            return say(
                "\(name) is \(Figures.bytes(bytes)); the limit is \(Figures.bytes(limit)). Make it smaller, or raise limits.file_bytes.",
                "\(topic) \(Figures.bytes(bytes))입니다. 한도는 \(Figures.bytes(limit))입니다. 줄이거나 limits.file_bytes를 올리세요.")
        case .changing:
            return say(
                "\(name) changed while it was being read. Copy it under a temporary name and rename it when the copy is complete.",
                "\(topic) 읽는 동안 바뀌었습니다. 임시 이름으로 복사하고, 복사가 끝나면 이름을 바꾸세요.")
        case .damaged:
            return say(
                "\(name) has a damaged picture: its bytes are no longer those that were stored. Run textify verify --repair, and check the disk.",
                "\(topic) 그림이 손상되었습니다. 저장할 때의 내용과 다릅니다. textify verify --repair를 실행하고 디스크를 확인하세요.")
        case .otherDevice:
            return say(
                "\(name) is on another file system. Choose a folder on the same one.",
                "\(topic) 다른 파일 시스템에 있습니다. 같은 파일 시스템의 폴더를 고르세요.")
        case .nameTooLong:
            return say("The name of \(name) is too long. Shorten it.", "\(topic) 이름이 너무 깁니다. 줄이세요.")
        case .unmounted:
            return say(
                "\(name) is no longer the folder that was served before: its .textifyd file is missing or different. Mount its disk. If the folder is the right one, create an empty .textifyd file in it.",
                "\(topic) 전에 쓰던 폴더가 아닙니다. .textifyd 파일이 없거나 다릅니다. 디스크를 마운트하세요. 지금 폴더가 맞다면 그 안에 빈 .textifyd 파일을 만드세요.")
        case .served(let pid):
            return say(
                "Another textifyd (process \(pid)) already serves \(name). Stop one of the two, or give one of them another folder.",
                "다른 textifyd(프로세스 \(pid))가 이미 \(name) 폴더를 쓰고 있습니다. 둘 중 하나를 멈추거나 한쪽에 다른 폴더를 지정하세요.")
        case .heldElsewhere(let node):
            return say(
                "Drops in \(name) are picked up by the service on \(node). This one takes over when that one ends.",
                "\(name)에 넣은 파일은 \(node)의 서비스가 가져갑니다. 그 서비스가 끝나면 이 서비스가 이어받습니다.")
        case .nameHeld:
            return say(
                "Another folder has the same name as \(name): a service on another machine uses it, or its drops are unfinished. Give this one a name of its own in the configuration ([[watch]] name = \"…\"); or if both are meant to be the same folder, mount it on both machines, with the same outbox.",
                "\(name)와 이름이 같은 다른 폴더를 다른 기기의 서비스가 쓰고 있거나 그 폴더에 끝나지 않은 파일이 있습니다. 설정에서 이 폴더에 다른 이름([[watch]] name = \"…\")을 주거나, 같은 폴더라면 두 기기에 같은 출력 폴더와 함께 마운트하세요."
            )
        case .sharedStore(let failure): return sentence(failure)
        case .database(let failure): return sentence(failure, about: say("The database", "데이터베이스"))
        case .failed(code: .isDirectory):
            return say("\(name) is a folder. Name a file.", "\(topic) 폴더입니다. 파일을 지정하세요.")
        case .failed(let code):
            return say(
                "\(name) could not be used: the system reports \"\(Self.message(code))\". Check the disk and its mount.",
                "\(topic) 쓸 수 없습니다. 시스템 오류: \"\(Self.message(code))\". 디스크와 마운트를 확인하세요.")
        }
    }

    /// Explains why the service can't use one of its folders, which its unit's sandbox may have made read-only.
    package func serviceSentence(_ failure: FileFailure, about name: String) -> String {
        sentence(failure, about: name) + (failure == .readOnly ? sandboxAdvice : "")
    }

    /// Explains why a processed file can't be moved. It takes permission to write into folders, whatever the file's own
    /// mode is.
    package func moving(_ failure: FileFailure, _ name: String, in folder: String) -> String {
        guard failure == .denied else { return sentence(failure, about: name) }
        return say(
            "\(folder) or its archive can't be written: permission denied. Change the folder's owner or mode.",
            "\(folder) 폴더나 보관 폴더에 쓸 권한이 없습니다. 폴더의 소유자나 모드를 바꾸세요.")
    }

    /// Reports a folder on the command line where a file is expected.
    package func folder(_ name: String) -> String {
        let all = name + (name.hasSuffix("/") ? "*" : "/*")
        return say(
            "\(name) is a folder. Name a file in it, or \(all) for all of them.",
            "\(name) 폴더 안의 파일을 지정하세요. 전부 지정하려면 \(all) 형식으로 쓰세요.")
    }

    /// The system's message for an error.
    static func message(_ code: Errno) -> String {
        strerror(code.code).map { String(cString: $0) } ?? "error \(code)"
    }
}

extension Wording {
    /// Explains why the database could not be used. `name` is its path, or a word for it.
    package func sentence(_ failure: RepositoryFailure, about name: String) -> String {
        let topic = name + ":"
        switch failure {
        case .full:
            return say(
                "\(name) can't grow because the disk is full. Free some space.",
                "\(topic) 디스크가 가득 차 더 쓸 수 없습니다. 공간을 확보하세요.")
        case .denied:
            return say(
                "\(name) is not writable for the service's user. Change its owner or mode.",
                "\(topic) 서비스 사용자에게 쓰기 권한이 없습니다. 소유자나 모드를 바꾸세요.")
        case .busy:
            return say(
                "\(name) is in use by another process. Stop that process, or give this service its own state folder.",
                "\(topic) 다른 프로세스가 쓰고 있습니다. 그 프로세스를 멈추거나 이 서비스에 다른 상태 폴더를 지정하세요.")
        case .corrupt(let message):
            return say(
                "\(name) is damaged or not a database: \"\(Figures.quoted(message))\". Restore a backup, or move it away to start with an empty one.",
                "\(topic) 손상되었거나 데이터베이스가 아닙니다: \"\(Figures.quoted(message))\". 백업을 복원하거나, 옮겨 두고 새로 시작하세요.")
        case .moved:
            return say(
                "\(name) was moved, replaced or deleted while in use, so nothing can be stored. Move it back; or stop the service, put a copy in its place (backups are in the folder backups) and start again.",
                "\(topic) 사용 중에 옮겨지거나 바뀌거나 지워져서 아무것도 저장할 수 없습니다. 제자리로 옮기거나, 서비스를 멈추고 사본(backups 폴더에 백업이 있습니다)을 그 자리에 둔 뒤 다시 시작하세요."
            )
        case .unreachable(let message):
            return say(
                "The database can't be reached: \"\(Figures.quoted(message))\". Nothing is bought or taken until it can.",
                "데이터베이스에 연결할 수 없습니다: \"\(Figures.quoted(message))\". 다시 연결될 때까지 아무것도 사거나 가져가지 않습니다.")
        case .onServer(let failure): return sentence(failure)
        case .usedByOlder(let nodes):
            let nodes = Figures.quoted(nodes.joined(separator: ", "))
            return say(
                "\(name) must be upgraded for this version, but older services still use it: \(nodes). Stop or upgrade them: once the last one has ended, the next start upgrades the database.",
                "\(topic) 이 버전에 맞게 업그레이드해야 하지만 이전 버전의 서비스가 아직 쓰고 있습니다: \(nodes). 그 서비스를 멈추거나 업그레이드하세요. 마지막 서비스가 끝난 뒤 다음 시작이 데이터베이스를 업그레이드합니다."
            )
        case .expelled:
            return say(
                "This service was not heard of for \(Lease.length.components.seconds) s, so that others have taken its work over. It starts again by itself.",
                "이 서비스가 \(Lease.length.components.seconds)초 동안 응답하지 않아 다른 서비스가 작업을 넘겨받았습니다. 스스로 다시 시작합니다.")
        case .movedAway(let place):
            let place = Figures.quoted(place)
            return say(
                "\(name) was left when its jobs and artworks were moved to \(place): a second service on them would pay for the same work again. Start the service with that database; to use this one all the same, run textify migrate --reopen.",
                "\(topic) 작업과 작품을 \(place)(으)로 옮긴 데이터베이스입니다. 두 서비스가 같은 작업을 하면 비용이 두 번 나갑니다. 옮긴 곳의 데이터베이스로 시작하세요. 그래도 이 데이터베이스를 쓰려면 textify migrate --reopen을 실행하세요."
            )
        case .incomplete(let place):
            let place = Figures.quoted(place)
            return say(
                "\(name) is incomplete: the jobs and artworks of \(place) are being moved here. Run textify migrate again with the same options to complete it, or start the service with the other database.",
                "\(topic) 완전하지 않습니다. \(place)의 작업과 작품을 이곳으로 옮기는 중입니다. 같은 옵션으로 textify migrate를 다시 실행해 마치거나, 원래 데이터베이스로 서비스를 시작하세요."
            )
        case .newer(let found, let known):
            return say(
                "\(name) was written by a newer version: its schema version is \(found), but this version supports up to \(known). Install the newer version. To go back all the same, restore the copy from before the upgrade, and lose what was done since: textify backup restore backups/textifyd-schema-\(known).db in the state folder, or your own dump of a server.",
                "\(topic) 더 새로운 버전이 쓴 데이터베이스입니다. 스키마 버전이 \(found)인데 이 버전은 \(known)까지 지원합니다. 새 버전을 설치하세요. 그래도 되돌리려면 업그레이드 전의 사본을 복원하세요. 그 뒤의 작업은 사라집니다: 상태 폴더에서 textify backup restore backups/textifyd-schema-\(known).db, 서버라면 직접 만든 덤프."
            )
        case .foreign(let application):
            return say(
                "\(name) is not a database of this version: its application number is \(application), so an earlier development build or another program made it. It is left unchanged. Name another state folder or another database to start with an empty one, or install the version that made it.",
                "\(topic) 이 버전의 데이터베이스가 아닙니다. 애플리케이션 번호가 \(application)이므로 이전 개발 빌드나 다른 프로그램이 만든 데이터베이스입니다. 그대로 두었습니다. 다른 상태 폴더나 다른 데이터베이스를 지정하면 빈 데이터베이스로 시작합니다. 계속 쓰려면 그것을 만든 버전을 설치하세요."
            )
        case .networkFileSystem(let kind):
            return say(
                "\(name) is on a network file system (\(Figures.quoted(kind))), whose locks are unreliable. Put the state folder on a local disk.",
                "\(topic) 잠금을 믿을 수 없는 네트워크 파일 시스템(\(Figures.quoted(kind)))에 있습니다. 상태 폴더를 로컬 디스크에 두세요.")
        case .failed(let code, let message):
            return say(
                "\(name) could not be used: SQLite reports \"\(Figures.quoted(message))\" (code \(code)). Check the disk, then start again.",
                "\(topic) 쓸 수 없습니다. SQLite 오류: \"\(Figures.quoted(message))\"(코드 \(code)). 디스크를 확인하고 다시 시작하세요.")
        }
    }
}

extension Wording {
    /// Explains what a database server reports.
    private func sentence(_ failure: DatabaseServerFailure) -> String {
        switch failure {
        case .full:
            return say(
                "The disk of the database server is full. Free some space there; nothing is bought or taken until then.",
                "데이터베이스 서버의 디스크가 가득 찼습니다. 서버에서 공간을 확보하세요. 그때까지 아무것도 사거나 가져가지 않습니다.")
        case .denied(let message):
            return say(
                "The database server denies the service's role a right: \"\(Figures.quoted(message))\". Grant it, or make the role the owner of its schema.",
                "데이터베이스 서버가 서비스 역할에 권한을 주지 않습니다: \"\(Figures.quoted(message))\". 권한을 주거나 역할을 스키마의 소유자로 만드세요."
            )
        case .interrupted(let message):
            return say(
                "The database server cancelled a statement: \"\(Figures.quoted(message))\". It is repeated; if this persists, check the server's load and the role's statement_timeout and lock_timeout.",
                "데이터베이스 서버가 명령을 취소했습니다: \"\(Figures.quoted(message))\". 다시 시도합니다. 계속되면 서버의 부하와 역할의 statement_timeout, lock_timeout을 확인하세요."
            )
        case .readOnly:
            return say(
                "The database server accepts no changes: it is a replica, or default_transaction_read_only is on. Name the primary in database.url; nothing is bought or taken until then.",
                "데이터베이스 서버가 변경을 받지 않습니다. 복제 서버이거나 default_transaction_read_only가 켜져 있습니다. database.url에 주 서버를 지정하세요. 그때까지 아무것도 사거나 가져가지 않습니다."
            )
        case .corrupt(let message):
            return say(
                "The database server reports damaged data: \"\(Figures.quoted(message))\". Check its disk, and restore a backup of the server.",
                "데이터베이스 서버가 손상된 데이터를 보고했습니다: \"\(Figures.quoted(message))\". 서버의 디스크를 확인하고 서버의 백업을 복원하세요.")
        case .failed(let message):
            return say(
                "The database server reports an error: \"\(Figures.quoted(message))\". Its log has the details.",
                "데이터베이스 서버 오류: \"\(Figures.quoted(message))\". 자세한 내용은 서버의 로그에 있습니다.")
        }
    }
}

extension Wording {
    /// Reports that no new work is accepted because the state's disk is nearly full.
    package func sentence(_ space: DiskSpace) -> String {
        let free = Figures.bytes(space.free)
        let reserve = Figures.bytes(space.reserve)
        return say(
            "No new work is accepted: the disk of the state folder has only \(free) free, but \(reserve) must stay free. "
                + "Free some space; nothing is lost, and the service continues automatically.",
            "새 작업을 받지 않습니다. 상태 디스크에 \(free) 남았지만 \(reserve) 이상 비어 있어야 합니다. 공간을 확보하면 자동으로 이어지며 잃는 것은 없습니다."
        )
    }
}
