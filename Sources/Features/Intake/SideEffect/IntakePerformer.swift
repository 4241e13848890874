import Domain
package import IntakeFeature
import MVICore
package import MVIEffects

extension Intake {
    /// Joins effects to the side effect's calls. The only code that knows both.
    package static func performer(_ world: any IntakeSideEffect) -> Perform<Intake> {
        { effect, report in
            switch effect {
            case .recover:
                return .recovered(await world.recover())
            case .watch(let folder):
                await world.watch(folder) { change, name in
                    await report(.hinted(folder: folder, change, below: name))
                }
                return .watchEnded(folder: folder)
            case .watchSubfolders(let folder, let names):
                await world.watchSubfolders(names, of: folder)
                return nil
            case .list(let folder, let most, let every):
                return .listed(folder: folder, await world.list(folder, most: most, every: every))
            case .wake(let folder, let after):
                return await world.wait(after) ? .woke(folder: folder) : nil
            case .wakeRecovery(let after):
                return await world.wait(after) ? .recoveryDue : nil
            case .claim(let drops, let folder, let utc):
                return .claimed(folder: folder, await world.claim(drops, at: utc))
            case .read(let drop, let utc, let seed):
                return .read(drop.id, await world.read(drop, at: utc, seed: seed))
            case .compare(let drop, let identity):
                return .compared(drop.id, identity, await world.compare(drop, with: identity))
            case .dispose(let drop, let utc):
                return .disposed(drop.id, await world.dispose(drop, at: utc))
            }
        }
    }
}
