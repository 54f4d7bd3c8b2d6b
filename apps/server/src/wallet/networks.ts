import { formatDecimal } from '@truemark/core/money/decimal'
import { hourMs, rateScale, usdtScale } from '@truemark/core/money/units'
import { hasMemo } from '@truemark/payee/memo'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { sourceOf } from '../engine/door.ts'
import { findServiceTerms } from '../operator/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { findNetwork, findNetworks } from './networks.store.ts'
import { depositAddress } from './pool.ts'
import type { WalletPorts } from './ports.ts'

/** Binds what can be brought in and taken out, and where deposits go. */
export function bindNetworks(gateway: Gateway, ports: WalletPorts): void {
  const { catalogue, database, exchange } = ports
  gateway.bind(walletRoutes.walletNetworks, async ({ caller }) => {
    const { view } = await exchange.ask(sourceOf(caller), { type: 'wallet', holder: caller.holder })
    const networks = await findNetworks(database)
    const services = await findServiceTerms(database)
    const left = (units: bigint): string | null => (units < 0n ? null : formatDecimal(units, usdtScale))
    return done({
      networks: networks.map(({ currency, network, form, deposit, withdraw }) => {
        return { currency, network, form, deposit, withdraw, memo: hasMemo(form) }
      }),
      currencies: view.currencies.map((one) => {
        const { code, scale } = catalogue.currency(one.currency)
        const least = (units: bigint): string | null => (units < 0n ? null : formatDecimal(units, scale))
        return {
          currency: code,
          available: formatDecimal(one.available, scale),
          owned: formatDecimal(one.owned, scale),
          deposited: formatDecimal(one.deposited, scale),
          deposit_min: least(one.depositMin),
          withdrawal_min: formatDecimal(one.withdrawalMin, scale),
          fee_min: formatDecimal(one.feeMin, scale),
        }
      }),
      card_withdrawals: services.card_currencies,
      level: view.level,
      deposit_left: left(view.depositLeft),
      withdrawal_left: left(view.withdrawalLeft),
      fee_rate: formatDecimal(view.terms.feeRate, rateScale),
      terms_version: view.termsVersion,
      missing: [...view.unmet],
      review_hours: Math.ceil(view.terms.reviewMs / hourMs),
      deposit_pending: view.deposit !== null,
      withdrawal_pending: view.withdrawal !== null,
      withdrawals_held_until: view.heldUntil === 0 ? null : view.heldUntil,
    })
  })
  gateway.bind(contentRoutes.addressToken, async ({ caller, body }) => {
    const currency = catalogue.currencyByCode(body.currency)
    if (currency === undefined) return refused('currency_unknown')
    const found = await findNetwork(database, body.currency, body.network)
    if (found === null || !found.deposit || found.address === '') return refused('deposit_address_missing')
    const { view } = await exchange.ask(sourceOf(caller), { type: 'wallet', holder: caller.holder })
    const least = view.currencies.find((one) => one.currency === currency.id)?.depositMin ?? -1n
    // whoever is shown where to send would send
    if (view.unmet.length > 0) return refused('real_money_closed', { missing: view.unmet.join(',') })
    const { network } = found
    const { address, own, memo } = await depositAddress(ports, caller.userId, found)
    const amount_min = formatDecimal(least < 0n ? 0n : least, currency.scale)
    // the address alone: what every wallet reads out of a code
    const isTheirs = own || memo !== ''
    const confirmations = isTheirs ? (ports.chain.find((one) => one.network === network)?.confirmations ?? null) : null
    return done({ currency: body.currency, network, address, own, memo, qr: address, amount_min, confirmations })
  })
}
