import { encode } from '@truemark/core/codec/codec'
import type { Bus } from '../platform/bus/bus.ts'
import { startRounds } from '../platform/rounds.ts'
import { beatEveryMs, coreBeatCodec, engineSubjects } from './coreBeat.ts'
import type { EngineClient } from './engineClient.ts'
import type { Waiting } from './intake.ts'
import type { Reply } from './reply.ts'
import type { Watermark } from './watermark.ts'
import { FrameSender, frameKinds, framesOf, framesOfAsking, isFramed, itemOf, sendReply } from './wire.ts'

export interface EngineServerOptions {
  readonly bus: Bus
  readonly engine: Pick<EngineClient, 'epoch' | 'figures' | 'firstSeq' | 'onCommitted' | 'query' | 'submit'>
  readonly watermark: Pick<Watermark, 'onProjected' | 'projected'>
  readonly onError: (error: unknown) => void
}

const messageBytesMax = 256 * 1024
/** A gateway that asks nothing during this time is forgotten. */
const forgetAfterMs = 60_000
const gatewaysMax = 256
/** What one gateway may have under way; its own bound is lower. */
const underWayMax = 20_000

/** A gateway that asks. */
interface Asker {
  readonly sender: FrameSender
  readonly underWay: Set<number>
  at: number
}

/** The core's side of the line: asks the engine what gateways ask, and tells all of them what is committed. */
export class EngineServer {
  readonly #options: EngineServerOptions
  readonly #askers = new Map<string, Asker>()
  readonly #rows: FrameSender
  readonly #stopBeats: () => Promise<void>
  readonly #unlisten: readonly (() => void)[]
  #seq: number
  #flushing = false

  constructor(options: EngineServerOptions) {
    const { bus, engine, watermark, onError } = options
    this.#options = options
    this.#seq = engine.firstSeq
    this.#rows = new FrameSender((message) => bus.publish(engineSubjects.rows, message))
    this.#unlisten = [
      engine.onCommitted(({ seq, time, events }) => {
        this.#seq = seq
        this.#rows.add(frameKinds.committed, [], [seq, time], events)
        this.#flushSoon()
      }),
      watermark.onProjected(({ seq, time }) => {
        this.#rows.add(frameKinds.projected, [], [seq, time], noBytes)
        this.#flushSoon()
      }),
    ]
    bus.subscribe(`${engineSubjects.ask}.*`, (bytes, gateway) => this.#take(bytes, gateway))
    bus.subscribe(engineSubjects.hello, () => this.#beat())
    this.#stopBeats = startRounds(() => this.#beat(), { everyMs: beatEveryMs, first: 'now', onError })
  }

  /** How many gateways have asked something lately. */
  get gateways(): number {
    return this.#askers.size
  }

  async close(): Promise<void> {
    await this.#stopBeats()
    for (const stop of this.#unlisten) stop()
    this.#flush()
  }

  #take(message: Uint8Array, gateway: string): void {
    if (!isFramed(message, framesOfAsking)) throw new RangeError('questions that are no frames')
    const asker = this.#askerOf(gateway)
    for (const frame of framesOf(message)) this.#ask(asker, itemOf(frame))
  }

  #ask(asker: Asker, { request, kind, source, bytes }: Waiting): void {
    // asked again before it was answered: its reply comes
    if (asker.underWay.has(request)) return
    if (asker.underWay.size >= underWayMax)
      return this.#answer(asker, request, { kind: 'refused', reason: 'server_busy' })
    asker.underWay.add(request)
    const { engine, onError } = this.#options
    const asked = kind === 'command' ? engine.submit(source, bytes) : engine.query(source, bytes)
    asked
      .then((reply) => {
        asker.underWay.delete(request)
        this.#answer(asker, request, reply)
      })
      .catch(onError)
  }

  /** Each message of replies says first under which epoch they are given. */
  #answer({ sender }: Asker, request: number, reply: Reply): void {
    if (sender.empty) sender.add(frameKinds.epoch, [], [this.#options.engine.epoch], noBytes)
    sendReply(sender, request, reply)
    if (sender.length >= messageBytesMax) sender.flush()
    this.#flushSoon()
  }

  #askerOf(gateway: string): Asker {
    const now = performance.now()
    const known = this.#askers.get(gateway)
    if (known !== undefined) {
      known.at = now
      return known
    }
    for (const [other, { at, underWay }] of this.#askers)
      if (now - at > forgetAfterMs && underWay.size === 0) this.#askers.delete(other)
    if (this.#askers.size >= gatewaysMax) throw new RangeError('more gateways than can be')
    const { bus } = this.#options
    const subject = `${engineSubjects.reply}.${gateway}`
    const asker = {
      sender: new FrameSender((bytes) => bus.publish(subject, bytes)),
      underWay: new Set<number>(),
      at: now,
    }
    this.#askers.set(gateway, asker)
    return asker
  }

  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      this.#flush()
    })
  }

  // rows first: who is answered finds what is told of it
  #flush(): void {
    this.#rows.flush()
    for (const { sender } of this.#askers.values()) sender.flush()
  }

  #beat(): void {
    const { bus, engine, watermark } = this.#options
    const { seq, time } = watermark.projected
    const state = engine.figures?.state ?? 'running'
    const beat = { core: bus.id, epoch: engine.epoch, state, seq: this.#seq, projectedSeq: seq, projectedTime: time }
    bus.publish(engineSubjects.beat, encode(coreBeatCodec, beat))
  }
}

const noBytes = new Uint8Array(0)
