import Domain

extension Template.Cost {
    /// What an answer says that it costs; `nil` when it says nothing that can be a price.
    func reported(in answer: Answer) -> Money? {
        guard let word = path.word(in: answer), let number = Double(word) else { return nil }
        let micros = (number * scale * 1_000_000).rounded()
        guard micros.isFinite, 0...1e15 ~= micros else { return nil }
        return Money(micros: Int64(micros), currency: currency)
    }
}
