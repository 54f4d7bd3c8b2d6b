import { readFileSync } from 'node:fs'
import { deskVerificationRoutes as desk } from '@truemark/protocol/routes/deskVerification'
import { deskWalletRoutes } from '@truemark/protocol/routes/deskWallet'
import { verificationRoutes as routes } from '@truemark/protocol/routes/verification'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retentionDays } from '../platform/retention.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { startWalletSweep } from '../wallet/door.ts'
import { startVerificationSweep } from './sweep.ts'

let server: LiveServer
let admin = ''

beforeAll(async () => {
  server = await startLiveServer()
  admin = await makeOperator(server, 'administrator', 'Ada')
})
afterAll(() => server.stop())

function raise(error: unknown): never {
  throw error
}

async function image(colour: string): Promise<Blob> {
  const bytes = await sharp({ create: { width: 64, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return new Blob([Uint8Array.from(bytes)])
}

async function sweep(): Promise<void> {
  await startWalletSweep({ database: server.database, vault: server.vault }, raise)()
  await startVerificationSweep(server.database, raise)()
}

/** Makes all that there is so many days older. */
async function age(days: number): Promise<void> {
  await server.database.query(
    `UPDATE verification SET decided_at = decided_at - make_interval(days => $1),
       submitted_at = submitted_at - make_interval(days => $1)`,
    [days],
  )
  await server.database.query('UPDATE file SET erase_at = erase_at - make_interval(days => $1)', [days])
  await server.database.query('UPDATE deposit_claim SET created_at = created_at - make_interval(days => $1)', [days])
}

const statusOf = async (id: string): Promise<number> =>
  (await server.raw(desk.deskVerificationFront, { token: admin, params: { id } })).status

describe('what is personal', () => {
  it('is there until its time is over, and gone after it, from the rows and from the disk', async () => {
    const token = await signUp(server, 'ann@example.com', '+33612348001')
    const form = new FormData()
    const fields = { level: 'primary', realName: 'Ann Example', document_number: 'X-1', birth_date: '1990-02-28' }
    for (const [name, value] of Object.entries({ ...fields, country: 'FR' })) form.set(name, value)
    for (const colour of ['#123', '#456']) form.append('document', await image(colour), 'a.png')
    await server.ok(routes.realNameSubmit, { token, form })
    const [waiting] = (await server.ok(desk.deskVerifications, { token: admin })).items
    const params = { id: waiting?.id ?? '' }
    await server.ok(desk.deskVerificationApprove, { token: admin, params, body: { note: 'all there' } })
    await server.database.query(
      `INSERT INTO wallet_network (currency, network, form, address, deposit, withdraw)
       VALUES ('USDT', 'TRC20', 'TRC20', 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r', true, true)`,
    )
    const voucher = new FormData()
    for (const [name, value] of Object.entries({ currency: 'USDT', network: 'TRC20', amount: '50' }))
      voucher.set(name, value)
    voucher.set('transaction_id', 'chain-1')
    voucher.append('voucher', await image('#789'), 'v.png')
    const deposit = await server.ok(walletRoutes.depositMake, { token, form: voucher })
    const credit = { currency: 'USDT', received: '50', reason: 'seen on the chain' }
    await server.ok(deskWalletRoutes.deskDepositComplete, { token: admin, params: { id: deposit.id }, body: credit })

    await age(retentionDays.identity - 1)
    await sweep()
    expect(await statusOf(params.id)).toBe(200)
    const before = await server.ok(desk.deskVerificationRead, { token: admin, params })
    expect(before.fields.document_number).toBe('X-1')

    await age(2)
    await sweep()
    const after = await server.ok(desk.deskVerificationRead, { token: admin, params })
    expect(after).toMatchObject({ state: 'approved', decided_by: 'Ada', fields: {}, note: '' })
    const { primary } = await server.ok(routes.realNameRead, { token })
    expect(primary).toMatchObject({ state: 'approved', fields: {} })
    expect((await server.call(desk.deskVerificationFront, { token: admin, params })).reason).toBe('file_unknown')
    const { rows } = await server.database.query('SELECT 1 FROM verification WHERE number_hash IS NOT NULL')
    expect(rows).toEqual([])
    const { items } = await server.ok(walletRoutes.deposits, { token })
    expect(items).toMatchObject([{ id: deposit.id, received: '50', transaction_id: '', network: '' }])
  })

  it('is kept as long as docs/operating/retention.md says', () => {
    const page = readFileSync(new URL('../../../../docs/operating/retention.md', import.meta.url), 'utf8')
    for (const days of Object.values(retentionDays)) expect(page).toContain(`${days} days`)
  })
})
