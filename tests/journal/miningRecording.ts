import { dayOf, type MiningTerms } from '@truemark/core/mining/terms'
import { dayMs } from '@truemark/core/money/units'
import type { Command } from '@truemark/core/vocabulary'
import type { Tape } from './leveragedRecording.ts'

const usdt = 1_000_000n
const country = 'FR'
const miner = 62
const hands = { asker: 1, approver: 2 } as const

const terms: MiningTerms = {
  realm: 'real',
  currency: 0,
  days: 2,
  rateMin: 3_000_000,
  rateMax: 4_000_000,
  minimum: 100n * usdt,
  maximum: 1_000n * usdt,
  capacity: 5_000n * usdt,
  redemptionRate: 20_000_000,
  text: 3,
  digest: 'recorded',
}

/** Records every kind of fact of locked mining, in a recording whose pool may promise; throws where a command does nothing. */
export function recordMining(tape: Tape): void {
  const must = (command: Command): void => {
    const quote = { listing: 0, time: tape.now, indexTenths: 600_000, dispersionTenths: 0, sources: 4 } as const
    tape.send({ type: 'quote', ...quote, kind: 'live' })
    tape.commit()
    const { length } = tape.rows
    tape.send(command)
    tape.commit()
    if (tape.rows.length === length) throw new Error(`the recording's ${command.type} did nothing`)
  }
  const pass = (stamp: number): void => {
    tape.wait(Math.max(0, stamp - tape.now))
    must({ type: 'sampleIndex', stamp, kind: 'live', samples: [] })
  }
  const lock = { type: 'openMining', holder: miner, product: 1, amount: 200n * usdt, versionShown: null } as const
  const money = { currency: 0, amount: 1_000n * usdt, ...hands } as const
  must({ type: 'switchProduct', country, product: 'mining', on: true })
  must({ type: 'openHolder', holder: miner, realm: 'real', country })
  must({ type: 'setStanding', holder: miner, disabled: false, realName: 'approved', country })
  must({ type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...money })
  must({ type: 'enterManually', holder: miner, kind: 'deposit', ...money })
  must({ type: 'publishMining', product: 0, terms })
  const today = dayOf(tape.now)
  must({ type: 'publishMiningRates', product: 1, rates: [{ day: today + 1, rate: 3_500_000 }] })
  for (let orders = 0; orders < 2; orders += 1) must({ ...lock, fault: '' })
  must({ type: 'publishMining', product: 1, terms: { ...terms, days: 5 } })
  must({ type: 'switchMining', product: 1, on: false })
  pass((today + 2) * dayMs)
  must({ type: 'redeemMining', holder: miner, order: 2 })
  pass((today + 3) * dayMs)
}
