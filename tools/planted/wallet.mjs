// Faults of money in and out, and of payouts by machines: what would pay twice, or pay and give back.

const core = ['packages/core/wallet/payout.test.ts']
const server = ['apps/server/src/wallet/payout/payout.test.ts']

/** @type {import('./faults.mjs').Fault[]} */
export const walletFaults = [
  {
    name: 'a withdrawal fee is rounded down',
    file: 'packages/core/wallet/withdrawal.ts',
    from: "const fee = divide(amount * BigInt(feeRate), rateOneBig, 'up')",
    to: "const fee = divide(amount * BigInt(feeRate), rateOneBig, 'down')",
    tests: ['packages/core/wallet'],
  },
  {
    name: 'a limit may be passed by a unit',
    file: 'packages/core/wallet/withdrawal.ts',
    from: 'return asked > 0n && used + asked > max ? null : asked',
    to: 'return asked > 0n && used + asked > max + 1n ? null : asked',
    tests: ['packages/core/wallet'],
  },
  {
    name: 'one person credits at the threshold',
    file: 'packages/core/wallet/secondPerson.ts',
    from: 'usageOf(state, open.holder, now).credited >= state.terms.fourEyesMin',
    to: 'usageOf(state, open.holder, now).credited > state.terms.fourEyesMin',
    tests: ['packages/core/wallet'],
  },
  {
    name: 'a person pays what a machine pays',
    file: 'packages/core/wallet/withdrawal.ts',
    from: "if (state.payouts.has(holder)) return rejected('payout_running')",
    to: "if (state.payouts.has(holder) && act !== 'pay') return rejected('payout_running')",
    tests: core,
  },
  {
    name: 'what was sent is given back',
    file: 'packages/core/wallet/payout.ts',
    from: "if (found.state !== 'ordered') return rejected('payout_running')",
    to: "if (found.state === 'lost') return rejected('payout_running')",
    tests: core,
  },
  {
    name: 'a payout is let go with a second pledge',
    file: 'apps/server/src/wallet/payout/messages.ts',
    from: "if (now.said === 'taken' && now.pledge !== pledge) {",
    to: "if (now.said === 'taken' && now.pledge === '') {",
    tests: server,
  },
  {
    name: 'another amount than was ordered is paid',
    file: 'apps/server/src/wallet/payout/stand.ts',
    from: 'return !isSame || message.amount !== ordered.amount',
    to: 'return !isSame',
    tests: server,
  },
]
