package import Domain

extension Wording {
    /// That nothing new is taken while the state's disk has too little room.
    package func sentence(_ space: DiskSpace) -> String {
        let free = Figures.bytes(space.free)
        let reserve = Figures.bytes(space.reserve)
        return say(
            "Nothing new is taken: \(free) are free on the state's disk, and \(reserve) must stay free. Make room; "
                + "nothing is lost, and it goes on by itself.",
            "새 파일을 받지 않습니다. 상태 디스크에 \(free) 남았는데 \(reserve) 이상 비어 있어야 합니다. 공간을 비우면 저절로 이어지며 잃는 것은 없습니다."
        )
    }
}
