/// One thing that the doctor looked at.
struct DoctorFinding: Encodable {
    let subject: String
    /// What is wrong and how to mend it.
    var trouble: String?
}
