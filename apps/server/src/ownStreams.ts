import { decode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { BalanceStream } from './account/door.ts'
import { DerivativeStream } from './derivative/door.ts'
import {
  type Catalogue,
  type EngineClient,
  type Exchange,
  type Watermark,
  eventsCodec,
  splitFrames,
} from './engine/door.ts'
import type { MarketClient } from './market/door.ts'
import { MiningStream } from './mining/door.ts'
import { ExitRebuilder, OptionStream } from './option/door.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/postgres/database.ts'
import type { PublicIds } from './platform/publicId.ts'
import type { Hub } from './platform/socket/hub.ts'
import { OrderStream } from './spot/door.ts'
import { WalletStream } from './wallet/door.ts'

/** The events of a committed batch. */
export interface CommittedEvents {
  readonly events: readonly Event[]
  readonly seq: number
  readonly time: number
}

export type Follow = (listener: (batch: CommittedEvents) => void) => void

/** Decodes each committed batch once, keeps the catalogue, and tells whoever follows. */
export function followCommitted(engine: EngineClient, catalogue: Catalogue): Follow {
  const listeners: ((batch: CommittedEvents) => void)[] = []
  engine.onCommitted((batch) => {
    const events: Event[] = []
    for (const frame of splitFrames(batch.events)) events.push(...decode(eventsCodec, frame))
    for (const event of events) catalogue.take(event)
    for (const listener of listeners) listener({ events, seq: batch.seq, time: batch.time })
  })
  return (listener) => listeners.push(listener)
}

export interface OwnStreamsOptions {
  readonly hub: Hub
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly database: Database
  readonly ids: PublicIds
  readonly market: MarketClient
  readonly watermark: Watermark
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Tells holders what became of their balances and orders; returns how to stop that. */
export function startOwnStreams(follow: Follow, options: OwnStreamsOptions): () => void {
  const { hub, exchange, catalogue, market, clock, onError } = options
  const balances = new BalanceStream(hub, exchange, catalogue, onError)
  const simulated = (): boolean => market.view.kind !== 'live'
  const now = (): number => clock.now()
  const orders = new OrderStream({ ...options, simulated })
  const leveraged = new DerivativeStream({ ...options, simulated })
  const indexOf = (symbol: string): string | null => market.view.figures(symbol).index
  const optionStream = new OptionStream({ ...options, simulated, indexOf, now })
  const mining = new MiningStream(options)
  const wallet = new WalletStream(hub, options.ids)
  const tradesAt: MarketClient['tradesAt'] = (symbol, moment) => market.tradesAt(symbol, moment)
  const rebuilder = new ExitRebuilder({ exchange, catalogue, tradesAt, now, onError })
  rebuilder.resume().catch(onError)
  follow(({ events, seq, time }) => {
    balances.take(events, time)
    orders.take(events, seq)
    leveraged.take(events, seq)
    optionStream.take(events, seq)
    mining.take(events, seq)
    wallet.take(events, time)
    rebuilder.take(events)
  })
  return () => {
    orders.close()
    leveraged.close()
    optionStream.close()
    mining.close()
    rebuilder.close()
  }
}
