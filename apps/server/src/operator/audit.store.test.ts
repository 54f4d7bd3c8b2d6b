import { createHash } from 'node:crypto'
import { deskRoutes as routes } from '@truemark/protocol/routes/desk'
import { deskSettingsRoutes as settings } from '@truemark/protocol/routes/deskSettings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queryable } from '../platform/postgres/database.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { appendAudit, firstBadAudit } from './audit.store.ts'

let server: LiveServer
let admin = ''

beforeAll(async () => {
  server = await startLiveServer()
  admin = await makeOperator(server, 'administrator', 'Ada')
})
afterAll(() => server.stop())

async function audited(action: string) {
  const { items } = await server.ok(routes.deskAudit, { token: admin, query: { action } })
  return items
}

describe('the audit log', () => {
  it('can be changed by nobody, and a row that was changed behind its back is found', async () => {
    await signUp(server, 'shown@example.com', '+33612345871')
    await server.ok(routes.deskUsers, { token: admin, query: { search: 'shown@' } })
    expect(await firstBadAudit(server.database)).toBeNull()
    await expect(server.database.query(`UPDATE audit SET reason = 'other' WHERE id = 2`)).rejects.toThrow(/append-only/)
    await expect(server.database.query('DELETE FROM audit WHERE id = 2')).rejects.toThrow(/append-only/)
    await expect(server.database.query('TRUNCATE audit')).rejects.toThrow(/append-only/)
    await server.database.query('ALTER TABLE audit DISABLE TRIGGER audit_append_only')
    const named = await server.database.query<{ id: string; touched: string[] }>(
      `SELECT id, touched FROM audit WHERE touched <> '{}' ORDER BY id LIMIT 1`,
    )
    const [{ id, touched } = { id: '0', touched: [] }] = named.rows
    const touch = (uids: readonly string[]) =>
      server.database.query('UPDATE audit SET touched = $2 WHERE id = $1', [id, uids])
    await touch([])
    expect(await firstBadAudit(server.database)).toBe(Number(id))
    await touch(touched)
    expect(await firstBadAudit(server.database)).toBeNull()
    const second = await reasonOf(2)
    await setReason(2, 'other')
    expect(await firstBadAudit(server.database)).toBe(2)
    await setReason(2, second)
    expect(await firstBadAudit(server.database)).toBeNull()
    await server.database.query('ALTER TABLE audit ENABLE TRIGGER audit_append_only')
  })

  it('says by which role, in which request and from where; of the server itself, that it was the server', async () => {
    const made = await server.ok(settings.deskInviteCodeMake, { token: admin, body: { code: 'ORIGIN' } })
    await server.ok(settings.deskInviteCodeEnd, { token: admin, params: { code: made.code } })
    const deeds = [...(await audited('invite_code_made')), ...(await audited('invite_code_ended'))]
    const origins = deeds.filter(({ subject }) => subject === 'ORIGIN').map(({ origin }) => origin)
    expect(origins).toEqual([
      { role: 'administrator', request: expect.stringMatching(/^[\w-]{12}-[0-9a-z]+$/), address: '127.0.0.1' },
      { role: 'administrator', request: expect.stringMatching(/^[\w-]{12}-[0-9a-z]+$/), address: '127.0.0.1' },
    ])
    expect(new Set(origins.map((origin) => origin?.request)).size).toBe(2)
    const [link] = await audited('operator_link_made')
    expect(link).toMatchObject({ actor: 'server', origin: { role: 'server', request: '', address: '' } })
    const [login] = await audited('operator_login')
    expect(login?.origin).toMatchObject({ address: '127.0.0.1' })
  })

  it('takes no entry without them, whoever writes it', async () => {
    const entry = (origin: string) =>
      server.database.query(
        `INSERT INTO audit (id, time, actor, action, subject, reason, detail, previous, digest, role, request, address)
         VALUES (900000, 1, 'Ada', 'user_read', '', '', '{}', '', '', ${origin})`,
      )
    await expect(entry('NULL, NULL, NULL')).rejects.toThrow(/audit_origin_told/)
    await expect(entry(`'support', '', '127.0.0.1'`)).rejects.toThrow(/audit_origin_whole/)
    await expect(entry(`'support', 'r-1', ''`)).rejects.toThrow(/audit_origin_whole/)
    await expect(entry(`'server', 'r-1', ''`)).rejects.toThrow(/audit_origin_whole/)
  })

  it('verifies the entries of before they were kept, and finds one of later whose role was taken away', async () => {
    await server.database
      .transaction(async (client) => {
        await client.query('ALTER TABLE audit DROP CONSTRAINT audit_origin_told')
        await writeOld(client, [])
        await writeOld(client, ['a person'])
        const by = { name: 'Ada', role: 'administrator', request: 'r-1', address: '127.0.0.1' } as const
        const said = { subject: 'x', reason: 'y', detail: {} }
        await appendAudit(client, { ...said, actor: by, action: 'invite_code_made' })
        expect(await firstBadAudit(client)).toBeNull()
        await client.query('ALTER TABLE audit DISABLE TRIGGER audit_append_only')
        const { rows } = await client.query<{ id: string }>('SELECT max(id) AS id FROM audit')
        const last = Number(rows[0]?.id)
        for (const change of [`role = 'support'`, `request = 'r-2'`, `address = '10.0.0.1'`]) {
          await client.query('SAVEPOINT whole')
          await client.query(`UPDATE audit SET ${change} WHERE id = $1`, [last])
          expect(await firstBadAudit(client), change).toBe(last)
          await client.query('ROLLBACK TO whole')
        }
        await client.query('UPDATE audit SET role = NULL, request = NULL, address = NULL WHERE id = $1', [last])
        expect(await firstBadAudit(client)).toBe(last)
        throw new Error('leave no trace')
      })
      .catch((error: unknown) => expect(String(error)).toContain('leave no trace'))
    expect(await firstBadAudit(server.database)).toBeNull()
  })
})

async function reasonOf(entry: number): Promise<string> {
  const { rows } = await server.database.query<{ reason: string }>('SELECT reason FROM audit WHERE id = $1', [entry])
  return rows[0]?.reason ?? ''
}

function setReason(entry: number, reason: string) {
  return server.database.query('UPDATE audit SET reason = $2 WHERE id = $1', [entry, reason])
}

/** Appends an entry as the first releases did. */
async function writeOld(client: Queryable, touched: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string; digest: Buffer }>(
    'SELECT id, digest FROM audit ORDER BY id DESC LIMIT 1',
  )
  const previous = rows[0]?.digest ?? Buffer.alloc(32)
  const told = [Number(rows[0]?.id ?? 0) + 1, 1_700_000_000_000, 'Old', 'user_read', 'subject', 'reason', [['a', 'b']]]
  const text = JSON.stringify(touched.length === 0 ? told : [...told, touched])
  const digest = createHash('sha256').update(previous).update(text).digest()
  await client.query(
    `INSERT INTO audit (id, time, actor, action, subject, reason, detail, touched, previous, digest)
     VALUES ($1, $2, $3, $4, $5, $6, '{"a": "b"}', $7, $8, $9)`,
    [...told.slice(0, 6), touched, previous, digest],
  )
}
