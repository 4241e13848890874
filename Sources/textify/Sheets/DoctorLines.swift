import Words

/// The screen of `textify doctor`.
struct DoctorLines {
    private let sheet: Sheet

    init(_ sheet: Sheet) {
        self.sheet = sheet
    }

    func all(_ findings: [DoctorFinding]) -> [String] {
        let (fine, wrong) = (sheet.words.doctorFine, sheet.words.doctorWrong)
        let width = max(CellText.width(of: fine), CellText.width(of: wrong))
        return findings.flatMap { finding in
            let head = CellText.padded(finding.trouble == nil ? fine : wrong, to: width)
            return sheet.hanging("\(head)  \(finding.subject)" + (finding.trouble.map { ": " + $0 } ?? ""))
        }
    }
}
