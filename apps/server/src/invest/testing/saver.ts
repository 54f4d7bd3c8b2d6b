import type { WealthProduct } from '@truemark/core/capability/products'
import type { HolderId } from '@truemark/core/ledger/holders'
import { investRoutes } from '@truemark/protocol/routes/invest'
import { house } from '../../engine/door.ts'
import type { LiveServer } from '../../testing/liveServer.ts'
import { signUp, understandRisks } from '../../testing/people.ts'

const country = 'FR'
const hands = { asker: 1, approver: 2 } as const
const bound = 10n ** 15n

type EngineCommand = Parameters<LiveServer['engine']['exchange']['command']>[1]

/** Has the engine do what it must. */
export async function must(server: LiveServer, command: EngineCommand): Promise<void> {
  const done = await server.engine.exchange.command(house, command)
  if (!done.ok) throw new Error(`${command.type}: ${done.reason}`)
}

/** Opens a realm in which real accounts can use a product: its switch on, the pool allowed to promise. */
export async function openWealth(server: LiveServer, product: WealthProduct): Promise<void> {
  await must(server, { type: 'switchProduct', country, product, on: true })
  for (const currency of [0, 1]) await must(server, { type: 'boundPool', realm: 'real', currency, debtMax: bound })
}

/** Prices are live from now on, at an index in tenths of a tick, told again and again; gives how to stop that. */
export function speakLive(server: LiveServer, indexTenths = 1_000_000): () => void {
  server.speaking = false
  const quote = (): void => {
    const told = { listing: 0, time: Date.now(), indexTenths, dispersionTenths: 0, sources: 4, kind: 'live' } as const
    void server.engine.exchange.command(house, { type: 'quote', ...told })
  }
  quote()
  const timer = setInterval(quote, 250)
  return () => clearInterval(timer)
}

/** A phone is asked for once only: each gets the next one. */
let savers = 0

export interface SaverOptions {
  readonly usdt?: bigint
  readonly btc?: bigint
  /** Whether what is asked before first orders has been answered. */
  readonly understands?: boolean
}

/** A real account with an approved name and the given USDT and BTC, in smallest units; gives its token and holder. */
export async function saver(
  server: LiveServer,
  email: string,
  { usdt = 0n, btc = 0n, understands = true }: SaverOptions,
): Promise<{ readonly token: string; readonly holder: HolderId }> {
  savers += 1
  const token = await signUp(server, email, `+3361234${String(savers).padStart(4, '0')}`)
  await server.call(investRoutes.investOrders, { token })
  if (understands) await understandRisks(server, token)
  const { rows } = await server.database.query<{ real_holder: number }>(
    `UPDATE app_user SET real_name = 'approved' WHERE email = $1 RETURNING real_holder`,
    [email],
  )
  const holder = rows[0]?.real_holder ?? 0
  await must(server, { type: 'setStanding', holder, disabled: false, realName: 'approved', country })
  for (const [currency, amount] of [usdt, btc].entries()) {
    if (amount === 0n) continue
    await must(server, {
      type: 'moveHouse',
      realm: 'real',
      from: 'external',
      to: 'treasury',
      currency,
      amount,
      ...hands,
    })
    await must(server, { type: 'enterManually', holder, kind: 'deposit', currency, amount, ...hands })
  }
  return { token, holder }
}

const batch = 100

/** A live sample each second of the last quarter of an hour up to a moment, at one index; what is sent together is one batch. */
export async function sampleUntil(server: LiveServer, moment: number, indexTenths: number): Promise<void> {
  const samples = [{ listing: 0, indexTenths, sources: 4, fresh: true }]
  for (let left = 900; left > 0; left -= batch) {
    const stamps = Array.from({ length: batch }, (_, at) => moment - 1_000 * (left - 1 - at))
    await Promise.all(stamps.map((stamp) => must(server, { type: 'sampleIndex', stamp, kind: 'live', samples })))
  }
}
