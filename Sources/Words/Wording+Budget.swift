package import Domain

extension Wording {
    /// A cap in short: `5.00 USD a day for the backend studio`.
    package func words(_ cap: BudgetCap) -> String {
        let limit =
            switch cap.limit {
            case .money(let most): most.text
            case .pictures(let most):
                say(most == 1 ? "1 picture" : "\(Figures.count(most)) pictures", "그림 \(Figures.count(most))개")
            }
        let period = cap.period == .day ? say("a day", "하루") : say("a month", "한 달")
        let scope =
            switch cap.scope {
            case .everything: ""
            case .backend(let name): say(" for the backend \(name)", "백엔드 \(name)에 ")
            case .folder(let name): say(" for the folder \(name)", "폴더 \(name)에 ")
            case .user(let number): say(" for user \(number)", "사용자 \(number)에게 ")
            }
        return say("\(limit) \(period)\(scope)", "\(scope)\(period) \(limit)")
    }

    /// That a cap is used up, and what a person can do.
    package func sentence(_ stop: BudgetStop) -> String {
        say(
            "The budget of \(words(stop.cap)) does not allow another picture. It goes on by itself once the budget begins "
                + "anew, or at once with textify approve ID.",
            "예산(\(words(stop.cap)))으로는 그림을 더 만들 수 없습니다. 예산이 새로 시작되면 저절로 이어지고, textify approve ID로 바로 이어 갈 수 있습니다.")
    }

    /// That amounts of the ledger are dated later than the clock's day.
    package func later(_ amounts: LaterAmounts, than today: LocalDay) -> String {
        let count = Figures.count(Int(amounts.lines))
        let lines = amounts.lines == 1 ? "1 amount of the ledger is" : "\(count) amounts of the ledger are"
        let counts = amounts.lines == 1 ? "It counts" : "They count"
        return say(
            "\(lines) dated later than today, \(today.text), the latest \(amounts.latest.text): "
                + "the clock was ahead, or is behind now. "
                + "\(counts) on \(amounts.countedOn.text), and again should its own day come. Check the clock: timedatectl.",
            "장부의 금액 \(count)건의 날짜가 오늘(\(today.text))보다 늦고 가장 늦은 날은 \(amounts.latest.text)입니다. "
                + "시계가 앞서 갔거나 지금 늦습니다. "
                + "\(amounts.countedOn.text)에 계산하며, 그 날짜가 오면 다시 계산합니다. 시계를 확인하세요: timedatectl.")
    }

    /// That caps are nearly used up.
    package func nearing(_ caps: [BudgetCap]) -> String {
        let list = caps.map(words).joined(separator: ", ")
        return say("Four fifths of the budget are used up: \(list).", "예산의 5분의 4를 썼습니다: \(list).")
    }
}
