import { createHash } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import { transparencyRoutes as routes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { portOf } from '../platform/http/listen.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { calendarWitness } from './calendars.ts'
import { blockOf, pendingOf, proofBytes, readAnswer, readProof } from './timestampProof.ts'
import { witnessRound } from './witnessSweep.ts'

const hour = 3_600_000
const nonce = '0102030405060708'
const [before, behind] = ['aa'.repeat(36), 'bb'.repeat(44)]
/** 800 000 in bytes of seven bits. */
const height = '80ea30'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

let server: LiveServer
let calendar: Server
let other: Server
let isMined = false
let isDown = false
const asked: string[] = []
let now = Date.now()

const originOf = (of: Server) => `http://127.0.0.1:${portOf(of)}`

function pendingAt(origin: string): string {
  const uri = Buffer.from(origin)
  const payload = Buffer.concat([Buffer.from([uri.length]), uri]).toString('hex')
  return `0083dfe30d2ef90c8e${Buffer.from([payload.length / 2]).toString('hex')}${payload}`
}

/** What a calendar says, written down byte by byte. */
function startCalendar(): Promise<Server> {
  const one = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (chunk) => parts.push(chunk))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url?.split('/')[1]}`)
      const told = (status: number, hex: string) => response.writeHead(status).end(Buffer.from(hex, 'hex'))
      if (isDown) return told(503, '')
      if (request.method === 'POST') {
        expect(Buffer.concat(parts)).toHaveLength(32)
        return told(200, `f008${nonce}08${pendingAt(originOf(one))}`)
      }
      if (!isMined) return told(404, '')
      return told(200, `f124${before}f02c${behind}0808000588960d73d7190103${height}`)
    })
  })
  return new Promise((resolve) => one.listen(0, '127.0.0.1', () => resolve(one)))
}

beforeAll(async () => {
  calendar = await startCalendar()
  other = await startCalendar()
  server = await startLiveServer()
  await server.tick(1_000_000)
  await derivativeDemo(server)
})
afterAll(async () => {
  for (const one of [calendar, other]) await new Promise((resolve) => one.close(resolve))
  await server.stop()
})

async function round(after: number, origins = [originOf(calendar), originOf(other)]): Promise<void> {
  now += after
  const witnesses = new Map([['calendar', calendarWitness(origins)] as const])
  const { database, keys } = server
  await witnessRound({ database, signing: keys.signing, witnesses, mails: null, now: () => now })
}

async function newest() {
  const [item] = (await server.ok(routes.witnessedHeads, { query: { limit: '1' } })).items
  const [told] = item?.witnesses ?? []
  if (item === undefined || told === undefined) throw new Error('nothing is witnessed')
  const { statement, signature } = item
  return { ...told, line: JSON.stringify({ statement, signature }), proof: Buffer.from(told.answer, 'base64') }
}

it('promises the digest of a head, and leads it to a block once there is one', async () => {
  await round(0)
  const promised = await newest()
  expect(promised).toMatchObject({ witness: 'calendar', held: now, proven: null })
  const { digest, timestamp } = readProof(promised.proof)
  expect(digest).toEqual(sha256(Buffer.from(promised.line)))
  const commitment = sha256(Buffer.concat([digest, Buffer.from(nonce, 'hex')]))
  expect(pendingOf(digest, timestamp).map((one) => [one.calendar, one.commitment])).toEqual([
    [originOf(calendar), commitment],
    [originOf(other), commitment],
  ])
  expect(blockOf(timestamp)).toBeNull()
  expect(proofBytes(digest, timestamp)).toEqual(promised.proof)
  isMined = true
  await round(hour)
  const proven = await newest()
  expect(proven).toMatchObject({ held: promised.held, proven: now })
  expect(blockOf(readProof(proven.proof).timestamp)).toBe(800_000)
  // what is proven is asked for no more
  asked.length = 0
  await round(hour)
  expect(asked).toEqual([])
})

it('needs one calendar of several, and waits where none answers', async () => {
  isMined = false
  isDown = true
  await derivativeDemo(server)
  await round(hour)
  expect(await newest()).toMatchObject({ held: null })
  isDown = false
  await round(hour, ['http://127.0.0.1:1', originOf(other)])
  const { held, proof } = await newest()
  expect(held).toBe(now)
  expect(pendingOf(readProof(proof).digest, readProof(proof).timestamp)).toHaveLength(1)
})

it('calls nobody whom a proof names and the operator does not', async () => {
  isMined = true
  asked.length = 0
  await round(2 * hour, [originOf(calendar)])
  expect(asked).toEqual([])
  expect(await newest()).toMatchObject({ proven: null })
})

it('misses a promise that is not kept within three days', async () => {
  const check = async () => (await server.ok(routes.ownChecks, {})).find(({ name }) => name === 'witnesses')
  expect(await check()).toMatchObject({ holds: true })
  await round(73 * hour, [originOf(calendar)])
  expect(await check()).toMatchObject({ holds: false })
  const { rows } = await server.database.query(`SELECT detail FROM own_check WHERE name = 'witnesses'`)
  expect(rows).toEqual([{ detail: 'calendar: 1 promises have not been kept' }])
})

it.each([
  ['nothing', ''],
  ['a part that is cut off', 'f008aabb'],
  ['an unknown operation', '77'],
  ['a number without an end', 'f0ffffffffff'],
  ['more behind it', `08${pendingAt('http://x')}00`],
  ['an endless chain of operations', '08'.repeat(5_000)],
])('refuses an answer that is no proof: %s', (_, hex) => {
  expect(() => readAnswer(Buffer.from(hex, 'hex'))).toThrow()
})
