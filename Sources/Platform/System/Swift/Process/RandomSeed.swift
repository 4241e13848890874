internal import CSystem

/// 64 bits that nobody can foresee, from the kernel.
package func randomSeed() -> UInt64 {
    var seed: UInt64 = 0
    // 8 bytes are never cut short; only a signal before the pool is ready interrupts.
    while unsafe getrandom(&seed, 8, 0) != 8 {}
    return seed
}
