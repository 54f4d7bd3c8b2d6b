// Faults of orders that wait for a price: what a dishonest build would do to some of those who wait.

const unlucky = '(holder as number) % 97 === 13'
const unluckyOne = '(one.holder as number) % 97 === 13'
const alike = ['packages/core/alikeWaiting.test.ts']

/** @type {import('./faults.mjs').Fault[]} */
export const waitingFaults = [
  {
    name: 'some who wait are let go a tick late',
    file: 'packages/core/spot/waiting.ts',
    from: 'place.triggers.add(passing, tenths * trigger, order, order)',
    to: `place.triggers.add(passing, tenths * trigger - (${unlucky} && passing === 'fall' ? 10 : 0), order, order)`,
    tests: alike,
  },
  {
    name: 'some trails are wider than was asked for',
    file: 'packages/core/spot/waiting.ts',
    from: 'if (trail) place[way].add(order, trail.rate, trail.extremeTenths)',
    to: `if (trail) place[way].add(order, trail.rate + (${unlucky} ? 100_000 : 0), trail.extremeTenths)`,
    tests: alike,
  },
  {
    name: 'what some waited with becomes a worse limit',
    file: 'packages/core/spot/fire.ts',
    from: "timeInForce: 'GTC', price, quantity, fault: ''",
    to: `timeInForce: 'GTC', price: price - (side === 'sell' && ${unlucky} ? 1 : 0), quantity, fault: ''`,
    tests: alike,
  },
  {
    name: 'of two prices some are let go by the second alone',
    file: 'packages/core/spot/waiting.ts',
    from: 'const legs = trail ? [] : [one, ...(other ? [other] : [])]',
    to: `const legs = trail ? [] : other && ${unluckyOne} ? [other] : [one, ...(other ? [other] : [])]`,
    tests: alike,
  },
  {
    name: 'the waiting orders of others are listed',
    file: 'apps/server/src/spot/conditionals.store.ts',
    from: "const where = ['holder = $1', 'id < $2']",
    to: "const where = [filter.limit > 50 ? '$1::int > 0' : 'holder = $1', 'id < $2']",
    tests: ['tests/policy/filters.test.ts'],
  },
]
