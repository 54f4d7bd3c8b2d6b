import { decode, encode, struct, u53 } from '@truemark/core/codec/codec'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Alert } from './alert.store.ts'
import type { Alerts } from './alerts.ts'

const subject = 'alert'
const newsCodec = struct({ alert: u53 })

/** Tells whoever watches the prices in another process which alerts are new, others now or gone. */
export class AlertNews {
  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Has `alerts` follow what is told; what was not heard is read when the bus is back. */
  static follow(bus: Bus, alerts: Pick<Alerts, 'load' | 'renew'>, onError: (error: unknown) => void): void {
    bus.subscribe(subject, (bytes) => {
      alerts.renew(decode(newsCodec, bytes).alert).catch(onError)
    })
    bus.onConnected(() => {
      alerts.load().catch(onError)
    })
  }

  put({ id }: Alert): void {
    this.remove(id)
  }

  remove(id: number): void {
    this.#bus.publish(subject, encode(newsCodec, { alert: id }))
  }
}
