/// Why a file of trusted certificates can't be used.
package enum CertificateFileProblem: Equatable, Sendable {
    case unreadable(FileFailure)
    /// There is no certificate in it.
    case empty
}
