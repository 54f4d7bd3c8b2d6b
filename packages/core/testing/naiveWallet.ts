/** One of a person's requests as a slow reader would keep it: the whole history, nothing derived. */
interface Request {
  readonly id: number
  readonly holder: number
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: bigint
  readonly at: number
  state: 'pending' | 'approved' | 'errored' | 'completed' | 'paid' | 'rejected' | 'canceled'
  received: bigint
  /** The part of a withdrawal that had been deposited. */
  free: bigint
}

const day = 86_400_000
const feeOf = (amount: bigint): bigint => (amount + 999n) / 1_000n
const least = 10_000_000n
const freeOfLevel = 1_000_000_000n

/**
 * The wallet's rules for USDT at the level `none`, said once more and as plainly as possible: every figure is summed anew
 * from the whole history at each question.
 */
export class NaiveWallet {
  readonly requests: Request[] = []

  #of(holder: number, kind: Request['kind']): Request[] {
    return this.requests.filter((one) => one.holder === holder && one.kind === kind)
  }

  #open(holder: number, kind: Request['kind']): Request | undefined {
    return this.#of(holder, kind).find(({ state }) => ['pending', 'approved', 'errored'].includes(state))
  }

  posted(holder: number): bigint {
    const came = this.#of(holder, 'deposit').reduce((sum, { received }) => sum + received, 0n)
    const went = this.#of(holder, 'withdrawal').filter(({ state }) => state === 'paid')
    return went.reduce((sum, { amount }) => sum - amount, came)
  }

  frozen(holder: number): bigint {
    return this.#open(holder, 'withdrawal')?.amount ?? 0n
  }

  #deposited(holder: number): bigint {
    const came = this.#of(holder, 'deposit').reduce((sum, { received }) => sum + received, 0n)
    const kept = this.#of(holder, 'withdrawal').filter(({ state }) => state !== 'rejected' && state !== 'canceled')
    return kept.reduce((sum, { free }) => sum - free, came)
  }

  #today(holder: number, kind: Request['kind'], now: number): bigint {
    const today = this.#of(holder, kind).filter(({ at }) => Math.floor(at / day) === Math.floor(now / day))
    return today.reduce((sum, { state, amount, received, free }) => {
      if (state === 'rejected' || state === 'canceled') return sum
      return sum + (kind === 'withdrawal' ? amount - free : state === 'completed' ? received : amount)
    }, 0n)
  }

  #add(holder: number, kind: Request['kind'], amount: bigint, at: number, free: bigint): boolean {
    const id = this.requests.filter((one) => one.kind === kind).length + 1
    this.requests.push({ id, holder, kind, amount, at, state: 'pending', received: 0n, free })
    return true
  }

  deposit(holder: number, amount: bigint, now: number): boolean {
    if (amount < least || this.#open(holder, 'deposit')) return false
    if (amount + this.#today(holder, 'deposit', now) > freeOfLevel) return false
    return this.#add(holder, 'deposit', amount, now, 0n)
  }

  withdraw(holder: number, amount: bigint, now: number): boolean {
    const available = this.posted(holder) - this.frozen(holder)
    const deposited = this.#deposited(holder)
    const isRest = amount > 0n && (amount === available || amount === deposited)
    if (amount <= feeOf(amount) || (amount < least && !isRest) || this.#open(holder, 'withdrawal')) return false
    const free = amount < deposited ? amount : deposited
    const counted = amount - free
    if (counted > 0n && counted + this.#today(holder, 'withdrawal', now) > freeOfLevel) return false
    return amount <= available && this.#add(holder, 'withdrawal', amount, now, free)
  }

  decide(kind: Request['kind'], id: number, state: Request['state'], received = 0n): boolean {
    const request = this.requests.find((one) => one.kind === kind && one.id === id)
    const from: Record<Request['state'], readonly Request['state'][]> = {
      pending: [],
      approved: ['pending'],
      errored: ['approved'],
      completed: ['pending'],
      paid: ['approved', 'errored'],
      rejected: ['pending', 'approved', 'errored'],
      canceled: ['pending'],
    }
    if (!request || !from[state].includes(request.state)) return false
    request.state = state
    request.received = received
    return true
  }
}
