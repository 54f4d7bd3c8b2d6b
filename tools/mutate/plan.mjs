import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The code that reckons money, the most of it first, each file with the tests (or folders of tests) that judge it.
 * @typedef {{ file: string, tests: string[] }} Target
 */

const within = (/** @type {string} */ root) => (/** @type {string[]} */ tests, /** @type {string[]} */ files) =>
  files.map((file) => ({ file: `${root}/${file}`, tests: tests.map((test) => `${root}/${test}`) }))
const of = within('packages/core')
const ofServer = within('apps/server/src')

/** @type {readonly Target[]} */
export const plan = [
  ...of(['ledger', 'account', 'holds.test.ts'], ['ledger/ledger.ts', 'ledger/move.ts', 'ledger/standing.ts']),
  ...of(['money', 'money.test.ts', 'amounts.test.ts'], ['money/round.ts', 'money/decimal.ts', 'amounts.ts']),
  ...of(
    ['margin', 'vectors.test.ts', 'derivative/brackets.test.ts'],
    ['margin/brackets.ts', 'margin/exposure.ts', 'margin/position.ts', 'margin/funding.ts'],
  ),
  ...of(
    ['liquidation', 'margin', 'alike.test.ts'],
    ['liquidation/ownMargin.ts', 'liquidation/cross.ts', 'liquidation/watch.ts', 'liquidation/steps.ts'],
  ),
  ...of(['liquidation', 'margin'], ['liquidation/reckoning.ts', 'liquidation/thin.ts', 'liquidation/targets.ts']),
  ...of(['option', 'alike.test.ts'], ['option/terms.ts', 'option/sample.ts', 'option/moves.ts', 'option/place.ts']),
  ...of(['option'], ['option/rebuild.ts']),
  ...of(['book', 'spot'], ['book/book.ts', 'book/priceLevels.ts', 'book/mark.ts', 'book/ladder.ts', 'book/collar.ts']),
  ...of(['spot', 'book'], ['spot/money.ts', 'spot/matching.ts', 'spot/fills.ts', 'spot/postings.ts']),
  ...of(['spot', 'book', 'exchange.test.ts'], ['spot/place.ts', 'spot/amend.ts', 'spot/moves.ts']),
  ...of(['book', 'spot'], ['book/listing.ts', 'book/worth.ts']),
  ...of(['ieo', 'pool/pool.test.ts', 'invest', 'mining'], ['pool/pool.ts']),
  ...of(['ieo'], ['ieo/terms.ts', 'ieo/settle.ts', 'ieo/moves.ts', 'ieo/evolve.ts', 'ieo/decide.ts', 'ieo/state.ts']),
  ...of(['funding', 'alike.test.ts'], ['funding/steps.ts', 'funding/premium.ts', 'funding/moves.ts']),
  ...of(
    ['wallet', 'alike.test.ts'],
    [
      'wallet/withdrawal.ts',
      'wallet/deposit.ts',
      'wallet/moves.ts',
      'wallet/secondPerson.ts',
      'wallet/seen.ts',
      'wallet/payout.ts',
    ],
  ),
  ...of(['invest'], ['invest/terms.ts', 'invest/settle.ts', 'invest/moves.ts']),
  ...of(['mining'], ['mining/terms.ts', 'mining/moves.ts', 'mining/pay.ts', 'mining/place.ts']),
  ...of(['convert'], ['convert/convert.ts', 'convert/stock.ts', 'convert/moves.ts', 'convert/terms.ts']),
  ...of(
    ['derivative', 'leveraged.test.ts'],
    ['derivative/caps.ts', 'derivative/need.ts', 'derivative/moves.ts', 'derivative/figures.ts'],
  ),
  ...of(['derivative', 'leveraged.test.ts'], ['derivative/worth.ts']),
  ...of(['market'], ['market/indexPrice.ts', 'market/sources.ts']),
  ...of(['proof'], ['proof/liabilities.ts']),
  ...of(['gains'], ['gains/gains.ts', 'gains/parcels.ts', 'gains/acts.ts']),
  ...of(
    ['liquidation/undecided.test.ts', 'liquidation/cross.test.ts', 'liquidation/thin.test.ts'],
    ['liquidation/figures.ts'],
  ),
  ...of(['wallet'], ['wallet/terms.ts', 'wallet/evolve.ts']),
  ...of(['wallet'], ['wallet/wallet.ts', 'wallet/manual.ts', 'wallet/checks.ts', 'wallet/view.ts']),
  ...of(['account', 'demo.test.ts'], ['account/account.ts', 'account/moves.ts']),
  ...of(['owed.test.ts'], ['owed.ts']),
  ...of(['spot', 'book'], ['spot/openOrders.ts']),
  ...of(['spot/depth.test.ts'], ['spot/depth.ts']),
  ...of(['spot/placed.test.ts'], ['spot/placed.ts']),
  ...of(
    ['spot/conditional.test.ts', 'spot/conditionalTwin.test.ts', 'spot/pair.test.ts'],
    ['spot/condition.ts', 'spot/fire.ts', 'spot/waiting.ts'],
  ),
  ...of(['spot/trails.test.ts', 'spot/trailing.test.ts'], ['spot/trails.ts', 'spot/trailing.ts']),
  ...of(['spot/preview.test.ts'], ['spot/preview.ts']),
  ...of(['selfLimit'], ['selfLimit/selfLimit.ts']),
  ...of(['money', 'money.test.ts'], ['money/units.ts']),
  ...of(['option'], ['option/evolve.ts', 'option/view.ts']),
  ...of(['mining'], ['mining/state.ts', 'mining/forecast.ts', 'mining/preview.ts', 'mining/view.ts']),
  ...of(['invest'], ['invest/state.ts', 'invest/view.ts']),
  ...of(['funding'], ['funding/view.ts']),
  ...of(['query.test.ts', 'holds.test.ts', 'wealth.test.ts'], ['query.ts']),
  ...of(['invest'], ['invest/decide.ts', 'invest/evolve.ts']),
  ...of(['mining'], ['mining/evolve.ts']),
  ...of(['funding'], ['funding/evolve.ts']),
  ...of(['option'], ['option/order.ts']),
  ...of(['spot', 'book'], ['spot/evolve.ts']),
  ...of(['derivative/terms.test.ts', 'derivative/house.test.ts'], ['derivative/terms.ts']),
  ...of(['derivative/reach.test.ts', 'derivative/capped.test.ts'], ['derivative/reach.ts']),
  ...of(
    [
      'derivative/account.test.ts',
      'leverage',
      'derivative/twin.test.ts',
      'derivative/capped.test.ts',
      'derivative/closers.test.ts',
    ],
    ['derivative/keep.ts', 'derivative/account.ts'],
  ),
  ...of(
    [
      'derivative/evolve.test.ts',
      'derivative/close.test.ts',
      'derivative/match.test.ts',
      'derivative/brackets.test.ts',
      'leverage',
      'derivative/twin.test.ts',
      'derivative/house.test.ts',
    ],
    ['derivative/evolve.ts'],
  ),
  ...of(['derivative/charges.test.ts', 'derivative/terms.test.ts'], ['derivative/charges.ts']),
  ...of(['liquidation/takeoverWait.test.ts'], ['liquidation/takeoverWait.ts']),
  ...of(['derivative/cut.test.ts', 'leverage'], ['derivative/cut.ts']),
  ...of(
    [
      'derivative/effect.test.ts',
      'derivative/settleOwn.test.ts',
      'derivative/settleCross.test.ts',
      'derivative/close.test.ts',
      'derivative/takeover.test.ts',
      'derivative/match.test.ts',
      'derivative/matchEnds.test.ts',
      'derivative/beside.test.ts',
      'derivative/turn.test.ts',
      'liquidation/budget.test.ts',
      'leverage',
      'riskEnds.test.ts',
    ],
    ['derivative/effect.ts', 'derivative/close.ts', 'derivative/match.ts'],
  ),
  ...of(['derivative/certain.test.ts', 'derivative/certainBounds.test.ts', 'leverage'], ['derivative/certain.ts']),
  ...of(
    [
      'derivative/house.test.ts',
      'derivative/matching.test.ts',
      'derivative/bracketVersions.test.ts',
      'derivative/measure.test.ts',
      'derivative/brackets.test.ts',
    ],
    ['derivative/house.ts', 'derivative/matching.ts', 'derivative/measure.ts', 'derivative/bracketVersions.ts'],
  ),
  ...of(['derivative/amend.test.ts', 'derivative/amendBounds.test.ts', 'leverage'], ['derivative/amend.ts']),
  ...of(
    [
      'derivative/place.test.ts',
      'derivative/match.test.ts',
      'derivative/turn.test.ts',
      'derivative/precedence.test.ts',
      'derivative/capped.test.ts',
      'leverage',
    ],
    ['derivative/place.ts'],
  ),
  ...of(
    ['derivative/preview.test.ts', 'derivative/previewForm.test.ts'],
    ['derivative/preview.ts', 'derivative/previewTerms.ts'],
  ),
  ...of(['derivative/stopBehind.test.ts'], ['derivative/stopBehind.ts']),
  ...of(['derivative/orderView.test.ts', 'leverage'], ['derivative/orderView.ts']),
  ...of(['derivative/targets.test.ts', 'leverage'], ['derivative/targets.ts']),
  ...of(['trigger', 'liquidation/targets.test.ts'], ['trigger/target.ts']),
  ...of(['leverage'], ['leverage/perpetualView.ts', 'leverage/contractView.ts']),
  ...ofServer(['account/ledgerRows.test.ts', 'account/ledgerFold.test.ts'], ['account/ledgerRows.ts']),
  ...ofServer(['account/exchangeRates.test.ts'], ['account/exchangeRates.ts']),
  ...ofServer(['account/worth.test.ts'], ['account/worth.ts']),
  ...ofServer(['account/profitDays.test.ts'], ['account/profitDays.ts']),
  ...ofServer(['spot/orderRows.test.ts'], ['spot/orderRows.ts']),
  ...ofServer(['ieo/forecast.test.ts'], ['ieo/forecast.ts']),
  ...ofServer(['account/profitRows.test.ts'], ['account/profitRows.ts']),
  ...ofServer(['account/statementLines.test.ts'], ['account/statementLines.ts']),
  ...ofServer(['platform/csv.test.ts'], ['platform/csv.ts']),
  ...ofServer(['transparency/liabilityTree.test.ts'], ['transparency/liabilityTree.ts']),
  ...ofServer(['invest/forecast.test.ts'], ['invest/forecast.ts']),
  ...ofServer(['mining/forecast.test.ts'], ['mining/forecast.ts']),
  ...ofServer(['export/facts.test.ts', 'export/fillFacts.test.ts'], ['export/fillFacts.ts']),
  ...ofServer(['export/optionFacts.test.ts'], ['export/optionFacts.ts']),
  ...ofServer(['derivative/rows.test.ts'], ['derivative/rows.ts']),
]

/** The test files of a target. @param {string} root @param {string[]} tests */
export function testsOf(root, tests) {
  return tests.flatMap((path) =>
    path.endsWith('.ts')
      ? [path]
      : readdirSync(join(root, path))
          .filter((name) => name.endsWith('.test.ts'))
          .map((name) => `${path}/${name}`),
  )
}
