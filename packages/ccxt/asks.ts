import { ArgumentsRequired, InvalidOrder } from 'ccxt'
import type { SpotOrderBody, TimeInForce } from '@truemark/protocol/routes/spot'
import type { SpotConditionalBody, SpotTrailingBody } from '@truemark/protocol/routes/spotConditional'

/** An order as CCXT's caller asks for it, its figures already of the market's precision; '' where none is given. */
export interface Asked {
  readonly symbol: string
  readonly type: string
  readonly side: string
  readonly amount: string
  readonly price: string
  /** CCXT's own `params`, of which these words are read. */
  readonly params: Readonly<Record<string, unknown>>
}

const times: Readonly<Record<string, TimeInForce>> = { GTC: 'GTC', IOC: 'IOC', FOK: 'FOK', PO: 'POST_ONLY' }

function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

function headOf({ side, symbol, type }: Asked) {
  if (side !== 'buy' && side !== 'sell') throw new InvalidOrder(`truemark has no side ${side}`)
  if (type !== 'limit' && type !== 'market') throw new InvalidOrder(`truemark has no order type ${type}`)
  return { symbol, side, type } as const
}

// a market buy may name what it spends, and one that waits must
function sizeOf(asked: Asked, isWaiting: boolean): { readonly quantity?: string; readonly amount?: string } {
  const cost = textOf(asked.params['cost'])
  const isByCost = asked.type === 'market' && asked.side === 'buy' && (cost !== '' || isWaiting)
  if (!isByCost) return { quantity: asked.amount }
  if (cost === '') throw new ArgumentsRequired('truemark needs params.cost of a market buy that waits for a price')
  return { amount: cost }
}

/** What is sent for an order at once. */
export function orderBody(asked: Asked): SpotOrderBody {
  const head = headOf(asked)
  const size = sizeOf(asked, false)
  if (head.type === 'market') return { ...head, ...size }
  if (asked.price === '') throw new ArgumentsRequired('truemark needs a price for a limit order')
  const isPostOnly = asked.params['postOnly'] === true
  const time = isPostOnly ? 'POST_ONLY' : times[textOf(asked.params['timeInForce']) || 'GTC']
  if (time === undefined) throw new InvalidOrder(`truemark has no time in force ${textOf(asked.params['timeInForce'])}`)
  return { ...head, ...size, price: asked.price, time_in_force: time }
}

/**
 * What is sent for an order that waits for a price: a `triggerPrice` with the `triggerDirection` from which it is reached, or
 * a `stopLossPrice` or `takeProfitPrice`, of which the side says that.
 */
export function conditionalBody(asked: Asked): SpotConditionalBody | null {
  const { params, side } = asked
  const [trigger, loss, profit] = ['triggerPrice', 'stopLossPrice', 'takeProfitPrice'].map((name) =>
    textOf(params[name]),
  )
  const price = trigger || loss || profit
  if (price === undefined || price === '') return null
  const direction = textOf(params['triggerDirection'])
  if (trigger !== '' && direction !== 'up' && direction !== 'down') {
    throw new ArgumentsRequired('truemark needs params.triggerDirection, "up" or "down", beside triggerPrice')
  }
  const isDown = trigger === '' ? (side === 'sell') === (loss !== '') : direction === 'down'
  const limit = asked.type === 'limit' ? { price: asked.price } : {}
  return {
    ...headOf(asked),
    ...sizeOf(asked, true),
    ...limit,
    trigger_price: price,
    trigger_when: isDown ? 'at_or_below' : 'at_or_above',
  }
}

/** What is sent for an order that follows the index at `trailingPercent`; null where it does not. */
export function trailingBody(asked: Asked): SpotTrailingBody | null {
  const percent = textOf(asked.params['trailingPercent'])
  if (percent === '') return null
  const { type: _type, ...head } = headOf(asked)
  return { ...head, ...sizeOf(asked, true), trail: hundredthOf(percent) }
}

// exact: the point moves two places to the left
function hundredthOf(percent: string): string {
  const [whole = '', part = ''] = percent.split('.')
  const digits = whole.padStart(3, '0')
  const moved = `${digits.slice(0, -2)}.${digits.slice(-2)}${part}`
  return moved.replace(/0+$/, '').replace(/\.$/, '')
}
