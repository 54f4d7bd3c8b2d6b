import { errorMessage } from '../platform/startRefusal.ts'
import { splitFrames } from './frames.ts'
import type { JournalRow } from './journalRow.ts'
import type { Machine } from './machine.ts'

/**
 * Executes a journal row's commands again on a machine that stands at the row before. `evolved` where the row does not
 * bear what its decisions read, so that its events were only applied. A fault names the row and the command, and the
 * machine is void after it.
 */
export function executeRowAgain(
  machine: Machine,
  row: Pick<JournalRow, 'seq' | 'time' | 'commands' | 'events'>,
): 'executed' | 'evolved' | { fault: string } {
  try {
    const commands = splitFrames(row.commands)
    const events = splitFrames(row.events)
    if (commands.length !== events.length)
      return { fault: `row ${row.seq} bears ${commands.length} commands and the events of ${events.length}` }
    let executed = machine.executeAgain !== undefined
    for (const [at, frame] of events.entries()) {
      const command = commands[at]
      if (command === undefined || machine.executeAgain === undefined) {
        machine.evolve(frame, row.time)
        continue
      }
      const again = machine.executeAgain(command, frame, row.time)
      if (typeof again === 'object') return { fault: `row ${row.seq}, command ${at + 1}: ${again.differs}` }
      if (again === 'evolved') executed = false
    }
    return executed ? 'executed' : 'evolved'
  } catch (error) {
    return { fault: `row ${row.seq} can't be executed again (${errorMessage(error)})` }
  }
}
