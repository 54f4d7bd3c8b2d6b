import type { Event } from '@truemark/core/vocabulary'
import { type WalletChange, streamType } from '@truemark/protocol/stream'
import type { PublicIds } from '../platform/publicId.ts'
import type { OwnHub } from '../platform/socket/hub.ts'
import type { WalletPorts } from './ports.ts'
import { type CommittedEvents, type OwnTelling } from '../platform/socket/ownStream.ts'

/** Tells a holder's screens of payments on their way, which no event of the engine tells of. */
export function tellPayments(hub: OwnHub, now: () => number = Date.now): WalletPorts['paymentTold'] {
  return (holder, change, kind = 'payment') => {
    if (hub.isOpen(holder)) hub.toHolder(holder, streamType.wallet, { kind, ...change, time: now() })
  }
}

/** Tells holders how their deposits and withdrawals stand. */
export class WalletStream implements OwnTelling {
  readonly #hub: OwnHub
  readonly #ids: PublicIds

  constructor(hub: OwnHub, ids: PublicIds) {
    this.#hub = hub
    this.#ids = ids
  }

  take({ events, time }: CommittedEvents): void {
    for (const event of events) {
      const change = this.#changeOf(event)
      if (change === null || !('holder' in event) || !this.#hub.isOpen(event.holder)) continue
      this.#hub.toHolder(event.holder, streamType.wallet, { ...change, time })
    }
  }

  #changeOf(event: Event): Omit<WalletChange, 'time'> | null {
    switch (event.type) {
      case 'depositSubmitted':
        return { kind: 'deposit', id: this.#ids.write('deposit', event.deposit), status: 'pending', reason: '' }
      case 'depositClosed': {
        const { deposit, outcome, reason } = event
        return { kind: 'deposit', id: this.#ids.write('deposit', deposit), status: outcome, reason }
      }
      case 'withdrawalSubmitted':
        return this.#withdrawal(event.withdrawal, 'pending', '')
      case 'withdrawalMoved':
        return this.#withdrawal(event.withdrawal, event.state, '')
      case 'withdrawalClosed':
        return this.#withdrawal(event.withdrawal, event.outcome, event.reason)
      default:
        return null
    }
  }

  #withdrawal(withdrawal: number, status: string, reason: string): Omit<WalletChange, 'time'> {
    return { kind: 'withdrawal', id: this.#ids.write('withdrawal', withdrawal), status, reason }
  }
}
