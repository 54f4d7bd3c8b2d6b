import { type ConversionTerms, conversionTermsHold } from '@truemark/core/convert/terms'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { rateScale, usdtScale } from '@truemark/core/money/units'
import {
  type DeskExchangeTerms,
  deskTreasuryRoutes as routes,
  exchangeTerms as termsSchema,
} from '@truemark/protocol/routes/deskTreasury'
import { house } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { type Deed, carryOut } from './carryOut.ts'
import { type DeskPorts, actorOf } from './ports.ts'

/** Binds fee, spread and bounds of exchanging one currency for another; two people change them. */
export function bindExchangeTerms(gateway: Gateway, ports: DeskPorts): void {
  const { proposals } = ports
  proposals.define('exchange_terms', {
    access: 'desk_wallet_write',
    payload: termsSchema,
    plan: async (wanted) => {
      if (termsOf(wanted) === null) return refused('amount_invalid')
      return done({ subject: 'exchange', detail: changesOf(await termsNow(ports), wanted) })
    },
    after: (wanted, deed) => apply(ports, wanted, deed),
  })
  gateway.bind(routes.deskExchangeTerms, async () => done(await termsNow(ports)))
  gateway.bind(routes.deskExchangeTermsChange, async ({ caller, body: { reason, ...wanted } }) => {
    if (termsOf(wanted) === null) return refused('amount_invalid')
    const gate = await proposals.gate(caller, 'exchange_terms', wanted, reason)
    return gate ?? apply(ports, wanted, { actor: await actorOf(ports, caller), reason, key: null })
  })
}

async function termsNow({ exchange }: Pick<DeskPorts, 'exchange'>): Promise<DeskExchangeTerms> {
  const { terms } = await exchange.ask(house, { type: 'conversionTerms' })
  const usdt = (amount: bigint): string => formatDecimal(amount, usdtScale)
  return {
    fee_rate: formatDecimal(terms.feeRate, rateScale),
    spread_rate: formatDecimal(terms.spreadRate, rateScale),
    worth_max: usdt(terms.worthMax),
    debt_max: usdt(terms.debtMax),
    stock_max: usdt(terms.stockMax),
    refill_per_second: usdt(terms.refillPerSecond),
  }
}

/** The terms that texts stand for; null where one can't be kept. */
function termsOf(wanted: DeskExchangeTerms): ConversionTerms | null {
  const rate = (text: string): bigint => parseDecimal(text, rateScale) ?? -1n
  const usdt = (text: string): bigint => parseDecimal(text, usdtScale) ?? -1n
  const [fee, spread] = [rate(wanted.fee_rate), rate(wanted.spread_rate)]
  if (fee < 0n || spread < 0n || fee > 10n ** BigInt(rateScale) || spread > 10n ** BigInt(rateScale)) return null
  const terms: ConversionTerms = {
    feeRate: Number(fee),
    spreadRate: Number(spread),
    worthMax: usdt(wanted.worth_max),
    debtMax: usdt(wanted.debt_max),
    stockMax: usdt(wanted.stock_max),
    refillPerSecond: usdt(wanted.refill_per_second),
  }
  return conversionTermsHold(terms) ? terms : null
}

function changesOf(before: DeskExchangeTerms, wanted: DeskExchangeTerms): Record<string, string> {
  const was: ReadonlyMap<string, string> = new Map(Object.entries(before))
  const changed = Object.entries(wanted).filter(([name, text]) => was.get(name) !== text)
  return Object.fromEntries(changed.map(([name, text]) => [name, `${was.get(name) ?? ''} → ${text}`]))
}

async function apply(
  ports: DeskPorts,
  wanted: DeskExchangeTerms,
  { actor, reason, key }: Deed,
): Promise<Outcome<DeskExchangeTerms>> {
  const terms = termsOf(wanted)
  if (terms === null) return refused('amount_invalid')
  const detail = changesOf(await termsNow(ports), wanted)
  const entry = { actor, action: 'exchange_terms_changed', subject: 'exchange', reason, detail } as const
  const configured = await carryOut(ports, { type: 'configureConversion', terms }, entry, key)
  return configured.ok ? done(await termsNow(ports)) : configured
}
