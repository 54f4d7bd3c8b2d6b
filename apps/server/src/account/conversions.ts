import { malformed } from '@truemark/core/book/checks'
import type { ConversionQuoted } from '@truemark/core/convert/convert'
import { formatDecimal, parseAmount } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { type ExchangeOrder, type Quote, accountRoutes } from '@truemark/protocol/routes/account'
import { type Catalogue, execute } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { type Conversion, findConversions } from './conversions.store.ts'
import { type Amounts, exchangeRate, indexRate } from './exchangeRates.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import type { AccountPorts } from './ports.ts'

function amountTexts(catalogue: Catalogue, amounts: Amounts) {
  const source = catalogue.currency(amounts.source)
  const target = catalogue.currency(amounts.target)
  return {
    source: source.code,
    target: target.code,
    source_amount: formatDecimal(amounts.sourceAmount, source.scale),
    target_amount: formatDecimal(amounts.targetAmount, target.scale),
    exchange_rate: exchangeRate(catalogue, amounts),
    fee: formatDecimal(amounts.fee, target.scale),
    fee_currency: target.code,
  }
}

function quoteShape(ports: AccountPorts, quote: Omit<ConversionQuoted, 'type'>, time: number): Quote {
  return {
    id: ports.ids.write('quote', quote.quote),
    ...amountTexts(ports.catalogue, quote),
    index_rate: indexRate(ports.catalogue, quote),
    spread_rate: formatDecimal(quote.spreadRate, rateScale),
    fee_rate: formatDecimal(quote.feeRate, rateScale),
    time,
    validUntil: quote.validUntil,
    simulated: ports.simulated(),
  }
}

function orderShape(ports: AccountPorts, conversion: Conversion): ExchangeOrder {
  return {
    order_id: ports.ids.write('exchange', conversion.conversion),
    ...amountTexts(ports.catalogue, conversion),
    fee_rate: formatDecimal(conversion.feeRate, rateScale),
    transaction_time: conversion.time,
    simulated: conversion.simulated ?? ports.simulated(),
  }
}

// what can't be read travels to the engine as the reason that it gives at its place among its checks
function readAsk(catalogue: Catalogue, body: unknown) {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const textOf = (field: string): string => {
    const value: unknown = Reflect.get(fields, field)
    return typeof value === 'string' && value.length <= 12 ? value : ''
  }
  const source = textOf('source')
  const scale = catalogue.currencyByCode(source)?.scale
  const amount = scale === undefined ? null : parseAmount(Reflect.get(fields, 'amount'), scale)
  return { source, target: textOf('target'), amount: amount ?? 0n, fault: amount === null ? malformed('amount') : '' }
}

/** Binds the routes of the quoted exchange. */
export function bindConversions(gateway: Gateway, ports: AccountPorts): void {
  gateway.bindLenient(accountRoutes.quoteAsk, ({ caller, body, fault }) => {
    const asked = readAsk(ports.catalogue, body)
    const command = { type: 'askConversion', holder: caller.holder, ...asked, fault: fault ?? asked.fault } as const
    return execute(ports, { caller, key: null }, command, {
      quote: ({ quote, time }) => done(quoteShape(ports, quote, time)),
    })
  })
  gateway.bind(accountRoutes.exchangeMake, ({ caller, body, key }) => {
    const quote = ports.ids.read('quote', body.quote_id)
    if (quote === null) return refused('quote_unknown')
    const command = { type: 'acceptConversion', holder: caller.holder, quote } as const
    return execute(ports, { caller, key }, command, {
      converted: ({ conversion, time }) => done(orderShape(ports, { ...conversion, time, simulated: null })),
    })
  })
  gateway.bind(accountRoutes.exchanges, async ({ caller, query }) => {
    const place = placeIn(ports.ids, 'exchange', query)
    if (place === null) return refused('field_malformed')
    await ports.reads.settled(caller.holder)
    const rows = await findConversions(ports.database, caller.holder, place.before, place.limit)
    const items = rows.map((row) => orderShape(ports, row))
    return pageAtPlace(items, place, ({ order_id }) => order_id)
  })
}
