import { firstWalletTerms } from '../wallet/terms.ts'
import type { WalletCommand } from '../wallet/command.ts'
import type { Draw } from './draw.ts'
import type { Draws } from './drawnTrades.ts'

const fault = ''
const unit = 1_000_000n

function deposit(draw: Draw) {
  const open = [...draw.state.wallet.deposits.values()]
  return open.length > 0 ? [draw.pick(open)] : []
}

function withdrawal(draw: Draw) {
  const open = [...draw.state.wallet.withdrawals.values()]
  return open.length > 0 ? [draw.pick(open)] : []
}

function payout(draw: Draw, isLost = false) {
  const open = [...draw.state.wallet.payouts.values()].filter(({ state }) => !isLost || state === 'lost')
  return open.length > 0 ? [draw.pick(open)] : []
}

// what is approved and not handed over yet
function approved(draw: Draw) {
  const { payouts, withdrawals } = draw.state.wallet
  const open = [...withdrawals.values()].filter(({ holder, state }) => state === 'approved' && !payouts.has(holder))
  return open.length > 0 ? [draw.pick(open)] : []
}

/** Commands of money in and out. */
export const drawnWallet: Draws<WalletCommand['type']> = {
  configureWallet: (draw) => [
    { type: 'configureWallet', terms: { ...firstWalletTerms, feeRate: draw.below(5_000_000), reviewMs: 3_600_000 } },
  ],
  submitDeposit: (draw) => [
    { type: 'submitDeposit', holder: draw.holder, currency: 'USDT', amount: draw.usdt(9_000), claim: 7, fault },
  ],
  cancelDeposit: (draw) => deposit(draw).map((one) => ({ type: 'cancelDeposit', ...one })),
  decideDeposit: (draw) =>
    deposit(draw).map((one) => {
      const isTaken = !draw.once(3)
      const word = { received: isTaken ? one.amount : 0n, reason: isTaken ? ('' as const) : ('duplicate' as const) }
      return { type: 'decideDeposit', holder: one.holder, deposit: one.deposit, ...word, operator: 1, fault }
    }),
  creditDeposit: (draw) =>
    deposit(draw).map(({ holder, deposit: of, amount }) => {
      return { type: 'creditDeposit', holder, deposit: of, received: amount, asker: 1, approver: 2, alone: false }
    }),
  creditSeen: (draw) => [
    {
      type: 'creditSeen',
      holder: draw.holder,
      deposit: 0,
      currency: draw.pick(['USDT', 'BTC']),
      received: draw.usdt(2_000),
      claim: 9,
      ...draw.pick([
        { asker: 0, approver: 0 },
        { asker: 1, approver: 2 },
      ]),
      alone: false,
    },
  ],
  submitWithdrawal: (draw) => [
    {
      type: 'submitWithdrawal',
      holder: draw.holder,
      currency: 'USDT',
      amount: 20n * unit + draw.usdt(900),
      method: draw.pick(['address', 'card'] as const),
      claim: 8,
      fault,
    },
  ],
  requestWithdrawal: (draw) => [
    {
      type: 'requestWithdrawal',
      holder: draw.holder,
      currency: draw.pick(['USDT', 'BTC']),
      amount: 20n * unit + draw.usdt(900),
      method: 'address',
      claim: 9,
      feeShown: null,
      versionShown: null,
      fault,
    },
  ],
  cancelWithdrawal: (draw) => withdrawal(draw).map((one) => ({ type: 'cancelWithdrawal', ...one })),
  decideWithdrawal: (draw) =>
    withdrawal(draw).map(({ holder, withdrawal: of }) => {
      const act = draw.pick(['approve', 'approve', 'pay', 'pay', 'fail', 'reject'] as const)
      const reason = act === 'reject' ? ('payee_invalid' as const) : ('' as const)
      return { type: 'decideWithdrawal', holder, withdrawal: of, act, reason, operator: 1 + draw.below(2) }
    }),
  releaseWithdrawal: (draw) =>
    approved(draw).map(({ holder, withdrawal: of }) => {
      const bounds = { orderMax: 2n ** 50n, dayMax: 2n ** 52n }
      return { type: 'releaseWithdrawal', holder, withdrawal: of, operator: 1 + draw.below(2), ...bounds }
    }),
  reportPayout: (draw) =>
    payout(draw).map(({ holder, payout: of, state }) => {
      const words =
        state === 'ordered'
          ? (['sent', 'unsent', 'unsent', 'lost'] as const)
          : (['sent', 'lost', 'lost', 'paid'] as const)
      const said = draw.pick(words)
      const reason = said === 'unsent' && draw.once(4) ? ('payee_invalid' as const) : ('' as const)
      return { type: 'reportPayout', holder, payout: of, said, reason, operator: 0 }
    }),
  settlePayout: (draw) =>
    payout(draw, true).map(({ holder, payout: of }) => {
      const reason = draw.pick(['', 'network_unavailable'] as const)
      return { type: 'settlePayout', holder, payout: of, reason, asker: 1, approver: 2, alone: false }
    }),
  holdWithdrawals: (draw) => [{ type: 'holdWithdrawals', holder: draw.holder }],
  enterManually: (draw) => [
    {
      type: 'enterManually',
      holder: draw.holder,
      kind: draw.pick(['deposit', 'withdrawal'] as const),
      currency: draw.below(3),
      amount: draw.usdt(300),
      asker: 1,
      approver: 2,
    },
  ],
  moveHouse: (draw) => [
    {
      type: 'moveHouse',
      realm: draw.pick(['real', 'demo'] as const),
      from: 'external',
      to: draw.pick(['insurance', 'wealthPool', 'treasury'] as const),
      currency: draw.below(3),
      amount: draw.usdt(5_000),
      asker: 1,
      approver: 2,
    },
  ],
}
