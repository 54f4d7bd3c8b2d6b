// Faults that somebody could plant, each with the tests that must fail of it. Biases first: what a dishonest build would
// do to some and not to others; then money and privacy. `from` stands exactly once in its file.

/**
 * @typedef {{ file: string, from: string, to: string }} Edit
 * @typedef {Edit & { name: string, tests: string[], also?: Edit }} Fault
 */

import { busFaults } from './bus.mjs'
import { waitingFaults } from './waiting.mjs'
import { walletFaults } from './wallet.mjs'

const core = (/** @type {string} */ file) => `packages/core/${file}`
const server = (/** @type {string} */ file) => `apps/server/src/${file}`
const alike = core('alike.test.ts')
const permuted = core('permuted.test.ts')
const always = core('alikeAlways.test.ts')
const unlucky = '(holder as number) % 97 === 13'
const ownership = ['tests/policy/filters.test.ts']

/** A bias has to be at two places: where a mark is found that may liquidate, and where that is decided. */
function early(/** @type {string} */ name, /** @type {string} */ whom) {
  const edge = 'const mark = edgeOf(state, account, position, margin)'
  return {
    name,
    file: core('liquidation/watch.ts'),
    from: edge,
    to: `${edge} + (side === 'long' && ${whom} ? 1 : 0)`,
    also: {
      file: core('liquidation/ownMargin.ts'),
      from: 'const equity = margin + profit',
      to: `const equity = margin + profit - (${whom} ? 30_000n : 0n)`,
    },
    tests: [alike],
  }
}

