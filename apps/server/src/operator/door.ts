import type { DeskPorts } from './ports.ts'
import { tellEngine } from './people.ts'
import { findUnsettled } from './people.store.ts'

/** What other parts of the server may use of the desk. */
export { firstOperatorLink, makeOperatorLink, openOperatorSessions } from './access.ts'
export type { DeskPorts, RealConditions } from './ports.ts'
export { houseResultProjection } from './houseResult.store.ts'
export { bindDesk } from './routes.ts'
export { operatorCount } from './store.ts'
export { appendAudit, noteReading } from './audit.store.ts'
export { actorOf } from './ports.ts'

/** Tells the engine of people whose disabling a crash has cut off halfway; called at the start. */
export async function settleStandings(ports: Pick<DeskPorts, 'database' | 'exchange'>): Promise<void> {
  for (const person of await findUnsettled(ports.database)) await tellEngine(ports, person)
}
