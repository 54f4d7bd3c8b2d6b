import { dayOf } from '@truemark/core/mining/terms'
import { dayMs } from '@truemark/core/money/units'
import { deskIeoRoutes } from '@truemark/protocol/routes/deskIeo'
import { deskInvestRoutes } from '@truemark/protocol/routes/deskInvest'
import { deskMiningRoutes } from '@truemark/protocol/routes/deskMining'
import { must } from '../../apps/server/src/invest/testing/saver.ts'
import type { LiveServer } from '../../apps/server/src/testing/liveServer.ts'

const reason = 'read and right'

/** Publishes locked mining of USDT at 0.3 % to 0.4 % a day, with the rate of tomorrow; gives the product. */
export async function offerMining(live: LiveServer, token: string, days = 5): Promise<string> {
  const desk = deskMiningRoutes
  const draft = await live.ok(desk.deskMiningDraftMake, {
    token,
    body: {
      realm: 'real',
      product_id: null,
      name: { en: 'Five days', fre: 'Cinq jours' },
      currency: 'USDT',
      daily_return_rate_min: '0.003',
      daily_return_rate_max: '0.004',
      lockup_period: days,
      minimum_amount: '100',
      maximum_amount: '20000',
      capacity: '50000',
      early_redemption_rate: '0.02',
      yield_source: { en: 'Lent to the margin desk of the platform, at the rates that it pays.' },
    },
  })
  const body = { digest: draft.digest, reason }
  const product = await live.ok(desk.deskMiningPublish, { token, params: { id: draft.draft_id }, body })
  const rates = [{ date: (dayOf(Date.now()) + 1) * dayMs, rate: '0.0035' }]
  await live.ok(desk.deskMiningRates, { token, params: { id: product.product_id }, body: { rates, reason } })
  return product.product_id
}

/** Publishes an investment of 500 USDT a share, to buy BTC low at 9 500 in a week. */
export async function offerInvest(live: LiveServer, token: string, more: object): Promise<void> {
  const body = {
    realm: 'real' as const,
    name: '',
    symbol: 'BTCUSDT',
    direction: 'buy_low' as const,
    linked_reference_price: '9500',
    annualized_return: '0.365',
    holding_period: 7,
    single_price: '500',
    shares: 100,
    maturity_date: 0,
    yield_source: { en: 'An option premium that the desk hedges at its own risk.' },
    ...more,
  }
  const { draft_id: id, digest } = await live.ok(deskInvestRoutes.deskInvestDraftMake, { token, body })
  await live.ok(deskInvestRoutes.deskInvestPublish, { token, params: { id }, body: { digest, reason } })
}

/** Launches 100 BTC at 120 USDT each, for which is applied until a moment; gives the project. */
export async function launch(live: LiveServer, token: string, closes: number): Promise<string> {
  const pool = { realm: 'real', from: 'external', to: 'wealthPool', currency: 1, asker: 1, approver: 2 } as const
  await must(live, { type: 'moveHouse', ...pool, amount: 10_000_000_000n })
  const body = {
    realm: 'real' as const,
    name: 'Lantern',
    description: { en: 'Pays for storage. It can fall to zero.' },
    currency: 'BTC',
    price: '120',
    supply: '100',
    pass_quantity: '1',
    application_min: '1',
    application_max: '150',
    opens: Date.now() - 1_000,
    closes,
    time_to_market: closes + dayMs,
  }
  const { draft_id: id, digest } = await live.ok(deskIeoRoutes.deskIeoDraftMake, { token, body })
  const made = await live.ok(deskIeoRoutes.deskIeoLaunch, { token, params: { id }, body: { digest, reason } })
  return made.project_id ?? ''
}
