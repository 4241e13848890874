/// One thing checked by `textify doctor`.
struct DoctorFinding: Encodable {
    let subject: String
    /// What is wrong and how to fix it; `nil` when all is well.
    var trouble: String?
}
