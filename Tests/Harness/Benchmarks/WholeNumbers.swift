/// The whole numbers that a benchmark was given, in their order.
struct WholeNumbers {
    private let numbers: [Int]

    /// Throws the first word that is none, or is below `least` at its place.
    init(_ words: [String], atLeast least: [Int]) throws(WrongWord) {
        var numbers: [Int] = []
        for (place, word) in words.enumerated() {
            guard least.indices.contains(place), let number = Int(word), number >= least[place] else {
                throw WrongWord(word: word)
            }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    /// The one at a place, else what is usual.
    func at(_ place: Int, usually usual: Int) -> Int { numbers.indices.contains(place) ? numbers[place] : usual }
}
