import { products } from '@truemark/core/capability/products'
import { firstWalletTerms } from '@truemark/core/wallet/terms'
import { btcTerms } from '@truemark/core/testing/exchangeFixture'
import { closeLadder } from '@truemark/core/testing/marginFixture'
import { moneyCodes, moneyDerivative } from '@truemark/core/testing/moneyRun'
import { optionTerms } from '@truemark/core/testing/optionFixture'
import type { Realm } from '@truemark/core/ledger/holders'
import type { State } from '@truemark/core/state'
import type { Command } from '@truemark/core/vocabulary'

const unit = 1_000_000n
/** What a fund has first, and what is put into it now and then (USDT): so little that many a loss is larger. */
const insurance = { first: 8n, more: 1n } as const
const operators = { asker: 1, approver: 2 } as const
const ladder = { ...closeLadder, levelQuantity: 50_000, positionMax: 1_000_000_000 }

export interface Person {
  readonly holder: number
  readonly realm: Realm
}

const perRealm = 8

/** Who acts. */
export const people: readonly Person[] = Array.from({ length: 2 * perRealm }, (_, at) => ({
  holder: 40 + at,
  realm: at < perRealm ? 'real' : 'demo',
}))

const makersCount = 8

/** The programs that make prices; those of a demo account have bought nothing that they could sell. */
export const makers: readonly Person[] = Array.from({ length: makersCount }, (_, at) => ({
  holder: 40 + 2 * perRealm + at,
  realm: at < 6 ? 'real' : 'demo',
}))

/** Everybody who has an account. */
export const everybody: readonly Person[] = [...people, ...makers]

/** Lists the markets, provides for the house and lets everybody in with some money. */
export function openingCommands(): Command[] {
  const commands: Command[] = moneyCodes.map((code, at) => {
    return { type: 'listCurrency', code, scale: [6, 8, 8, 0][at] ?? 8 }
  })
  commands.push(
    { type: 'listSymbol', terms: { ...btcTerms, ladder } },
    { type: 'listSymbol', terms: { ...btcTerms, code: 'ETHUSDT', base: 2, ladder } },
    {
      type: 'listSymbol',
      terms: {
        ...btcTerms,
        code: 'DIMUSDT',
        base: 3,
        priceDecimals: 4,
        quantityDecimals: 0,
        ladder: { ...ladder, levelQuantity: 2_000 },
      },
    },
  )
  for (const listing of [0, 1]) {
    commands.push({ type: 'configureDerivative', listing, terms: moneyDerivative })
    commands.push({ type: 'configureOption', listing, terms: { ...optionTerms, exposureMax: 5_000n * unit } })
  }
  for (const product of products) commands.push({ type: 'switchProduct', country: 'FR', product, on: true })
  commands.push({ type: 'tellRealMoney', unmet: [] }, { type: 'configureWallet', terms: firstWalletTerms })
  for (const realm of ['real', 'demo'] as const) {
    const move = { type: 'moveHouse', realm, from: 'external', currency: 0, ...operators } as const
    commands.push({ ...move, to: 'insurance', amount: insurance.first * unit })
    if (realm === 'real') {
      for (const currency of [0, 1, 2, 3]) commands.push({ ...move, to: 'treasury', currency, amount: 10n ** 12n })
    }
    for (const currency of [0, 1]) commands.push({ type: 'boundPool', realm, currency, debtMax: 10n ** 11n })
  }
  return commands
}

/** What whoever is on duty does before a quiet time: all markets are open again, on the terms of the first day. */
export function reopening({ venue }: State): Command[] {
  const commands: Command[] = products.map((product) => ({ type: 'switchProduct', country: 'FR', product, on: true }))
  for (const [listing, terms] of venue.listings.entries())
    commands.push({ type: 'configureListing', listing, terms: { ...terms, sessions: [], halt: 'trading' } })
  for (const listing of [0, 1]) commands.push({ type: 'configureDerivative', listing, terms: moneyDerivative })
  return commands
}

/** What fills the funds that pay for whoever is bankrupt a little up. */
export function refill(): Command[] {
  return (['real', 'demo'] as const).map((realm) => {
    return {
      type: 'moveHouse',
      realm,
      from: 'external',
      to: 'insurance',
      currency: 0,
      amount: insurance.more * unit,
      ...operators,
    }
  })
}

/** What lets one person in. */
export function admission({ holder, realm }: Person): Command[] {
  const commands: Command[] = [
    { type: 'openHolder', holder, realm, country: 'FR' },
    { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' },
  ]
  const deposits = realm === 'real' ? [60_000n * unit, 300_000_000n, 500_000_000n, 50_000n] : []
  for (const [currency, amount] of deposits.entries())
    commands.push({ type: 'enterManually', kind: 'deposit', holder, currency, amount, ...operators })
  commands.push({ type: 'transfer', holder, from: 'coin', to: 'contract', amount: 5_000n * unit, fault: '' })
  commands.push({ type: 'transfer', holder, from: 'coin', to: 'option', amount: 3_000n * unit, fault: '' })
  return commands
}
