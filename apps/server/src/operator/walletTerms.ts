import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { hourMs, rateScale, usdtScale } from '@truemark/core/money/units'
import { aloneDayMax } from '@truemark/core/wallet/secondPerson'
import { type Level, type WalletTerms, levels, termsHold, unlimited } from '@truemark/core/wallet/terms'
import {
  type DeskWalletTerms,
  deskTreasuryRoutes as routes,
  walletTerms as termsSchema,
} from '@truemark/protocol/routes/deskTreasury'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { writeAppFields, readAppFields } from '../content/door.ts'
import { house } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { type Deed, carryOut } from './carryOut.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { findTermsChanges } from './walletTerms.store.ts'

const changesMax = 100

/** Binds limits, fees and deadlines of the wallet. */
export function bindWalletTerms(gateway: Gateway, ports: DeskPorts): void {
  const { proposals } = ports
  proposals.define('wallet_terms', {
    access: 'desk_wallet_write',
    payload: termsSchema,
    plan: async (wanted) => {
      if (termsOf(wanted) === null) return refused('amount_invalid')
      return done({ subject: 'wallet', detail: changesOf(shapeOf(await termsNow(ports)), wanted) })
    },
    after: (wanted, { actor, reason, key }) => apply(ports, wanted, { actor, reason, key }),
  })
  gateway.bind(routes.deskWalletTerms, async () => done(shapeOf(await termsNow(ports))))
  gateway.bind(transparencyRoutes.walletTermsPublic, async () => {
    const terms = await termsNow(ports)
    const alone = formatDecimal(aloneDayMax(terms), usdtScale)
    return done({
      terms: shapeOf(terms),
      alone_day_max: alone,
      changes: await findTermsChanges(ports.database, ['wallet_terms_changed', 'withdrawal_fee_changed'], changesMax),
    })
  })
  gateway.bind(routes.deskWalletTermsChange, async ({ caller, body }) => {
    const { reason, ...wanted } = body
    if (termsOf(wanted) === null) return refused('amount_invalid')
    const gate = await proposals.gate(caller, 'wallet_terms', wanted, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    const applied = await apply(ports, wanted, { actor, reason, key: null })
    return applied.ok ? done(shapeOf(await termsNow(ports))) : applied
  })
}

async function termsNow({ exchange }: Pick<DeskPorts, 'exchange'>): Promise<WalletTerms> {
  return (await exchange.ask(house, { type: 'wallet', holder: 0 })).view.terms
}

type Limits = Readonly<Record<Level, bigint>>

function limitTexts(limits: Limits): DeskWalletTerms['deposit_day_max'] {
  const text = (limit: bigint): string | null => (limit === unlimited ? null : formatDecimal(limit, usdtScale))
  return { none: text(limits.none), primary: text(limits.primary), advanced: text(limits.advanced) }
}

function shapeOf(terms: WalletTerms): DeskWalletTerms {
  const usdt = (amount: bigint): string => formatDecimal(amount, usdtScale)
  return {
    fee_rate: formatDecimal(terms.feeRate, rateScale),
    fee_min: usdt(terms.feeMin),
    deposit_min: usdt(terms.depositMin),
    withdrawal_min: usdt(terms.withdrawalMin),
    deposit_day_max: limitTexts(terms.depositDayMax),
    withdrawal_day_max: limitTexts(terms.withdrawalDayMax),
    four_eyes_min: usdt(terms.fourEyesMin),
    review_hours: Math.ceil(terms.reviewMs / hourMs),
  }
}

/** The terms that texts stand for; null where one can't be kept. */
function termsOf(wanted: DeskWalletTerms): WalletTerms | null {
  const faults: string[] = []
  const units = (text: string, scale = usdtScale): bigint => {
    const read = parseDecimal(text, scale)
    if (read === null) faults.push(text)
    return read ?? 0n
  }
  const limitsOf = (texts: DeskWalletTerms['deposit_day_max']): Limits => {
    const limit = (text: string | null): bigint => (text === null ? unlimited : units(text))
    return { none: limit(texts.none), primary: limit(texts.primary), advanced: limit(texts.advanced) }
  }
  const rate = units(wanted.fee_rate, rateScale)
  if (rate > 1_000_000_000n) return null
  const terms: WalletTerms = {
    feeRate: Number(rate),
    feeMin: units(wanted.fee_min),
    depositMin: units(wanted.deposit_min),
    withdrawalMin: units(wanted.withdrawal_min),
    depositDayMax: limitsOf(wanted.deposit_day_max),
    withdrawalDayMax: limitsOf(wanted.withdrawal_day_max),
    fourEyesMin: units(wanted.four_eyes_min),
    reviewMs: wanted.review_hours * hourMs,
  }
  return faults.length === 0 && termsHold(terms) ? terms : null
}

function textsOf(terms: DeskWalletTerms): [string, string][] {
  const { deposit_day_max, withdrawal_day_max, ...plain } = terms
  const limits = levels.flatMap((level): [string, string][] => [
    [`deposit_day_max ${level}`, deposit_day_max[level] ?? '∞'],
    [`withdrawal_day_max ${level}`, withdrawal_day_max[level] ?? '∞'],
  ])
  return [...Object.entries(plain).map(([name, value]): [string, string] => [name, String(value)]), ...limits]
}

function changesOf(before: DeskWalletTerms, wanted: DeskWalletTerms): Record<string, string> {
  const was = new Map(textsOf(before))
  const changed = textsOf(wanted).filter(([name, text]) => was.get(name) !== text)
  return Object.fromEntries(changed.map(([name, text]) => [name, `${was.get(name) ?? ''} → ${text}`]))
}

async function apply(ports: DeskPorts, wanted: DeskWalletTerms, { actor, reason, key }: Deed): Promise<Outcome<null>> {
  const { appData, database } = ports
  const terms = termsOf(wanted)
  if (terms === null) return refused('amount_invalid')
  const detail = changesOf(shapeOf(await termsNow(ports)), wanted)
  const entry = { actor, action: 'wallet_terms_changed', subject: 'wallet', reason, detail } as const
  const configured = await carryOut(ports, { type: 'configureWallet', terms }, entry, key)
  if (!configured.ok) return configured
  // app data tells the rate that the engine takes
  await database.transaction(async (client) => {
    const fields = await readAppFields(client)
    await writeAppFields(client, { ...fields, default_withdrawal_fee_rate: formatDecimal(terms.feeRate, rateScale) })
  })
  await appData.refresh()
  return done(null)
}
