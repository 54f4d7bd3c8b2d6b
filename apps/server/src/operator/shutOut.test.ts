import { connect } from 'node:net'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import { deskOperatorRoutes as operators } from '@truemark/protocol/routes/deskOperators'
import { type Proposal, deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes as settings } from '@truemark/protocol/routes/deskSettings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { passkeyRoutes } from '@truemark/protocol/routes/passkeys'
import { type RouteDefinition, pathWith } from '@truemark/protocol/routes/route'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SoftAuthenticator } from '../passkey/testing/authenticator.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { codeSent, makeOperator, personPassword, signUp } from '../testing/people.ts'
import { makeProgram, signedHeaders } from '../testing/program.ts'
import { sentMessages } from '../testing/outbox.ts'

const origin = 'https://trade.example.org'
let server: LiveServer
let ada = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false, publicUrl: origin })
  ada = await makeOperator(server, 'administrator', 'Ada')
})
afterAll(() => server.stop())

interface Held {
  readonly route: RouteDefinition
  readonly params?: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Sends a call but for the last byte of its body, waits for what happens meanwhile, and sends that byte; gives the answer. */
async function heldBack(
  { route, params = {}, body, headers }: Held,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: 'x',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  })
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  const head = `${route.method} ${pathWith(route.path, params)} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  socket.write(head + text.slice(0, -1))
  // the headers are there once the server has noted whose they are
  await new Promise((resolve) => setTimeout(resolve, 200))
  await meanwhile()
  socket.write(text.slice(-1))
  await closed
  return answer
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

let rates = 10

async function asked(): Promise<Proposal> {
  rates += 1
  const body = { fee_rate_taker: `0.0030${rates}`, reason: 'a new tariff' }
  await server.call(settings.deskSymbolChange, { token: ada, params: { symbol: 'BTCUSDT' }, body })
  const found = (await server.ok(proposals.deskProposals, { token: ada })).items.at(-1)
  if (found === undefined) throw new Error('nothing waits')
  return found
}

const approval = ({ digest }: Proposal) => ({ approve: true, digest, reason: 'looked at it' })

async function stateOf({ id }: Proposal): Promise<string | undefined> {
  return (await server.ok(proposals.deskProposals, { token: ada })).items.find((one) => one.id === id)?.state
}

async function disable(name: string): Promise<void> {
  const { items } = await server.ok(operators.deskOperators, { token: ada })
  const id = items.find((one) => one.name === name)?.id ?? ''
  const body = { disabled: true, reason: 'left us' }
  await server.ok(operators.deskOperatorDisable, { token: ada, params: { id }, body })
}

describe('an operator', () => {
  it('who is disabled before the rest of a decision comes decides nothing', async () => {
    const eve = await makeOperator(server, 'administrator', 'Eve')
    const proposal = await asked()
    const held = { route: proposals.deskProposalDecide, params: { id: proposal.id }, body: approval(proposal) }
    const answer = await heldBack({ ...held, headers: bearing(eve) }, () => disable('Eve'))
    expect(answer).toContain('HTTP/1.1 401')
    expect(await stateOf(proposal)).toBe('open')
  })

  it.each([
    ['whose session has ended', 'Fay', 'UPDATE operator_session SET ended_at = now() WHERE operator_id = $1'],
    ['who has another role', 'Gil', `UPDATE operator SET role = 'auditor' WHERE id = $1`],
  ])('%s by another process decides nothing, though that was not told here yet', async (_, name, sql) => {
    const token = await makeOperator(server, 'administrator', name)
    const proposal = await asked()
    const { rows } = await server.database.query<{ id: string }>('SELECT id FROM operator WHERE name = $1', [name])
    // so that it is known for the next 0.9 s
    await server.ok(proposals.deskProposals, { token })
    await server.database.query(sql, [rows[0]?.id])
    const params = { id: proposal.id }
    const answer = await server.call(proposals.deskProposalDecide, { token, params, body: approval(proposal) })
    expect(['login_required', 'permission_insufficient']).toContain(answer.reason)
    expect(await stateOf(proposal)).toBe('open')
  })
})

let people = 0

async function thief() {
  people += 1
  const email = `late${people}@example.com`
  const token = await signUp(server, email, `+3361277${String(1_000 + people)}`)
  await server.ok(identityRoutes.sendEmail, { token, body: { type: 'confirm', email } })
  const proof = { password: personPassword, verify_code: await codeSent(server, email, 'confirm') }
  const device = new SoftAuthenticator(origin)
  const passkey = device.create(await server.ok(passkeyRoutes.passkeyBegin, { token, body: proof }))
  return { email, token, device, passkey }
}

async function freeze(email: string): Promise<void> {
  const sent = await sentMessages(server, `recipient = $1 AND template = 'passkeyAdded'`, [email])
  const link = sent.at(-1)?.params['link'] ?? ''
  await server.ok(identityRoutes.freezeAccount, { body: { token: link.slice(link.indexOf('#') + 1) } })
}

describe('a person', () => {
  it('whose account is frozen before the rest of a new passkey comes gets none', async () => {
    const { email, token } = await thief()
    const second = await anotherPasskey(token, email)
    const held = { route: passkeyRoutes.passkeyAdd, body: { name: 'Late', passkey: second.passkey } }
    const answer = await heldBack({ ...held, headers: bearing(token) }, () => freeze(email))
    expect(answer).toContain('HTTP/1.1 401')
    const signed = second.device.get(await server.ok(passkeyRoutes.passkeyLoginOptions, {}))
    expect((await server.call(passkeyRoutes.passkeyLogin, { body: { passkey: signed } })).reason).toBe('passkey_wrong')
    const { rows } = await server.database.query('SELECT 1 FROM passkey_challenge WHERE bearer LIKE $1', ['session %'])
    expect(rows).toEqual([])
  })

  it('whose session was ended by another process gets no passkey, though that was not told here yet', async () => {
    const { token, passkey } = await thief()
    await server.ok(identityRoutes.user, { token })
    await server.database.query('UPDATE session SET ended_at = now() WHERE ended_at IS NULL')
    const answer = await server.call(passkeyRoutes.passkeyAdd, { token, body: { name: 'Late', passkey } })
    expect(answer.reason).toBe('login_required')
  })
})

// the first one is added, so that its owner has a letter with a link that freezes the account
async function anotherPasskey(token: string, email: string) {
  const again = async () => {
    await server.database.query(`DELETE FROM verification_code WHERE address = $1`, [email])
    await server.database.query(`DELETE FROM outbox WHERE recipient = $1 AND template = 'code'`, [email])
    await server.ok(identityRoutes.sendEmail, { token, body: { type: 'confirm', email } })
    const proof = { password: personPassword, verify_code: await codeSent(server, email, 'confirm') }
    const device = new SoftAuthenticator(origin)
    return { device, passkey: device.create(await server.ok(passkeyRoutes.passkeyBegin, { token, body: proof })) }
  }
  const first = await again()
  await server.ok(passkeyRoutes.passkeyAdd, { token, body: { name: 'First', passkey: first.passkey } })
  return again()
}

describe('a program', () => {
  it('whose key is ended before the rest of an order comes orders nothing', async () => {
    const email = 'program@example.com'
    const owner = { email, token: await signUp(server, email, '+33612779999') }
    const program = await makeProgram(server, owner, { scope: 'trade' })
    const body = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '1', quantity: '1' }
    const once = keyNow()
    const route = spotRoutes.spotOrderPlace
    const headers = {
      ...signedHeaders(program, route.method, route.path, { body: JSON.stringify(body), once }),
      'idempotency-key': once,
    }
    const { items } = await server.ok(apiKeyRoutes.apiKeys, { token: owner.token })
    const id = items[0]?.id ?? ''
    const end = () => server.ok(apiKeyRoutes.apiKeyEnd, { token: owner.token, params: { id } })
    expect(await heldBack({ route, body, headers }, end)).toContain('api_key_wrong')
  })
})
