import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyOfWitnessed, readWitnessed, witnessedLine } from '@truemark/protocol/evidence/witnessed'
import { transparencyRoutes as routes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { portOf } from '../platform/http/listen.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { checkWitnessed } from './door.ts'
import { witnessRound } from './witnessSweep.ts'
import { fileWitness, httpWitness } from './witnesses.ts'

const hour = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'truemark-witness-'))
const path = join(folder, 'heads.jsonl')
let server: LiveServer
let other: Server
/** What the other party does: answers with this, and keeps what it was given. */
let status = 500
const given: string[] = []
let now = Date.now()

beforeAll(async () => {
  server = await startLiveServer()
  await server.tick(1_000_000)
  await derivativeDemo(server)
  other = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      if (status === 201) given.push(body)
      response.writeHead(status).end(`kept as ${given.length}`)
    })
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((resolve) => other.close(resolve))
  await server.stop()
})

/** A round as the server makes it, with witnesses that remember nothing of the round before. */
async function round(after: number): Promise<void> {
  now += after
  const http = httpWitness(`http://127.0.0.1:${portOf(other)}/`)
  const witnesses = new Map([['file', fileWitness(path)] as const, ['http', http] as const])
  await witnessRound({
    database: server.database,
    signing: server.keys.signing,
    witnesses,
    mails: null,
    now: () => now,
  })
}

const held = async () => (await server.ok(routes.witnessedHeads, { query: {} })).items
const check = async () => (await server.ok(routes.ownChecks, {})).find(({ name }) => name === 'witnesses')
const lines = (): string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1)

it('states where everything ends, signed, and keeps what a witness does not take until it does', async () => {
  await round(0)
  const [first] = await held()
  expect(first?.witnesses).toMatchObject([
    { witness: 'file', held: now, answer: 'at byte 0' },
    { witness: 'http', held: null, answer: '' },
  ])
  const line = z.parse(witnessedLine, JSON.parse(lines()[0] ?? ''))
  const said = readWitnessed(line.statement)
  expect(said?.journal.seq).toBeGreaterThan(0)
  const { key } = keyOfWitnessed(server.keys.signing.spans('evidence'), now)
  expect(isSignedByKey(key, line.signature, line.statement)).toBe(true)
  expect(await check()).toMatchObject({ holds: true, passed: 2 })
  // within the hour and without a new row there is nothing new to state
  await round(60_000)
  expect(await held()).toHaveLength(1)
  status = 201
  await round(120_000)
  expect((await held())[0]?.witnesses[1]).toEqual({ witness: 'http', held: now, answer: 'kept as 1', proven: null })
  expect(z.parse(witnessedLine, JSON.parse(given[0] ?? ''))).toEqual(line)
})

it('shows everyone that a witness has not taken a head for an hour, and comes right again', async () => {
  status = 503
  await server.tick(1_000_100)
  await derivativeDemo(server)
  await round(hour)
  expect(await held()).toHaveLength(2)
  expect(await check()).toMatchObject({ holds: true })
  await round(hour + 1)
  expect(await check()).toMatchObject({ holds: false, failed: 1 })
  const { rows } = await server.database.query(`SELECT detail FROM own_check WHERE name = 'witnesses'`)
  expect(rows).toEqual([{ detail: 'http: 1 heads have not arrived (it answered with 503)' }])
  status = 201
  await round(hour)
  expect(await check()).toMatchObject({ holds: true })
  expect(given).toHaveLength(2)
})

it('finds that the file has lost what it was given, and goes on behind a line that was cut off', async () => {
  const whole = lines()
  writeFileSync(path, `${whole[0]}\n`)
  await derivativeDemo(server)
  await round(hour)
  expect(await check()).toMatchObject({ holds: false, failed: 1 })
  expect(lines()).toHaveLength(2)
  const { length } = readFileSync(path)
  truncateSync(path, length - 10)
  await derivativeDemo(server)
  await round(hour)
  expect(lines()).toHaveLength(3)
  expect(readWitnessed(z.parse(witnessedLine, JSON.parse(lines()[2] ?? '')).statement)).not.toBeNull()
})

it('checks each statement that was made, with the row and the proof that it names', async () => {
  const statements = (await held()).length
  const { signing } = server.keys
  expect(await checkWitnessed(server.database, signing)).toEqual({ statements, fault: null })
  await server.database.query(`UPDATE witness_statement SET time = time + 1 WHERE id = 1`)
  expect((await checkWitnessed(server.database, signing)).fault).toContain('witness_statement id=1, time')
  await server.database.query(`UPDATE witness_statement SET statement = replace(statement, '"size":0', '"size":1')`)
  expect((await checkWitnessed(server.database, signing)).fault).toContain('statement or signature: it is not signed')
})
