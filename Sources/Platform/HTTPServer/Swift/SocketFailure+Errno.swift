internal import Domain
internal import Glibc

extension SocketFailure {
    init(errno code: Int32) {
        self =
            switch code {
            case ENOENT, ENOTDIR: .file(.missing)
            case EACCES, EPERM: .file(.denied)
            case EADDRINUSE, EEXIST: .inUse
            case EROFS: .file(.readOnly)
            case ENOSPC, EDQUOT: .file(.full)
            case ENAMETOOLONG: .file(.nameTooLong)
            default: .file(.failed(code: code))
            }
    }
}
