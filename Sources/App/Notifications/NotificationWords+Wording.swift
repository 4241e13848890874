import Domain
import NotificationsSideEffect
import Words

extension NotificationWords {
    init(_ words: Wording) {
        self.init(
            sentence: { words.sentence($0, about: $1) }, withheld: { words.withheld($0, folder: $1) },
            reminder: { words.sentence($0, names: $1) }, title: { words.notificationTitle($0, name: $1) },
            more: { words.furtherNotifications($0) },
            code: { notification in
                switch notification.subject {
                case .job(_, .failed(let failure)): failure.code
                case .job(_, .held(.budget)): ErrorCode.heldBudget.rawValue
                case .job(_, .held(.approval)): ErrorCode.heldApproval.rawValue
                case .job(_, .unknown): ErrorCode.jobUnknown.rawValue
                case .job: nil
                case .event(.backend(_, let failure)): failure.code
                case .event(.reminder): nil
                case .event(.folder): EventCode.folderMissing.rawValue
                case .event(.disk): EventCode.diskLow.rawValue
                case .event(.nearCap): EventCode.budgetNearlyUsed.rawValue
                case .event(.gateOpened): EventCode.gateOpened.rawValue
                case .event(.gateClosed): EventCode.gateClosed.rawValue
                }
            })
    }
}
