import { describe, expect, it } from 'vitest'
import { sums } from '../query.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { samplesMin, windowMs } from './terms.ts'

const holders = [40, 41, 42]

describe('ten thousand investments over a year', () => {
  it('each come to the closed form, to the unit, with a restart each week', () => {
    const run = new WealthFixture()
    for (const holder of holders) run.saver(holder, 10n ** 15n, 10n ** 14n)
    const bought = new Map<
      number,
      { readonly coin: bigint; readonly usdt: bigint; readonly sale: boolean; readonly reference: number }
    >()
    let settled = 0
    for (let day = 0; day < 365; day++) {
      const reference = 500_000 + ((day * 7_919) % 200_000)
      const sale = day % 2 === 0
      const rate = 1_000_000 + day * 1_234_567
      const sharePrice = sale ? 10_000_019n + BigInt(day) : 700_000_001n + BigInt(day)
      const shares = 28
      const product = run.published(
        run.investTerms({
          direction: sale ? 'sell_high' : 'buy_low',
          days: 1,
          referencePrice: reference,
          annualRate: rate,
          sharePrice,
          shares,
        }),
      )
      for (let share = 0; share < shares; share++) {
        const order = run.bought(holders[share % 3], product, 1)
        const unit = 365n * 10n ** 9n
        const grown = sharePrice * (unit + BigInt(rate))
        // K ticks of 0.1 USDT: 1 BTC (10⁸) is worth K × 10⁵ smallest units of USDT
        const price = BigInt(reference) * 100_000n
        const coin = sale ? grown / unit : (grown * 10n ** 8n) / (unit * price)
        bought.set(order, { coin, usdt: sale ? (grown * price) / (unit * 10n ** 8n) : grown / unit, sale, reference })
      }
      const { maturity } = run.state.invest.windows[0]
      const index = 5_000_000 + ((day * 104_729) % 2_000_000)
      // a sample a second would take long: the half hour is over with the fewest that count
      const events = run.sampleAll(maturity - windowMs, maturity - windowMs + samplesMin * 1_000, index)
      events.push(...run.sampleAt(maturity, index))
      for (const event of events) {
        if (event.type !== 'investSettled') continue
        const terms = bought.get(event.order)
        if (!terms) throw new Error('settled twice')
        bought.delete(event.order)
        const inCoin = terms.sale ? index < 10 * terms.reference : index <= 10 * terms.reference
        expect([event.inCoin, event.amount]).toEqual([inCoin, inCoin ? terms.coin : terms.usdt])
        settled++
      }
      if (day % 7 === 0) run.restart()
    }
    expect([settled, bought.size]).toEqual([365 * 28, 0])
    for (const sum of sums(run.state).sums) expect(sum.posted).toBe(0n)
  })
})
