/// The number of a system error, as in Linux's `errno.h`.
package struct Errno: NumberWithUnit {
    package let code: Int32
    package var number: Int32 { code }

    package init(_ code: Int32) {
        self.code = code
    }

    package static let noEntry = Errno(2)
    package static let interrupted = Errno(4)
    package static let io = Errno(5)
    package static let noSuchDeviceOrAddress = Errno(6)
    package static let execFormat = Errno(8)
    package static let again = Errno(11)
    package static let noMemory = Errno(12)
    package static let denied = Errno(13)
    package static let noDevice = Errno(19)
    package static let notDirectory = Errno(20)
    package static let isDirectory = Errno(21)
    package static let invalid = Errno(22)
    package static let systemFileTableFull = Errno(23)
    package static let tooManyOpenFiles = Errno(24)
    package static let noSpace = Errno(28)
    package static let tooManyLinks = Errno(31)
    package static let nameTooLong = Errno(36)
    package static let noSuchCall = Errno(38)
    package static let unsupported = Errno(95)
    package static let addressNotAvailable = Errno(99)
    package static let timedOut = Errno(110)
    package static let staleHandle = Errno(116)
    package static let remoteIO = Errno(121)
}
