package import Domain
internal import Glibc

extension FileFailure {
    /// The one place where the system's numbers get their meaning. `code` may be negative, as the shim returns it.
    package init(errno code: Int32) {
        self =
            switch abs(code) {
            case ENOENT: .missing
            case EEXIST, ENOTEMPTY: .exists
            case EACCES, EPERM: .denied
            case ENOSPC, EDQUOT: .full
            case EROFS: .readOnly
            case ELOOP, EISDIR, ENXIO: .notRegular
            case EXDEV: .otherDevice
            case ENAMETOOLONG: .nameTooLong
            default: .failed(code: abs(code))
            }
    }

    /// What the call that just failed on this thread left in `errno`.
    static var last: FileFailure { FileFailure(errno: errno) }

    /// Runs a call until no signal interrupts it. Throws when it answers below zero.
    @discardableResult
    static func checked<Number: SignedInteger>(_ call: () -> Number) throws(FileFailure) -> Number {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            if errno != EINTR { throw .last }
        }
    }
}
