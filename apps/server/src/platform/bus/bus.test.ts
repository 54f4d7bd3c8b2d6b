import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Bus, ageMax } from './bus.ts'
import { busKeys, busName, open, seal } from './envelope.ts'
import type { Wire } from './wire.ts'

const tokens = { names: randomBytes(16), newest: randomBytes(16) }
const keys = busKeys({ all: [tokens.newest] })
const name = busName(tokens)

/** A wire within the process, on which a test can put what it likes. */
function makeWire(bytesMax = 1_000) {
  const listeners: ((subject: string, bytes: Uint8Array) => void)[] = []
  const sent: { readonly subject: string; readonly bytes: Uint8Array }[] = []
  const wire: Wire = {
    isConnected: true,
    bytesMax,
    publish: (subject, bytes) => void sent.push({ subject, bytes }),
    subscribe: (wanted, listener) => {
      const prefix = wanted.endsWith('*') ? wanted.slice(0, -1) : null
      listeners.push((subject, bytes) => {
        if (prefix === null ? subject === wanted : subject.startsWith(prefix)) listener(subject, bytes)
      })
    },
    onConnected: () => undefined,
    close: async () => undefined,
  }
  const put = (subject: string, bytes: Uint8Array): void => {
    for (const listener of listeners) listener(subject, bytes)
  }
  return { wire, sent, put }
}

const openOn = (wire: Wire, given: readonly Uint8Array[] = keys, wall: () => number = Date.now): Bus =>
  new Bus({ wire, keys: given, name, warn: () => undefined, wall })

/** A bus that sends and one that hears, with what goes over the wire in a test's hands. */
function pair({
  now = () => Date.now(),
  heardKeys = keys,
}: { now?: () => number; heardKeys?: readonly Uint8Array[] } = {}) {
  const from = makeWire()
  const to = makeWire()
  const heard: string[] = []
  const sender = openOn(from.wire)
  const hearer = openOn(to.wire, heardKeys, now)
  hearer.subscribe('told.*', (bytes, word) => {
    const text = Buffer.from(bytes).toString()
    if (text === 'wrong') throw new RangeError('of no shape')
    heard.push(`${word} ${text.length > 40 ? text.length : text}`)
  })
  return { sent: from.sent, put: to.put, heard, sender, hearer }
}

describe('the bus', () => {
  it('gives what was sent, whole, also where it is longer than one message may be', () => {
    const { sent, put, heard, sender, hearer } = pair()
    sender.publish('told.here', Buffer.from('short'))
    sender.publish('told.here', Buffer.alloc(4_500, 'x'))
    expect(sent.length).toBeGreaterThan(5)
    for (const { subject, bytes } of sent) put(subject, bytes)
    expect(heard).toEqual(['here short', 'here 4500'])
    expect(hearer.dropped.size).toBe(0)
  })

  it('shows nobody on the way what is told, nor whose installation it is', () => {
    const { sent, sender } = pair()
    sender.publish('told.here', Buffer.from('a secret of somebody'))
    const [message] = sent
    expect(message?.subject).toBe(`${name}.told.here`)
    expect(Buffer.from(message?.bytes ?? []).includes('secret')).toBe(false)
    expect(name).toMatch(/^[0-9a-f]{12}$/)
    expect(name).not.toContain(tokens.names.toString('hex').slice(0, 8))
  })

  it('takes nothing that is altered, of another subject, or sealed by others, and counts it', () => {
    const { sent, put, heard, sender, hearer } = pair()
    sender.publish('told.here', Buffer.from('short'))
    const [{ subject, bytes } = { subject: '', bytes: new Uint8Array() }] = sent
    const altered = Uint8Array.from(bytes)
    altered[40] = (altered[40] ?? 0) ^ 1
    put(subject, altered)
    put(`${name}.told.there`, bytes)
    put(subject, Buffer.from('no envelope at all, and as long as one would have to be to be looked at'))
    put(subject, new Uint8Array())
    const stranger = openOn(makeWire().wire, busKeys({ all: [randomBytes(16)] }))
    expect(stranger.id).toMatch(/^[0-9a-f]{16}$/)
    const told = { sender: stranger.id, count: 1, sentAt: Date.now(), part: 0, parts: 1, bytes: Buffer.from('false') }
    put(subject, seal(randomBytes(32), subject, told))
    expect(heard).toEqual([])
    expect([...hearer.dropped]).toEqual([['sealed_otherwise', 5]])
    expect(open(keys, subject, bytes)).not.toBeNull()
  })

  it('takes nothing twice, nothing old and nothing in parts that lacks one', () => {
    const { sent, put, heard, sender, hearer } = pair()
    sender.publish('told.here', Buffer.from('one'))
    sender.publish('told.here', Buffer.from('two'))
    sender.publish('told.here', Buffer.alloc(2_500, 'x'))
    const [first, second, ...parts] = sent
    put(second?.subject ?? '', second?.bytes ?? new Uint8Array())
    put(second?.subject ?? '', second?.bytes ?? new Uint8Array())
    put(first?.subject ?? '', first?.bytes ?? new Uint8Array())
    for (const { subject, bytes } of parts.filter((_, at) => at !== 1)) put(subject, bytes)
    expect(heard).toEqual(['here two'])
    expect(Object.fromEntries(hearer.dropped)).toEqual({ repeated: 2, incomplete: parts.length - 2 })
    const late = pair({ now: () => Date.now() + ageMax + 1_000 })
    late.sender.publish('told.here', Buffer.from('old'))
    for (const { subject, bytes } of late.sent) late.put(subject, bytes)
    expect([...late.hearer.dropped]).toEqual([['old', 1]])
  })

  it('drops what its hearer can’t read, and what is longer than anybody should hold', () => {
    const { sent, put, heard, sender, hearer } = pair()
    sender.publish('told.here', Buffer.from('wrong'))
    sender.publish('told.here', Buffer.from('right'))
    for (const { subject, bytes } of sent) put(subject, bytes)
    expect(heard).toEqual(['here right'])
    expect([...hearer.dropped]).toEqual([['malformed', 1]])
    sender.publish('told.here', Buffer.alloc(1_000 * 64))
    expect([...sender.dropped]).toEqual([['too_large', 1]])
  })

  it('opens what a former key has sealed, while servers are given the new one', () => {
    const newest = randomBytes(16)
    const { sent, put, heard, sender } = pair({ heardKeys: busKeys({ all: [newest, tokens.newest] }) })
    sender.publish('told.here', Buffer.from('short'))
    for (const { subject, bytes } of sent) put(subject, bytes)
    expect(heard).toEqual(['here short'])
  })
})
