import { decode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { BalanceStream } from './account/door.ts'
import { openDerivativeStream } from './derivative/door.ts'
import {
  type Catalogue,
  type EngineClient,
  type Exchange,
  type Reads,
  type Watermark,
  eventsCodec,
  splitFrames,
} from './engine/door.ts'
import type { Market } from './market/door.ts'
import { openMiningStream } from './mining/door.ts'
import { ExitRebuilder, openOptionStream } from './option/door.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/postgres/database.ts'
import type { PublicIds } from './platform/publicId.ts'
import type { Hub } from './platform/socket/hub.ts'
import { type CommittedEvents, type OwnTelling } from './platform/socket/ownStream.ts'
import { openConditionalStream, openOrderStream } from './spot/door.ts'
import { WalletStream } from './wallet/door.ts'

export type Follow = (listener: (batch: CommittedEvents) => void) => void

/** Decodes each committed batch once, keeps the catalogue, and tells whoever follows. */
export function followCommitted(engine: Pick<EngineClient, 'onCommitted'>, catalogue: Catalogue): Follow {
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
  readonly market: Market
  readonly reads: Reads
  readonly watermark: Watermark
  readonly clock: Clock
  /** Whether what options ended by is made anew here, where the market has to say what it was. */
  readonly rebuilds: boolean
  readonly onError: (error: unknown) => void
}

/** Tells holders what became of their balances and orders; returns how to stop that. */
export function startOwnStreams(follow: Follow, options: OwnStreamsOptions): () => Promise<void> {
  const { hub, exchange, catalogue, market, clock, onError } = options
  const simulated = (): boolean => market.view.kind !== 'live'
  const now = (): number => clock.now()
  const indexOf = (symbol: string): string | null => market.view.figures(symbol).index
  const tradesAt: Market['tradesAt'] = (symbol, moment) => market.tradesAt(symbol, moment)
  const rebuilders = options.rebuilds ? [new ExitRebuilder({ exchange, catalogue, tradesAt, now, onError })] : []
  for (const rebuilder of rebuilders) rebuilder.resume().catch(onError)
  const tellings: readonly OwnTelling[] = [
    new BalanceStream(hub, exchange, catalogue, onError),
    openOrderStream({ ...options, simulated }),
    openConditionalStream({ ...options, simulated }),
    openDerivativeStream({ ...options, simulated }),
    openOptionStream({ ...options, simulated, indexOf, now }),
    openMiningStream(options),
    new WalletStream(hub, options.ids),
    ...rebuilders,
  ]
  follow((batch) => {
    for (const telling of tellings) telling.take(batch)
  })
  return async () => {
    await Promise.all(tellings.map(async (telling) => telling.close?.()))
  }
}
