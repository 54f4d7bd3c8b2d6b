import { createHash } from 'node:crypto'
import { type OwnEvidenceFile, ownEvidence } from '@truemark/protocol/routes/ownEvidence'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { expect } from 'vitest'
import { must } from '../../invest/testing/saver.ts'
import { keyNow } from '../../testing/keys.ts'
import type { LiveServer } from '../../testing/liveServer.ts'
import { checkEvidence } from '../evidenceCheck.ts'

/** Three sources say so of BTCUSDT, five USDT apart: their mean is `price`. */
export async function hear(server: LiveServer, price = 10_000): Promise<void> {
  const unit = 100n
  const sums = [price - 5, price, price + 5].map((one) => 2n * BigInt(one) * unit)
  const parts = sums.map((sum, at) => ({ venue: at, dollar: false, sum: sum - (sums[at - 1] ?? 0n), age: 10 * at }))
  await must(server, {
    type: 'sourcedQuote',
    time: Date.now(),
    kind: 'simulated',
    venues: ['alpha', 'beta', 'gamma'],
    sample: { listing: 0, decimals: 2, rate: null, parts },
  })
}

/** An order at the market, to which quantity or lots are added. */
export const buy = { symbol: 'BTCUSDT', side: 'buy', type: 'market' } as const

/** The one market of these tests. */
export const btc = { symbol: 'BTCUSDT' } as const

/** On a machine under load the index may be too old for what is asked: it is said again, and asked again. */
export async function standing<T>(
  server: LiveServer,
  act: () => Promise<T | null>,
  before: () => Promise<void> = () => hear(server),
): Promise<T> {
  for (let tries = 0; tries < 20; tries += 1) {
    await before()
    const done = await act()
    if (done !== null) return done
  }
  throw new Error('the house did not stand')
}

/** One's own evidence of a number. */
export async function fileOf(server: LiveServer, token: string, id: string): Promise<OwnEvidenceFile> {
  return (await server.ok(ownEvidence, { token, params: { id } })).file
}

/** What the check of a file says: its exit code and its last sentence. */
export async function checked(file: unknown): Promise<{ code: number; last: string }> {
  const lines: string[] = []
  const code = await checkEvidence(JSON.stringify(file), { key: null, keysFile: null }, (line) => lines.push(line))
  return { code, last: lines.at(-1) ?? '' }
}

/** The file as another host would sign nothing of it: its text altered, its digest made to fit. */
export function altered(file: OwnEvidenceFile, from: string, to: string): OwnEvidenceFile {
  expect(file.document).toContain(from)
  const document = file.document.replace(from, to)
  return { ...file, document, digest: createHash('sha256').update(document).digest('hex') }
}

/** A perpetual position of a lot at the tenfold, which the house gave; gives its number. */
export async function perpetual(server: LiveServer, token: string, side: 'buy' | 'sell'): Promise<string> {
  const set = { mode: 'cross', multiple: 10 } as const
  // refused, and as it should be, where a position is open
  await server.call(perpetualRoutes.perpetualSet, { token, params: btc, body: set, key: keyNow() })
  return standing(server, async () => {
    const body = { ...buy, side, lots: '1' }
    const { data } = await server.call(perpetualRoutes.perpetualOrderPlace, { token, body, key: keyNow() })
    const { items } = await server.ok(perpetualRoutes.perpetualPositions, { token, query: { status: 'open' } })
    return data?.status === 'filled' ? (items[0]?.position_id ?? null) : null
  })
}
