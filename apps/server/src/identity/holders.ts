import type { Realm } from '@truemark/protocol/values'
import { house } from '../engine/door.ts'
import { copyPause } from '../selfLimit/door.ts'
import type { IdentityPorts } from './identity.ts'
import { ensureDemoHolder, markOpened, type Person } from './store.ts'

/**
 * Makes sure that the engine knows a person's holder of a realm, and gives its number. Opening again changes nothing,
 * so a crash between the engine's commit and ours is mended by the next call. Throws where the engine does not answer.
 */
export async function ensureHolder(ports: IdentityPorts, person: Person, realm: Realm): Promise<number> {
  const known = realm === 'real' ? person.realHolder : person.demoHolder
  const holder = known ?? (await ensureDemoHolder(ports.database, person.id))
  if (realm === 'real' ? person.realOpened : person.demoOpened) return holder
  const opened = await ports.exchange.command(house, { type: 'openHolder', holder, realm, country: person.country })
  if (!opened.ok) throw new Error(`a holder was not opened: ${opened.reason}`)
  const other = realm === 'real' ? person.demoHolder : person.realHolder
  if (other !== null && other !== holder) await copyPause(ports.exchange, other, holder)
  await markOpened(ports.database, person.id, realm)
  return holder
}
