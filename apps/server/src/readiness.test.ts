import { expect, it } from 'vitest'
import { type Condition, databaseSilentMax, lagMax, priceAgeMax, whatIsWrong, whyNotReady } from './readiness.ts'

const well: Condition = {
  isStopping: false,
  databaseTrouble: null,
  databaseSilent: databaseSilentMax,
  engine: 'running',
  lag: lagMax,
  checksFailed: 0,
  setAside: 0,
  filesAway: null,
  prices: [
    { symbol: 'BTCUSDT', age: 0 },
    { symbol: 'ETHUSDT', age: priceAgeMax },
  ],
}

it.each([
  [{}, null],
  [{ isStopping: true }, 'the server stops'],
  [{ databaseTrouble: 'the database has ended' }, 'the database has ended'],
  [{ databaseSilent: databaseSilentMax + 1 }, 'the database has not answered for 10 s'],
  [{ engine: 'resolving' }, 'the engine is resolving'],
  [{ engine: 'read-only' }, 'the engine is read-only'],
  [{ lag: lagMax + 1_000 }, 'the read models are 31 s behind the journal'],
  // what is theirs people must see, whatever the market says
  [{ prices: [{ symbol: 'BTCUSDT', age: null }] }, null],
  [{ checksFailed: 2, setAside: 1 }, null],
  // the rest works
  [{ filesAway: 3_600_000 }, null],
] as const)('is not ready for one reason: %o', (other, sentence) => {
  expect(whyNotReady({ ...well, ...other })).toBe(sentence)
})

it.each([
  [{}, null],
  [{ checksFailed: 2 }, '2 of its checks of itself do not hold: the desk says which'],
  [{ setAside: 3 }, '3 committed facts are set aside: read models lack them'],
  [
    {
      prices: [
        { symbol: 'BTCUSDT', age: priceAgeMax + 1 },
        { symbol: 'ETHUSDT', age: 20 },
      ],
    },
    '1 of 2 markets have no price: BTCUSDT',
  ],
  [{ prices: [{ symbol: 'BTCUSDT', age: null }] }, 'no market has a price'],
  [{ prices: [] }, null],
  [{ filesAway: 0 }, null],
  [{ filesAway: 61_000 }, 'the bucket of files is away for 61 s'],
] as const)('serves, and says what is wrong: %o', (other, sentence) => {
  expect(whatIsWrong({ ...well, ...other })).toBe(sentence)
})
