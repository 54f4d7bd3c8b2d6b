import { accountEvents } from '@truemark/core/account/account'
import type { Codec } from '@truemark/core/codec/codec'
import { convertEvents } from '@truemark/core/convert/convert'
import { derivativeEvents } from '@truemark/core/derivative/event'
import { lotsMax } from '@truemark/core/derivative/terms'
import { fundingEvents } from '@truemark/core/funding/event'
import { holderMax } from '@truemark/core/ledger/holders'
import { ieoEvents } from '@truemark/core/ieo/event'
import { investEvents } from '@truemark/core/invest/event'
import { liquidationEvents } from '@truemark/core/liquidation/event'
import { marketEvents } from '@truemark/core/market/market'
import { miningEvents } from '@truemark/core/mining/event'
import { amountMax } from '@truemark/core/money/units'
import { optionEvents } from '@truemark/core/option/event'
import { poolEvents } from '@truemark/core/pool/pool'
import { selfLimitEvents } from '@truemark/core/selfLimit/selfLimit'
import { spotEvents } from '@truemark/core/spot/event'
import { type Event, eventCodec } from '@truemark/core/vocabulary'
import { walletEvents } from '@truemark/core/wallet/event'
import { decode, encode } from '@truemark/core/codec/codec'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyRows } from './engine/copyBinary.ts'
import type { Lease } from './platform/postgres/database.ts'
import { type TestDatabase, createTestDatabase } from './platform/postgres/testDatabase.ts'
import { errorCode, errorMessage } from './platform/startRefusal.ts'
import { projections } from './projections.ts'
import { type Place, extremeOf } from '@truemark/core/testing/extremeFacts'

const members: Readonly<Record<string, readonly [number, Codec<object>]>> = {
  ...marketEvents,
  ...accountEvents,
  ...spotEvents,
  ...convertEvents,
  ...derivativeEvents,
  ...fundingEvents,
  ...liquidationEvents,
  ...optionEvents,
  ...walletEvents,
  ...poolEvents,
  ...miningEvents,
  ...investEvents,
  ...ieoEvents,
  ...selfLimitEvents,
}

const within = (max: number, ...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, max]))
const rateMax = 1_000_000_000

/** What the core itself holds a number within, where that is less than its codec could say; by the field's name. */
const bounds: Readonly<Record<string, number>> = {
  ...within(holderMax, 'holder', 'takerHolder', 'makerHolder'),
  ...within(63, 'currency', 'base', 'quote', 'source', 'target', 'coin'),
  ...within(255, 'listing'),
  ...within(12, 'scale', 'priceDecimals', 'quantityDecimals'),
  // how many venues the market hears
  ...within(64, 'sources'),
  ...within(rateMax, 'rate', 'feeRate', 'feeRateMaker', 'feeRateTaker', 'spreadRate', 'redemptionRate', 'annualRate'),
  ...within(rateMax, 'rateMin', 'rateMax', 'maintenanceRate', 'payoutRate', 'fundingRate', 'premiumRate'),
  ...within(1_000, 'multiple', 'multipleMax'),
  ...within(lotsMax, 'lots', 'filled', 'lotsClosed', 'lotsOpened', 'opened', 'closed', 'lotsLeft'),
  ...within(86_400, 'seconds'),
  // a time that a calendar has, and the days that a product may run
  ...within(100_000_000, 'day', 'firstDay'),
  ...within(365, 'days'),
  ...within(1_000_000_000, 'shares', 'passes', 'supply', 'applicationMin', 'holderMax', 'sold', 'applied'),
  // products are counted: two people publish each
  ...within(2 ** 31 - 1, 'product', 'version', 'project', 'entry', 'samples'),
}

let database: TestDatabase
let lease: Lease
beforeAll(async () => {
  database = await createTestDatabase()
  lease = await database.database.lease({ name: 'extremes' })
})
afterAll(async () => {
  await lease.release()
  await database.drop()
})

const safeMax = Number.MAX_SAFE_INTEGER

function largest({ path, kind }: Place): number | bigint {
  const bound = bounds[path.at(-1) ?? '']
  if (bound !== undefined) return bound
  return kind === 'big' ? amountMax : safeMax
}

function smallest({ path, kind }: Place): number | bigint | undefined {
  if (kind === 'big') return -amountMax
  const bound = bounds[path.at(-1) ?? '']
  if (kind === 'i53') return -(bound ?? safeMax)
  return bound === undefined ? 0 : 1
}

// what each projection says to one fact on tables that know nothing else
async function faultsOf(event: Event): Promise<string[]> {
  const faults: string[] = []
  for (const projection of projections) {
    if (projection.wants !== 'all' && !projection.wants.some((type) => type === event.type)) continue
    await lease.query('BEGIN')
    try {
      const writer = {
        query: (text: string, values?: readonly unknown[]) => lease.query(text, values),
        copy: (target: string, rows: Parameters<typeof copyRows>[2]) => copyRows(lease, target, rows),
      }
      await projection.apply([{ seq: safeMax, time: 8_640_000_000_000_000, place: 0, event }], writer as never)
    } catch (error) {
      faults.push(`${event.type} in ${projection.name}: ${errorCode(error)} ${errorMessage(error)}`)
    } finally {
      await lease.query('ROLLBACK')
    }
  }
  return faults
}

// the rest is what tables that know nothing of the order, or of its owner's balance, say to its end
const isOfWidth = (fault: string): boolean => /: (22|54|ERR_OUT)/.test(fault)

describe('the extremes of every fact', () => {
  for (const [type, [, codec]] of Object.entries(members)) {
    it(`${type} fits into the columns of every read model`, async () => {
      for (const extreme of [largest, smallest]) {
        const event = { type, ...extremeOf(codec, extreme) } as Event
        expect(decode(eventCodec, encode(eventCodec, event))).toEqual(event)
        expect((await faultsOf(event)).filter(isOfWidth)).toEqual([])
      }
    })
  }
})
