import { records } from '@truemark/protocol/routes/account'
import { addressToken } from '@truemark/protocol/routes/content'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { startWalletSweep } from './sweep.ts'
import { type Person, filesOf, formOf, key, openWallet, person, tron, usdtOf, voucher } from './testing/walletRun.ts'

function raise(error: unknown): never {
  throw error
}

let server: LiveServer
let treasurer: string
let second: string

beforeAll(async () => {
  server = await startLiveServer()
  ;({ treasurer, second } = await openWallet(server))
})
afterAll(() => server.stop())
afterEach(async () => {
  expect(await server.engine.imbalance()).toEqual([])
})

async function made(who: Person, fields: Record<string, string> = {}) {
  return server.ok(routes.depositMake, { token: who.token, form: formOf(fields, [await voucher()]) })
}

const completing = (received: string) => ({ body: { currency: 'USDT', received, reason: 'seen on the chain' } })

describe('a deposit', () => {
  it('goes to the shown address, waits, is looked at and credited with what came', async () => {
    const who = await person(server)
    const { token } = who
    const shown = await server.ok(addressToken, { token, body: { currency: 'USDT', network: 'TRC20' } })
    expect(shown).toEqual({
      currency: 'USDT',
      network: 'TRC20',
      address: tron,
      own: false,
      memo: '',
      qr: tron,
      amount_min: '10',
      confirmations: null,
    })
    const terms = await server.ok(routes.walletNetworks, { token })
    expect(terms).toMatchObject({ level: 'none', deposit_left: '1000', fee_rate: '0.001', review_hours: 24 })
    const answer = await server.call(routes.depositMake, {
      token,
      form: formOf({ transaction_id: 'a1' }, [await voucher()]),
    })
    expect(answer.message).not.toBe('')
    const { id } = answer.data ?? { id: '' }
    expect(answer.data).toMatchObject({ status: 'pending', amount: '500', received: null, transaction_id: 'a1' })
    expect(await usdtOf(server, who)).toEqual(['0', '0'])
    const { items } = await server.ok(desk.deskDeposits, { token: treasurer })
    expect(items.at(-1)).toMatchObject({ id, account: who.email, country: 'FR', has_voucher: true })
    const completed = await server.ok(desk.deskDepositComplete, {
      token: treasurer,
      params: { id },
      ...completing('499.5'),
    })
    expect(completed).toMatchObject({ status: 'completed', received: '499.5', decided_by: 'First treasurer' })
    expect(await usdtOf(server, who)).toEqual(['499.5', '0'])
    const [line] = (await server.ok(records, { token })).items
    expect(line).toMatchObject({
      category: 'deposit',
      amount: '499.5',
      isDeposit: true,
      from: 'external',
      reference: id,
    })
    const mine = await server.ok(routes.deposits, { token })
    expect(mine.items.map(({ status }) => status)).toEqual(['completed'])
    // the one that a line of the ledger leads to, in whichever state, and nobody else's
    expect(await server.ok(routes.deposits, { token, query: { id } })).toEqual({ ...mine, cursor: null })
    const other = await person(server)
    expect((await server.ok(routes.deposits, { token: other.token, query: { id } })).items).toEqual([])
    expect((await server.call(routes.deposits, { token, query: { id: 'nothing' } })).code).toBe(550)
  })

  it('waits alone: of fifty at once one is taken, and nothing is left of the rest', async () => {
    const who = await person(server)
    const before = (await filesOf(server)).length
    const image = await voucher()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.call(routes.depositMake, { token: who.token, form: formOf({}, [image]), key: key() }),
      ),
    )
    const codes = answers.map(({ code }) => code).toSorted((a, b) => a - b)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set([200, 11_803]))
    expect((await filesOf(server)).length).toBe(before + 1)
    const { rows } = await server.database.query(
      'SELECT 1 FROM deposit_claim WHERE id NOT IN (SELECT claim FROM deposit)',
    )
    expect(rows).toEqual([])
  })

  it('is credited once, whoever clicks at the same time, or taken back', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await person(server)
      const { id } = await made(who)
      const params = { id }
      const answers = await Promise.all([
        ...[treasurer, second, treasurer, second].map((token) =>
          server.call(desk.deskDepositComplete, { token, params, ...completing('500') }),
        ),
        server.call(desk.deskDepositReject, { token: second, params, body: { reason: 'duplicate' } }),
        server.call(routes.depositCancel, { token: who.token, params }),
      ])
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
      expect(new Set(answers.filter(({ code }) => code !== 200).map(({ reason }) => reason))).toEqual(
        new Set(['deposit_done']),
      )
      const isCredited = answers.slice(0, 4).some(({ code }) => code === 200)
      expect(await usdtOf(server, who)).toEqual([isCredited ? '500' : '0', '0'])
    }
  })

  it('is answered the same again under its key, and refused under it with another image', async () => {
    const who = await person(server)
    const image = await voucher()
    const id = key()
    const send = (bytes: Buffer, amount = '500') =>
      server.call(routes.depositMake, { token: who.token, form: formOf({ amount }, [bytes]), key: id })
    const first = await send(image)
    expect(first.code).toBe(200)
    const files = await filesOf(server)
    const again = await send(image)
    expect([again.code, again.data?.id]).toEqual([200, first.data?.id])
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect((await send(await voucher())).code).toBe(566)
    expect((await send(image, '501')).code).toBe(566)
    expect(await filesOf(server)).toEqual(files)
    const params = { id: first.data?.id ?? '' }
    const desked = key()
    const complete = () =>
      server.call(desk.deskDepositComplete, { token: treasurer, params, ...completing('500'), key: desked })
    expect(await complete()).toMatchObject({ code: 200, replayed: false })
    expect(await complete()).toMatchObject({ code: 200, replayed: true })
    expect(await usdtOf(server, who)).toEqual(['500', '0'])
  })

  it('has each reason for which it is refused', async () => {
    const who = await person(server)
    const image = await voucher()
    const codeOf = async (fields: Record<string, string>, files: readonly Buffer[] = [image]) =>
      (await server.call(routes.depositMake, { token: who.token, form: formOf(fields, files) })).code
    expect(await codeOf({}, [])).toBe(11_807)
    expect(await codeOf({ amount: '0' })).toBe(11_804)
    expect(await codeOf({ amount: '9.999999' })).toBe(11_804)
    expect(await codeOf({ amount: '1e3' })).toBe(550)
    expect(await codeOf({ amount: '10.0000001' })).toBe(550)
    expect(await codeOf({ currency: 'XYZ' })).toBe(13_027)
    expect(await codeOf({ network: 'Fantasy' })).toBe(13_090)
    expect(await codeOf({ amount: '1001' })).toBe(13_080)
    const put = {
      currency: 'USDT',
      network: 'ERC20',
      form: 'ERC20',
      address: '',
      withdraw: true,
      reason: 'closed',
    } as const
    await server.ok(desk.deskNetworkPut, { token: treasurer, body: { ...put, deposit: false } })
    expect(await codeOf({ network: 'ERC20' })).toBe(11_802)
    expect((await server.call(routes.depositMake, { token: who.token, body: {} })).status).toBe(415)
    expect((await server.call(routes.deposits, { token: who.token, query: { cursor: 'x' } })).code).toBe(550)
    expect(await filesOf(server)).toEqual(await filesOf(server))
  })

  it('that the engine never knew leaves nothing behind for long', async () => {
    const before = await filesOf(server)
    const kept = await server.vault.keepImage(await voucher(), { userId: 1, guest: false }, 'voucher')
    if (!kept.ok) throw new Error(kept.reason)
    await server.vault.use(server.database, kept.id, 'voucher')
    await server.database.query(
      `INSERT INTO deposit_claim (user_id, network, transaction_id, file_id, created_at)
       VALUES (1, 'TRC20', '', $1, now() - interval '2 days')`,
      [kept.id],
    )
    await startWalletSweep(server, raise)()
    expect(await filesOf(server)).toEqual(before)
  })

  it('is marked where its image or its transaction was seen before', async () => {
    const [one, other] = [await person(server), await person(server)]
    const image = await voucher()
    const first = await server.ok(routes.depositMake, {
      token: one.token,
      form: formOf({ transaction_id: 'TX-77' }, [image]),
    })
    // the same picture in another file
    const copied = await sharp(image)
      .png({ compressionLevel: 1 })
      .withExif({ IFD0: { Make: 'x' } })
      .toBuffer()
    const again = await server.ok(routes.depositMake, {
      token: other.token,
      form: formOf({ transaction_id: 'tx-77' }, [copied]),
    })
    const { items } = await server.ok(desk.deskDeposits, { token: treasurer, query: { limit: '100' } })
    const marked = items.find(({ id }) => id === again.id)
    expect([marked?.same_voucher, marked?.same_transaction]).toEqual([[first.id], [first.id]])
    const params = { id: again.id }
    const rejected = await server.ok(desk.deskDepositReject, {
      token: treasurer,
      params,
      body: { reason: 'duplicate' },
    })
    expect(rejected).toMatchObject({ status: 'rejected', reason: 'duplicate', received: null })
    expect((await server.call(desk.deskDepositReject, { token: treasurer, params, body: { reason: '' } })).code).toBe(
      550,
    )
  })
})

