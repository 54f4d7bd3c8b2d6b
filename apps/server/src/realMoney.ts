import type { RealCondition, ToldCondition } from '@truemark/core/book/realMoney'
import { type Exchange, house } from './engine/door.ts'
import { isMailProven, operatorCount } from './operator/door.ts'
import type { Database } from './platform/postgres/database.ts'
import { startRounds } from './platform/rounds.ts'
import { isAgreementShown } from './publication/door.ts'

/** The least number of operators for real money. */
const operatorsMin = 2
const tellEvery = 2_000

export interface InstallationPorts {
  readonly database: Database
  /** What the mail setting of this run is known by; null where no mail server is set. */
  readonly mailSetting: Buffer | null
  readonly publicUrl: string | null
  readonly now: () => number
}

/**
 * What only the server can know of the conditions of real money, and finds unmet now: two operators, an agreement that is
 * published, a mail server by which a mail has arrived, and a public https address.
 */
export async function unmetHere({
  database,
  mailSetting,
  publicUrl,
  now,
}: InstallationPorts): Promise<ToldCondition[]> {
  const unmet: ToldCondition[] = []
  if ((await operatorCount(database)) < operatorsMin) unmet.push('two_operators')
  if (!(await isAgreementShown(database, now()))) unmet.push('rules_published')
  if (!(await isMailProven(database, mailSetting))) unmet.push('mail_configured')
  if (!isPublicHttps(publicUrl)) unmet.push('https_address')
  return unmet
}

/** Whether people reach the server by TLS, under a name or an address that is not this machine's own. */
export function isPublicHttps(publicUrl: string | null): boolean {
  if (publicUrl === null || !URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !/^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(hostname)
}

export interface RealMoneyPorts {
  readonly exchange: Exchange
  /** What the server finds unmet now. */
  readonly unmetHere: () => Promise<readonly ToldCondition[]>
}

/**
 * Tells the exchange what it can't know itself of the conditions of real money. The exchange alone says what follows: it
 * asks at every act, and knows the sources of its prices and the countries that are on.
 */
export class RealMoney {
  readonly #ports: RealMoneyPorts

  constructor(ports: RealMoneyPorts) {
    this.#ports = ports
  }

  /** Looks at the conditions anew, tells the exchange, and gives all that is missing for anybody. */
  async look(): Promise<readonly RealCondition[]> {
    const unmet = await this.#ports.unmetHere()
    const told = await this.#ports.exchange.command(house, { type: 'tellRealMoney', unmet }, null)
    if (!told.ok) throw new Error(told.reason)
    return this.unmet()
  }

  /** All that is missing for anybody, by what the exchange was told last. */
  async unmet(): Promise<readonly RealCondition[]> {
    return (await this.#ports.exchange.ask(house, { type: 'realMoney' })).unmet
  }

  /** Looks again and again; `changed` hears what is missing whenever it is another than before. */
  start(
    changed: (unmet: readonly RealCondition[], before: readonly RealCondition[] | null) => Promise<void>,
    onError: (error: unknown) => void,
  ): () => Promise<void> {
    let before: readonly RealCondition[] | null = null
    const look = async (): Promise<void> => {
      const unmet = await this.look()
      if (unmet.join() === before?.join()) return
      await changed(unmet, before)
      before = unmet
    }
    return startRounds(look, { everyMs: tellEvery, first: 'now', onError })
  }
}
