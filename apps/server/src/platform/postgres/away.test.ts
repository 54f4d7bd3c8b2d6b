import { connect, createServer } from 'node:net'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { isAway } from './away.ts'

const failureOf = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => null,
      (error: unknown) => error,
    )

const connecting = (where: { path: string } | { port: number; host: string }) =>
  failureOf(
    () =>
      new Promise((resolve, reject) => {
        const socket = connect(where)
        socket.once('connect', resolve)
        socket.once('error', reject)
      }),
  )

describe('a database that can’t be asked just now', () => {
  it('is one whose socket is not there, as after its orderly end, or at whose port nobody listens', async () => {
    expect(isAway(await connecting({ path: '/nowhere/.s.PGSQL.1' }))).toBe(true)
    expect(isAway(await connecting({ host: '127.0.0.1', port: 1 }))).toBe(true)
  })

  it('is one that takes a connection and says nothing, whoever asks it', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const host = { host: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
    const client = new pg.Client({ ...host, connectionTimeoutMillis: 50 })
    client.on('error', () => undefined)
    expect(isAway(await failureOf(() => client.connect()))).toBe(true)
    const pool = new pg.Pool({ ...host, connectionTimeoutMillis: 50 })
    expect(isAway(await failureOf(() => pool.query('SELECT 1')))).toBe(true)
    silent.close()
  })

  it('is none of which a file is missing, nor one that says no', async () => {
    expect(isAway(await failureOf(() => readFileSync('/nowhere')))).toBe(false)
    expect(isAway(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false)
    expect(isAway('ECONNREFUSED')).toBe(false)
  })
})