describe('a voucher', () => {
  it('that is none leaves its message and nothing else', async () => {
    const who = await person(server)
    const before = await filesOf(server)
    const codeOf = async (files: readonly Uint8Array[], name?: string) =>
      (await server.call(routes.depositMake, { token: who.token, form: formOf({}, files, name) })).code
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
    const png = await voucher()
    expect(await codeOf([Buffer.alloc(0)])).toBe(13_078)
    expect(await codeOf([Buffer.from('%PDF-1.7 text')])).toBe(13_097)
    expect(await codeOf([heic], 'photo.png')).toBe(13_100)
    expect(await codeOf([png.subarray(0, 50)])).toBe(13_077)
    expect(await codeOf([png, png])).toBe(13_099)
    expect(await codeOf([Buffer.concat([png, Buffer.alloc(5 * 1024 ** 2)])])).toBe(13_098)
    const other = formOf({}, [])
    other.append('avatar', new Blob([Uint8Array.from(png)]), 'x.png')
    expect((await server.call(routes.depositMake, { token: who.token, form: other })).code).toBe(561)
    const twice = formOf({}, [png])
    twice.append('amount', '600')
    expect((await server.call(routes.depositMake, { token: who.token, form: twice })).code).toBe(561)
    expect(await filesOf(server)).toEqual(before)
    const { rows } = await server.database.query(
      'SELECT 1 FROM deposit_claim WHERE id NOT IN (SELECT claim FROM deposit)',
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['a path up', '../../x.png'],
    ['a path from the root', '/etc/passwd'],
    ['a header', 'a\r\nSet-Cookie: x=1.png'],
    ['a turned name', '\u202Egnp.exe'],
    ['a long name', 'n'.repeat(4_000)],
  ])('with %s for its name is kept under a name of ours', async (_, name) => {
    const who = await person(server)
    await server.ok(routes.depositMake, { token: who.token, form: formOf({}, [await voucher()], name) })
    for (const file of await filesOf(server)) expect(file).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is seen by its owner and by an operator with the right, each of whose looks is noted', async () => {
    const [who, other] = [await person(server), await person(server)]
    const { id } = await made(who)
    const params = { id }
    const own = await server.raw(routes.depositVoucher, { token: who.token, params })
    expect(own.headers.get('content-type')).toBe('image/jpeg')
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(own.headers.get('content-disposition')).toMatch(/^inline; filename="voucher-[0-9a-z]{26}\.jpg"$/)
    expect((await sharp(Buffer.from(await own.arrayBuffer())).metadata()).width).toBe(64)
    expect((await server.call(routes.depositVoucher, { token: other.token, params })).reason).toBe('deposit_unknown')
    expect((await server.call(routes.depositVoucher, { params })).reason).toBe('login_required')
    expect((await server.call(routes.depositVoucher, { token: treasurer, params })).reason).toBe(
      'permission_insufficient',
    )
    const support = await makeOperator(server, 'support', 'Support')
    const reasons = [support, who.token].map(
      async (token) => (await server.call(desk.deskDepositVoucher, { token, params })).reason,
    )
    expect(await Promise.all(reasons)).toEqual(['permission_insufficient', 'permission_insufficient'])
    const auditor = await makeOperator(server, 'auditor', 'Auditor')
    expect((await server.raw(desk.deskDepositVoucher, { token: auditor, params })).status).toBe(200)
    const log = await server.ok(deskRoutes.deskAudit, { token: auditor, query: { action: 'voucher_read' } })
    expect(log.items[0]).toMatchObject({ actor: 'Auditor', subject: id })
  })
})

describe('who may not', () => {
  it('is told so: a demo account with its own words, others by their rights', async () => {
    const who = await person(server)
    const demo = (await server.ok(identityRoutes.simulationLogin, { token: who.token, body: {} })).token
    const form = formOf({}, [await voucher()])
    expect((await server.call(routes.depositMake, { token: demo, form })).reason).toBe('demo_no_deposit')
    expect((await server.call(routes.deposits, { token: demo })).reason).toBe('demo_no_deposit')
    expect(
      (await server.call(addressToken, { token: demo, body: { currency: 'USDT', network: 'TRC20' } })).reason,
    ).toBe('demo_no_deposit')
    const { id } = await made(who)
    const other = await person(server)
    const params = { id }
    expect((await server.call(routes.depositCancel, { token: other.token, params })).reason).toBe('deposit_unknown')
    expect((await server.call(routes.depositCancel, { token: demo, params })).reason).toBe('demo_no_deposit')
    const reviewer = await makeOperator(server, 'reviewer', 'Reviewer')
    for (const token of [reviewer, who.token]) {
      const answer = await server.call(desk.deskDepositComplete, { token, params, ...completing('500') })
      expect(answer.reason).toBe('permission_insufficient')
    }
    const wrongUnit = { body: { currency: 'BTC', received: '500', reason: 'seen' } }
    expect((await server.call(desk.deskDepositComplete, { token: treasurer, params, ...wrongUnit })).code).toBe(550)
    expect((await server.ok(routes.depositCancel, { token: who.token, params })).status).toBe('canceled')
  })
})
