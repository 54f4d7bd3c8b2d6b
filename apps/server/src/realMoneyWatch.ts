import type { RealCondition } from '@truemark/core/book/realMoney'
import { type AdministratorMailPorts, tellAdministrators } from './operator/door.ts'
import type { RealMoney } from './realMoney.ts'

export interface RealMoneyWatchPorts extends AdministratorMailPorts {
  readonly realMoney: RealMoney
}

/**
 * Keeps the exchange told of the conditions of real money, and tells the administrators once when one is lost or all are
 * met again; what was so at the start is told of only where something is missing though a country is on.
 */
export function watchRealMoney(ports: RealMoneyWatchPorts, onError: (error: unknown) => void): () => Promise<void> {
  return ports.realMoney.start((unmet, before) => tell(ports, unmet, before), onError)
}

async function tell(
  ports: RealMoneyWatchPorts,
  unmet: readonly RealCondition[],
  before: readonly RealCondition[] | null,
): Promise<void> {
  // an installation that is open to nobody has lost nothing; while prices are first heard nothing is lost either
  if (unmet.includes('country_on') || before === null) return
  const lost = unmet.filter((name) => !before.includes(name))
  if (lost.length === 0 && unmet.length > 0) return
  await tellAdministrators(ports, 'realMoney', {
    lost: unmet.join(', '),
    state: unmet.length === 0 ? 'open' : 'closed',
  })
}
