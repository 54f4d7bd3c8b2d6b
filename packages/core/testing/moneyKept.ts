import { ownedOf } from '../wallet/withdrawal.ts'
import type { Command } from '../vocabulary.ts'
import { pick, share, type Asked } from './moneyAsk.ts'
import { moneyCodes } from './moneyRun.ts'

const unit = 1_000_000n
const accounts = ['coin', 'contract', 'option'] as const
const hourMs = 3_600_000

function available({ run, holder }: Asked, account: (typeof accounts)[number], currency = 0): bigint {
  return run.state.venue.ledger.available(holder, account, currency)
}

function deposited({ run, a, c, d, holder }: Asked): Command {
  const code = pick(moneyCodes, a)
  const amount =
    [BigInt(10 + d) * unit, BigInt(d + 1) * 100_000n, BigInt(d + 1) * 100_000n, BigInt(d + 100)][a % 4] ?? 0n
  return {
    type: 'submitDeposit',
    holder,
    currency: code,
    amount: c % 9 === 0 ? amount * 100n : amount,
    claim: 1 + run.sent.length,
    fault: '',
  }
}

function* depositEnded({ run, a, c, d }: Asked): Generator<Command> {
  const open = [...run.state.wallet.deposits.values()]
  if (open.length === 0) return
  const { holder, deposit, amount } = pick(open, a)
  const received = pick([amount, amount, amount / 2n, amount * 2n, 1n], d)
  switch (c % 5) {
    case 0:
      yield { type: 'cancelDeposit', holder, deposit }
      return
    case 1:
      yield { type: 'decideDeposit', holder, deposit, received: 0n, reason: 'not_received', operator: 1, fault: '' }
      return
    case 2:
      yield {
        type: 'creditDeposit',
        holder,
        deposit,
        received,
        asker: 1,
        approver: pick([2, 1, 0], d),
        alone: d % 4 === 0,
      }
      return
    default:
      yield { type: 'decideDeposit', holder, deposit, received, reason: '', operator: 1, fault: '' }
  }
}

function* withdrawn(asked: Asked): Generator<Command> {
  const { run, holder, a, c, d } = asked
  const currency = a % 4
  const owned = ownedOf(run.state.wallet, run.state.venue, holder, currency)
  const some = share(owned.available, c) / pick([1n, 4n, 20n], d)
  const ask = {
    holder,
    currency: moneyCodes[currency] ?? '',
    amount: pick([some, some, owned.available, owned.deposited], d),
    method: pick(['address', 'card'] as const, a),
    claim: 1 + run.sent.length,
    fault: '',
  }
  if (c % 2 === 0) yield { type: 'submitWithdrawal', ...ask }
  else {
    const versionShown = d % 5 === 0 ? null : run.state.wallet.termsVersion
    yield { type: 'requestWithdrawal', ...ask, feeShown: null, versionShown }
  }
}

function* withdrawalEnded({ run, a, c, d }: Asked): Generator<Command> {
  const open = [...run.state.wallet.withdrawals.values()]
  if (open.length === 0) return
  const { holder, withdrawal } = pick(open, a)
  if (c % 7 === 0) {
    yield { type: 'cancelWithdrawal', holder, withdrawal }
    return
  }
  const what = pick(['approve', 'approve', 'pay', 'pay', 'fail', 'reject', 'reject_alone'] as const, d)
  const reason = what.startsWith('reject') ? 'payee_invalid' : ''
  yield { type: 'decideWithdrawal', holder, withdrawal, act: what, reason, operator: pick([1, 2], c) }
}

function* wealth(kind: string, asked: Asked): Generator<Command> {
  const { run, holder, a, b, c, d } = asked
  const { mining, invest, ieo } = run.state
  if (kind === 'mine' && mining.products.size > 0) {
    const { id: product, terms } = pick([...mining.products.values()], a)
    const amount = share(available(asked, 'coin', terms.currency), c) / pick([1n, 4n, 20n], d)
    yield { type: 'openMining', holder, product, amount, versionShown: null, fault: '' }
  } else if (kind === 'redeem' && mining.orders.size > 0) {
    const { id: order, holder: owner } = pick([...mining.orders.values()], a)
    yield { type: 'redeemMining', holder: d % 9 === 0 ? holder : owner, order }
  } else if (kind === 'invest' && invest.products.size > 0) {
    yield {
      type: 'buyInvest',
      holder,
      product: pick([...invest.products.keys()].reverse(), a % 3),
      shares: 1 + (c % pick([3, 120], d)),
      fault: '',
    }
  } else if (kind === 'subscribe' && ieo.projects.size > 0) {
    const project = pick([...ieo.projects.keys()].reverse(), a % 2)
    yield { type: 'subscribeIeo', holder, project, passes: 1 + ((b * c) % pick([7, 300], d)), fault: '' }
  }
}

/** What an act about what people keep asks for: transfers, deposits, withdrawals, products of wealth. */
export function* keptCommands(kind: string, asked: Asked): Generator<Command> {
  const { run, holder, realm, a, c, d } = asked
  switch (kind) {
    case 'transfer': {
      const [from, to] = [pick(accounts, a), pick(accounts, a >> 2)]
      yield {
        type: 'transfer',
        holder,
        from,
        to,
        amount: share(available(asked, from), c) / pick([1n, 2n, 8n], d),
        fault: '',
      }
      return
    }
    case 'deposit':
      yield deposited(asked)
      return
    case 'depositEnd':
      yield* depositEnded(asked)
      return
    case 'withdraw':
      yield* withdrawn(asked)
      return
    case 'withdrawEnd':
      yield* withdrawalEnded(asked)
      return
    case 'reset':
      if (c % 8 === 0) yield { type: 'settleDemo' }
      else yield { type: 'resetDemo', holder: realm === 'demo' || d % 9 === 0 ? holder : 50 }
      return
    case 'selfLimit':
      if (c % 3 === 0) yield { type: 'pauseRisk', holder, until: run.now + pick([5_000, 60_000, hourMs], d) }
      else {
        const limit = pick(['deposit_day', 'loss_day', 'stake'] as const, a)
        yield { type: 'setOwnLimit', holder, limit, amount: d % 3 === 0 ? null : BigInt(100 + d * 20) * unit }
      }
      return
    default:
      yield* wealth(kind, asked)
  }
}
