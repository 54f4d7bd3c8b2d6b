import { type HolderId, holderName, isHouse } from '@truemark/core/ledger/holders'
import type { Account } from '@truemark/core/ledger/move'
import { demoGrant } from '@truemark/core/account/account'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'

const usdt = 0

/** What each user's coin and option accounts must hold, reckoned from what was told alone, by sums that a user would do. */
export class Purses {
  readonly #sums = new Map<string, bigint>()

  #add(holder: HolderId, account: Account, currency: number, amount: bigint): void {
    if (isHouse(holder) || account === 'contract') return
    const name = `${holderName(holder)} ${account} ${currency}`
    this.#sums.set(name, (this.#sums.get(name) ?? 0n) + amount)
  }

  take(event: Event): void {
    switch (event.type) {
      case 'demoGranted':
        return this.#add(event.holder, 'coin', usdt, event.amount)
      case 'demoReset':
        return this.#reset(event.holder)
      case 'transferred':
        this.#add(event.holder, event.from, usdt, -event.amount)
        return this.#add(event.holder, event.to, usdt, event.amount)
      case 'spotTraded':
        return this.#trade(event)
      case 'converted':
        this.#add(event.holder, 'coin', event.source, -event.sourceAmount)
        return this.#add(event.holder, 'coin', event.target, event.targetAmount)
      case 'optionSettled': {
        const won = event.outcome === 'win' ? event.gain : event.outcome === 'loss' ? -event.stake : 0n
        return this.#add(event.holder, 'option', usdt, won)
      }
      default:
        return this.#takeKept(event)
    }
  }

  #takeKept(event: Event): void {
    switch (event.type) {
      case 'depositClosed':
        return this.#add(event.holder, 'coin', event.currency, event.outcome === 'completed' ? event.received : 0n)
      case 'withdrawalClosed':
        return this.#add(event.holder, 'coin', event.currency, event.outcome === 'paid' ? -event.amount : 0n)
      case 'manuallyEntered':
        return this.#add(event.holder, 'coin', event.currency, event.kind === 'deposit' ? event.amount : -event.amount)
      case 'miningPaid':
        for (const { holder, currency, amount } of event.lines) this.#add(holder, 'coin', currency, amount)
        return
      case 'miningRedeemed':
        return this.#add(event.holder, 'coin', event.currency, -event.cost)
      case 'investBought':
        return this.#add(event.holder, 'coin', event.currency, -event.amount)
      case 'investSettled':
      case 'investVoided':
        return this.#add(event.holder, 'coin', event.currency, event.amount)
      case 'ieoAllotted':
        return this.#add(event.holder, 'coin', usdt, -event.cost)
      case 'ieoDelivered':
        return this.#add(event.holder, 'coin', event.currency, event.quantity)
      default:
    }
  }

  #reset(holder: HolderId): void {
    const name = `${holderName(holder)} `
    for (const key of this.#sums.keys()) if (key.startsWith(name)) this.#sums.set(key, 0n)
    this.#add(holder, 'coin', usdt, demoGrant)
  }

  #trade(event: Extract<Event, { type: 'spotTraded' }>): void {
    const { base, quote, makerHolder, takerHolder, takerSide, baseAmount, quoteAmount, makerFee, takerFee } = event
    const takes = takerSide === 'buy'
    for (const [holder, buys, fee] of [
      [takerHolder, takes, takerFee],
      [makerHolder, !takes, makerFee],
    ] as const) {
      // the fee is taken from what is received
      this.#add(holder, 'coin', base, buys ? BigInt(baseAmount - fee) : -BigInt(baseAmount))
      this.#add(holder, 'coin', quote, buys ? -BigInt(quoteAmount) : BigInt(quoteAmount - fee))
    }
  }

  /** Where the ledger says otherwise. */
  wrong({ venue }: State): string[] {
    const found: string[] = []
    for (const { holder, account, currency, posted, frozen } of venue.ledger.balances()) {
      if (isHouse(holder)) continue
      if (frozen < 0n || posted < frozen) found.push(`${holderName(holder)} ${account} ${currency} is below zero`)
      if (account === 'contract') continue
      const due = this.#sums.get(`${holderName(holder)} ${account} ${currency}`) ?? 0n
      if (posted !== due) found.push(`${holderName(holder)} ${account} ${currency} has ${posted}, and should ${due}`)
    }
    return found
  }
}