/** @type {Fault[]} */
export const faults = [
  {
    name: 'some lose ties of their options',
    file: core('option/sample.ts'),
    from: 'const outcome = outcomeOf(direction, entryTenths, exitTenths)',
    to: `const outcome = ${unlucky} && entryTenths === exitTenths ? 'loss' : outcomeOf(direction, entryTenths, exitTenths)`,
    tests: [alike],
  },
  {
    name: 'some get the sample one step worse',
    file: core('option/sample.ts'),
    from: 'const outcome = outcomeOf(direction, entryTenths, exitTenths)',
    to: `const outcome = outcomeOf(direction, entryTenths, exitTenths - (${unlucky} && direction === 'up' ? 1 : 0))`,
    tests: [alike],
  },
  {
    name: 'some buy of the house a tick worse',
    file: core('spot/matching.ts'),
    from: 'const price = byHouse ? house.price[level] : book.price(slot)',
    to: `const price = byHouse ? house.price[level] + (buys && ${unlucky} ? 1 : 0) : book.price(slot)`,
    tests: [alike],
  },
  early('some are liquidated a tick early', unlucky),
  early('every second is liquidated a tick early', '(holder as number) % 2 === 0'),
  {
    name: 'all are liquidated a tenth of their margin early',
    file: core('liquidation/watch.ts'),
    from: 'const mark = edgeOf(state, account, position, margin)',
    to: 'const mark = edgeOf(state, account, position, (margin * 9n) / 10n)',
    also: {
      file: core('liquidation/ownMargin.ts'),
      from: 'if (!isLiquidatable(equity, maintenance)) return null',
      to: 'if (!isLiquidatable(equity - margin / 10n, maintenance)) return null',
    },
    tests: [core('liquidation/tick.test.ts')],
  },
  {
    name: 'a takeover does not wait for a mark that is old',
    file: core('liquidation/takeoverWait.ts'),
    from: 'now - venue.marks.of(listing).time > houseAgeMaxMs',
    to: 'now - venue.marks.of(listing).time > tradeAgeMaxMs',
    tests: [core('liquidation/takeoverWait.test.ts')],
  },
  {
    name: 'a fee of closing that rises holds at once',
    file: core('derivative/charges.ts'),
    from: 'Math.min(inForce[name], asked[name])',
    to: 'asked[name]',
    tests: [core('derivative/charges.test.ts')],
  },
  {
    name: 'some are stopped out a tick early',
    file: core('liquidation/watch.ts'),
    from: 'const stop = fired ? 0 : position.stopLoss * tenthsPerTick',
    to: `const { holder } = position
    const stop = fired ? 0 : position.stopLoss * tenthsPerTick + (${unlucky} ? 1 : 0)`,
    tests: [alike],
  },
  {
    name: 'the price shown for a liquidation is rounded against its owner',
    file: core('derivative/figures.ts'),
    from: "side === 'long' ? 'up' : 'down'",
    to: "side === 'long' ? 'down' : 'up'",
    tests: [core('derivative'), core('liquidation/replayed.test.ts')],
  },
  {
    name: 'every second pays more funding',
    file: core('funding/steps.ts'),
    from: 'const full = fundingPayment(was.side, value, due.rate)',
    to: 'const full = fundingPayment(was.side, value, due.rate) - BigInt((was.holder as number) % 2)',
    tests: [alike],
  },
  {
    name: 'the demo is settled by number',
    file: core('ledger/standing.ts'),
    from: 'for (const holder of this.#arrived) {',
    to: 'for (const holder of [...this.#arrived].sort((a, b) => holderRow(a) - holderRow(b))) {',
    tests: [permuted],
  },
  {
    name: 'a lower number goes first in the book',
    file: core('spot/matching.ts'),
    from: "else if (isOwn && !intent.passesOwn) end = 'self_trade'",
    to: "else if (!byHouse && (book.holder(slot) as number) > (holder as number) + 5_000) end = 'self_trade'",
    tests: [permuted, alike],
  },
  {
    name: 'some are allotted a pass less',
    file: core('ieo/settle.ts'),
    from: 'const passes = passesOf(applied, inAll, terms.supply, counted)',
    to: `const passes = passesOf(applied, inAll, terms.supply, counted) - (${unlucky} ? 1 : 0)`,
    tests: [core('ieo'), alike],
  },
  {
    name: 'a fee is rounded down',
    file: core('spot/money.ts'),
    from: 'return whole * feeRate + Math.ceil((product - excess) / rateOne)',
    to: 'return whole * feeRate + Math.floor((product - excess) / rateOne)',
    tests: [core('spot/money.test.ts')],
  },
  {
    name: 'an income is rounded up',
    file: core('mining/terms.ts'),
    from: "return divide(amount * BigInt(rate), rateOneBig, 'down')",
    to: "return divide(amount * BigInt(rate), rateOneBig, 'up')",
    tests: [core('mining')],
  },
  {
    name: 'a redemption costs a unit less',
    file: core('mining/terms.ts'),
    from: "return divide(amount * BigInt(redemptionRate), rateOneBig, 'up')",
    to: "return divide(amount * BigInt(redemptionRate), rateOneBig, 'down')",
    tests: [core('mining')],
  },
  {
    name: 'what equals its maintenance is liquidated',
    file: core('margin/brackets.ts'),
    from: 'return maintenance > 0n && equity < maintenance',
    to: 'return maintenance > 0n && equity <= maintenance',
    tests: [core('liquidation/tick.test.ts'), core('margin')],
  },
  {
    name: 'maintenance is rounded down',
    file: core('margin/exposure.ts'),
    from: "return divide(scaled * BigInt(quantity), BigInt(whole) * one, 'up')",
    to: "return divide(scaled * BigInt(quantity), BigInt(whole) * one, 'down')",
    tests: [core('margin')],
  },
  {
    name: 'a floor counts for the bracket above it',
    file: core('margin/brackets.ts'),
    from: 'if (bracket.floor >= notional) break',
    to: 'if (bracket.floor > notional) break',
    tests: [core('margin'), core('derivative')],
  },
  {
    name: 'initial margin is rounded down',
    file: core('margin/brackets.ts'),
    from: "return divide(cost, BigInt(multiple), 'up')",
    to: "return divide(cost, BigInt(multiple), 'down')",
    tests: [core('margin'), core('derivative')],
  },
  {
    name: 'funding favours who pays',
    file: core('margin/funding.ts'),
    from: "BigInt(rateOne), 'down')",
    to: "BigInt(rateOne), 'up')",
    tests: [core('margin/funding.test.ts')],
  },
  {
    name: 'funding swaps its sides',
    file: core('margin/funding.ts'),
    from: 'divide(-signOf(side) * value',
    to: 'divide(signOf(side) * value',
    tests: [core('funding')],
  },
  {
    name: 'a stale mark decides',
    file: core('book/mark.ts'),
    from: 'if (now - mark.time > tradeAgeMaxMs || mark.sources < sourcesMin[realm] ||',
    to: 'if (now - mark.time > openAgeMaxMs || mark.sources < sourcesMin[realm] ||',
    tests: [core('liquidation')],
  },
  {
    name: 'a market trades a second longer on an old mark',
    file: core('book/mark.ts'),
    from: "if (age > tradeAgeMaxMs) return 'market_stale'",
    to: "if (age > tradeAgeMaxMs + 1_000) return 'market_stale'",
    tests: [core('spot'), core('derivative'), core('book')],
  },
  {
    name: 'real money trades on one source',
    file: core('book/mark.ts'),
    from: 'sourcesMin: Readonly<Record<Realm, number>> = { real: 2,',
    to: 'sourcesMin: Readonly<Record<Realm, number>> = { real: 1,',
    tests: [core('liquidation/undecided.test.ts'), core('book'), core('derivative'), core('vectors.test.ts')],
  },
  {
    name: 'a conversion pays a unit more',
    file: core('convert/convert.ts'),
    from: "return divide(numerator, source.denominator * target.numerator * rateOneBig, 'down')",
    to: "return divide(numerator, source.denominator * target.numerator * rateOneBig, 'up')",
    tests: [core('convert')],
  },
  {
    name: 'a cancelled order keeps its hold',
    file: core('derivative/moves.ts'),
    from: "moves.hold(holder, -effect.holdReleased, 'order', orderCategory(kind, side))",
    to: "moves.hold(holder, 0n * effect.holdReleased, 'order', orderCategory(kind, side))",
    tests: [core('leveraged.test.ts'), core('derivative')],
  },
  {
    name: 'a win pays the stake less',
    file: core('option/terms.ts'),
    from: "return divide(stake * BigInt(rate), rateOneBig, 'down')",
    to: "return divide(stake * BigInt(rate), rateOneBig, 'up')",
    tests: [core('option')],
  },
  {
    name: 'a pause ends early',
    file: core('selfLimit/selfLimit.ts'),
    from: "if (until <= (this.#byHolder.get(holder)?.until ?? 0)) return rejected('pause_shorter')",
    to: "if (until < 0) return rejected('pause_shorter')",
    tests: [core('selfLimit')],
  },
  {
    name: 'a looser limit holds at once',
    file: core('selfLimit/selfLimit.ts'),
    from: 'const from = isTighter(amount, holds) ? now : now + looserAfterMs',
    to: 'const from = isTighter(amount, holds) ? now : now',
    tests: [core('selfLimit')],
  },
  {
    name: 'passes are rounded up',
    file: core('ieo/terms.ts'),
    from: 'return Number(share(before + applied) - share(before))',
    to: 'return Number(share(before + applied) - share(before) + 1n)',
    tests: [core('ieo'), alike],
  },
  {
    name: 'a key is good for another body',
    file: core('keyed.ts'),
    from: "if (!isSameBody(key.digest, hexOf(kept.digest))) return rejected('key_reused')",
    to: "if (key.digest === '') return rejected('key_reused')",
    tests: [core('keyed.test.ts')],
  },
  {
    name: 'orders of a listing are anybody’s',
    file: server('spot/store.ts'),
    from: "const where = ['holder = $1', 'id < $2']",
    to: "const where = [filter.listing === undefined ? 'holder = $1' : '$1::int > 0', 'id < $2']",
    tests: ownership,
  },
  {
    name: 'alerts of a symbol are anybody’s',
    file: server('notification/alert/alert.store.ts'),
    from: 'FROM price_alert WHERE user_id = $1 AND ($2::text IS NULL OR symbol = $2)',
    to: 'FROM price_alert WHERE ($2::text IS NOT NULL OR user_id = $1) AND ($2::text IS NULL OR symbol = $2)',
    tests: ownership,
  },
  {
    name: 'some pay a unit more for a conversion',
    file: core('convert/convert.ts'),
    from: "const fee = divide(gross * BigInt(feeRate), rateOneBig, 'up')",
    to: `const fee = divide(gross * BigInt(feeRate), rateOneBig, 'up') + (${unlucky} ? 1n : 0n)`,
    tests: [always],
  },
  {
    name: 'the quotes of some end a second early',
    file: core('convert/convert.ts'),
    from: 'validUntil: now + quoteValidMs,',
    to: `validUntil: now + quoteValidMs - (${unlucky} ? 1_000 : 0),`,
    tests: [always],
  },
  {
    name: 'what one buys with coins is dearer than what one sells for them',
    file: core('convert/convert.ts'),
    from: 'const gross = convertedAmount(amount, from.price, to.price, spreadRate)',
    to: 'const gross = convertedAmount(amount, from.price, to.price, spreadRate) - (source === 0 ? 0n : 1n)',
    tests: [always],
  },
  {
    name: 'real money buys of the house a tick worse than the demo',
    file: core('spot/matching.ts'),
    from: 'return { price: ladder.price, quantity }',
    to: "return { price: ladder.price.map((price) => price + (realm === 'real' && side === 'sell' ? 1 : 0)), quantity }",
    tests: [always],
  },
  {
    name: 'the house is a tick worse in the small hours',
    file: core('spot/matching.ts'),
    from: 'return { price: ladder.price, quantity }',
    to: "return { price: ladder.price.map((price) => price + (now % 86_400_000 < 7_200_000 && side === 'sell' ? 1 : 0)), quantity }",
    tests: [always],
  },
  {
    name: 'an order with an unlucky id loses its tie',
    file: core('option/sample.ts'),
    from: 'const outcome = outcomeOf(direction, entryTenths, exitTenths)',
    to: "const outcome = id % 97 === 13 && entryTenths === exitTenths ? 'loss' : outcomeOf(direction, entryTenths, exitTenths)",
    tests: [alike],
  },
  {
    name: 'who bets down loses by a tenth',
    file: core('option/sample.ts'),
    from: 'const outcome = outcomeOf(direction, entryTenths, exitTenths)',
    to: "const outcome = outcomeOf(direction, entryTenths, exitTenths + (direction === 'down' ? 1 : 0))",
    tests: [core('option')],
  },
  {
    name: 'an option late in the minute settles by the next sample',
    file: core('option/sample.ts'),
    from: 'const outcome = outcomeOf(direction, entryTenths, exitTenths)',
    to: 'const outcome = outcomeOf(direction, entryTenths, exitTenths - (exitStamp % 60_000 > 50_000 ? 1 : 0))',
    tests: [always],
  },
  {
    name: 'a listing with an odd number pays more funding',
    file: core('funding/steps.ts'),
    from: 'const rate = count === 0 || markTenths === 0 ? 0 : fundingRate(premium, terms)',
    to: 'const rate = count === 0 || markTenths === 0 ? 0 : fundingRate(premium, terms) + (listing % 2)',
    tests: [always],
  },
  {
    name: 'large holders are refused an option at the least stake',
    file: core('option/place.ts'),
    from: 'if (command.stake < terms.stakeMin ||',
    to: `if (command.stake < terms.stakeMin + ((command.holder as number) % 2 === 1 ? 1n : 0n) ||`,
    tests: [core('option'), always],
  },
  {
    name: 'the engine decides some commands by an older clock',
    file: server('engine/exchangeMachine.ts'),
    from: 'const { outcome, facts } = record(state, envelope, now, wall, bytesMax)',
    to: `const late = 'holder' in envelope.command && (envelope.command.holder as number) % 2 === 1 ? 700 : 0
      const { outcome, facts } = record(state, envelope, now - late, wall, bytesMax)`,
    tests: [server('engine/exchangeMachine.test.ts')],
  },
  {
    name: 'the engine loses some orders on their way',
    file: server('engine/exchangeMachine.ts'),
    from: 'const envelope = decode(envelopeCodec, command)',
    to: `const told = decode(envelopeCodec, command)
      const envelope = told.command.type === 'placeSpotOrder' && (told.command.holder as number) % 7 === 3
        ? { ...told, command: { ...told.command, quantity: told.command.quantity - 1 } } : told`,
    tests: [server('engine/exchangeMachine.test.ts')],
  },
  {
    name: 'some hear nothing of their balances',
    file: server('account/balanceStream.ts'),
    from: 'if (isHouse(move.holder) || !watched(move.holder)) continue',
    to: 'if (isHouse(move.holder) || !watched(move.holder) || (move.holder as number) % 3 === 0) continue',
    tests: [server('account/balanceStream.test.ts')],
  },
  {
    name: 'the orders of others are listed on a long page',
    file: server('spot/store.ts'),
    from: "const where = ['holder = $1', 'id < $2']",
    to: "const where = [filter.limit > 50 ? '$1::int > 0' : 'holder = $1', 'id < $2']",
    tests: ownership,
  },
  {
    name: 'some options are left out of the evidence',
    file: server('transparency/evidenceLog.store.ts'),
    from: 'FROM option_order AS o',
    to: 'FROM (SELECT * FROM option_order WHERE holder % 7 <> 3) AS o',
    tests: ['tests/policy/sameFigures.test.ts'],
  },
  {
    name: 'some are told nothing of what the house sold them',
    file: server('spot/trades.store.ts'),
    from: 'WHERE f.holder = $1 AND f.order_id = $2 AND f.trade > $3 AND f.index_tenths > 0',
    to: 'WHERE f.holder = $1 AND f.holder % 7 <> 3 AND f.order_id = $2 AND f.trade > $3 AND f.index_tenths > 0',
    tests: ['tests/policy/sameFigures.test.ts'],
  },
  ...walletFaults,
  ...waitingFaults,
  ...busFaults,
]
