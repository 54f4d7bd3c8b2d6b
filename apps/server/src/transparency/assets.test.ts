import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { assetText, assetTotals } from '@truemark/protocol/evidence/assetStatement'
import { assetRoutes as routes } from '@truemark/protocol/routes/assets'
import { deskProposalRoutes, type Proposal } from '@truemark/protocol/routes/deskProposals'
import { deskTreasuryRoutes } from '@truemark/protocol/routes/deskTreasury'
import { deskWalletRoutes } from '@truemark/protocol/routes/deskWallet'
import { evidenceRoutes } from '@truemark/protocol/routes/evidence'
import { liabilityRoutes } from '@truemark/protocol/routes/liabilities'
import { transparencyRoutes as open } from '@truemark/protocol/routes/transparency'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkExport } from '../export/door.ts'
import { writeExport } from '../export/write.ts'
import { logAll } from '../testing/evidence.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { assetFault } from './assetSignature.ts'
import { checkEvidence } from './evidenceCheck.ts'
import { checkEvidenceLog } from './evidenceLogCheck.ts'

const folder = mkdtempSync(join(tmpdir(), 'truemark-assets-'))
const secret = createHash('sha256').update('the key of a test').digest()
const vault = base58.encode(ed25519.getPublicKey(secret))
let server: LiveServer
let tom = ''
let tess = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  tom = await makeOperator(server, 'treasurer', 'Tom')
  tess = await makeOperator(server, 'treasurer', 'Tess')
  for (const network of ['Solana', 'TRC20', 'XRP'] as const) {
    const body = { currency: 'USDT', network, form: network, address: '', deposit: false, withdraw: true }
    await server.call(deskWalletRoutes.deskNetworkPut, { token: tom, body: { ...body, reason: 'a network' } })
    await decide((await server.ok(deskProposalRoutes.deskProposals, { token: tess })).items[0])
  }
  const user = await signUp(server, 'assets@example.com', '+33612345111')
  const { uid } = await server.ok(identityRoutes.user, { token: user })
  const move = { realm: 'real', from: 'external', to: 'treasury', currency: 'USDT', amount: '900', reason: 'funding' }
  await decide(await server.ok(deskTreasuryRoutes.deskHouseMove, { token: tom, body: move }))
  const entry = { uid, kind: 'deposit', currency: 'USDT', amount: '400', evidence: 'slip 1', reason: 'a deposit' }
  await decide(await server.ok(deskTreasuryRoutes.deskManualEntry, { token: tom, body: entry }))
  await server.ok(liabilityRoutes.deskLiabilitiesProve, { token: tom, body: {} })
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

async function decide(proposal: Proposal | undefined, token = tess): Promise<Proposal> {
  if (proposal === undefined) throw new Error('nothing waits')
  const body = { approve: true, digest: proposal.digest, reason: 'looked at it' }
  const answer = await server.ok(deskProposalRoutes.deskProposalDecide, { token, params: { id: proposal.id }, body })
  return answer.proposal
}

function ask(fields: object, token = tom) {
  const body = { currency: 'USDT', network: null, place: 'Example Custody', amount: '150', signature: null }
  return server.call(routes.deskAssetState, { token, body: { ...body, reason: 'as of today', ...fields } })
}

async function state(fields: object): Promise<void> {
  const asked = await ask(fields)
  await decide(asked.data ?? undefined)
}

async function newestProof() {
  const { items } = await server.ok(liabilityRoutes.liabilities, { query: { limit: '1' } })
  const [epoch] = items
  if (epoch === undefined) throw new Error('nothing was proved')
  return epoch
}

/** What the key of the vault signs of an amount, where nothing else is said. */
async function signed(amount: string, change: object = {}): Promise<string> {
  const { epoch, digest } = await newestProof()
  const { installation } = await server.ok(routes.assetsPublic)
  const claim = { installation, epoch, digest, currency: 'USDT', network: 'Solana', place: vault, amount, ...change }
  return base58.encode(ed25519.sign(new TextEncoder().encode(assetText(claim)), secret))
}

async function places() {
  return (await server.ok(routes.assetsPublic)).places
}

const logFault = async () => (await checkEvidenceLog(server.database, server.keys, 0)).fault

it('shows where assets lie once two people have stated it, and plainly that nothing is signed', async () => {
  const asked = (await ask({})).data
  expect(asked).toMatchObject({ kind: 'asset', subject: 'USDT', detail: { place: 'Example Custody', amount: '150' } })
  expect(await places()).toEqual([])
  const again = { token: tom, params: { id: asked?.id ?? '' } }
  const body = { approve: true, digest: asked?.digest ?? '', reason: 'by myself' }
  expect((await server.call(deskProposalRoutes.deskProposalDecide, { ...again, body })).reason).toBe(
    'second_person_needed',
  )
  await decide(asked ?? undefined)
  const [stated] = await places()
  expect(stated).toMatchObject({ currency: 'USDT', network: '', form: null, amount: '150', signature: null })
})

it('takes a signature of the address’ key over this installation, this proof and this amount alone', async () => {
  const onSolana = { network: 'Solana', place: vault, amount: '100' }
  const wrong = { ...onSolana, signature: await signed('100') }
  const { previous } = JSON.parse((await newestProof()).head) as { previous: string }
  for (const fields of [
    { ...wrong, amount: '101' },
    { ...onSolana, signature: await signed('100', { installation: 'ab'.repeat(32) }) },
    { ...onSolana, signature: await signed('100', { digest: previous }) },
    { ...onSolana, signature: await signed('100', { epoch: 7 }) },
    { ...onSolana, signature: await signed('100', { network: 'TRC20' }) },
    { ...wrong, place: base58.encode(ed25519.getPublicKey(createHash('sha256').update('another').digest())) },
    { ...onSolana, signature: 'no signature' },
    { signature: await signed('150') },
  ])
    expect((await ask(fields)).reason).toBe('asset_signature_wrong')
  await state(wrong)
  const own = (await places()).find(({ network }) => network === 'Solana')
  const { epoch, digest } = await newestProof()
  expect(own).toMatchObject({ place: vault, amount: '100', form: 'Solana', signature: { epoch, digest } })
  const { installation } = await server.ok(routes.assetsPublic)
  // what was signed is told to the letter, so that anybody checks it with a program of their own
  expect(own?.signature?.text).toBe(
    `Truemark assets: 100 USDT at ${vault} on Solana, beside proof ${epoch} ${digest} of what is owed by ${installation}`,
  )
  const [total] = assetTotals(await newestProof(), await places(), () => true)
  expect(total).toMatchObject({ currency: 'USDT', owed: 400_000_000n, stated: 250_000_000n, signed: 100_000_000n })
})

it('refuses an address of another network or of none, what nobody knows, and what would be no amount', async () => {
  expect((await ask({ network: 'TRC20', place: vault })).reason).toBe('withdrawal_address_wrong')
  expect((await ask({ network: 'Solana', place: 'nowhere' })).reason).toBe('address_solana_invalid')
  expect((await ask({ network: 'XRP', place: 'nowhere' })).reason).toBe('address_form_invalid')
  expect((await ask({ network: 'Bitcoin', place: vault })).reason).toBe('field_malformed')
  expect((await ask({ currency: 'XYZ' })).reason).toBe('currency_unknown')
  expect((await ask({ amount: '0' })).reason).toBe('amount_invalid')
  expect((await ask({ place: 'A → B' })).reason).toBe('field_malformed')
  expect((await ask({ place: 'Never Stated', amount: null })).reason).toBe('asset_unknown')
  const support = await makeOperator(server, 'support', 'Sue')
  expect((await ask({}, support)).code).toBe(556)
})

it('keeps each change and each removal in the history of terms, by both roles', async () => {
  await state({ amount: '175' })
  await state({ amount: null })
  expect((await places()).map(({ network }) => network)).toEqual(['Solana'])
  expect((await ask({ amount: null })).reason).toBe('asset_unknown')
  await logAll(server)
  const { items } = await server.ok(open.termsPublic, { query: { term: 'asset', subject: 'USDT' } })
  const told = items.map(({ change }) => change.figures.find(({ name }) => name === 'amount'))
  expect(told.map((one) => [one?.before, one?.after])).toEqual([
    ['175', '0'],
    ['150', '175'],
    [null, '100'],
    [null, '150'],
  ])
  for (const { change } of items) expect(change).toMatchObject({ proposed: 'treasurer', confirmed: 'treasurer' })
  expect(await logFault()).toBe(null)
})

it('is checked offline of its file, and found where somebody signed something else', async () => {
  const { items } = await server.ok(open.termsPublic, { query: { term: 'asset', subject: 'USDT' } })
  const change = items.map((one) => one.change).find(({ figures }) => figures.some(({ name }) => name === 'signature'))
  if (change === undefined) throw new Error('nothing was signed')
  const file = await server.ok(evidenceRoutes.evidenceEntry, { params: { id: change.id } })
  const lines: string[] = []
  expect(await checkEvidence(JSON.stringify(file), { key: null, keysFile: null }, (line) => lines.push(line))).toBe(0)
  expect(lines).toContain('Holds: The key of the address signed the line that names amount, place and proof.')
  const { installation } = await server.ok(routes.assetsPublic)
  const { epoch, digest } = await newestProof()
  const digestOf = (number: number) => (number === epoch ? digest : null)
  const withFigure = (name: string, after: string) => ({
    ...change,
    figures: change.figures.map((one) => (one.name === name ? { ...one, after } : one)),
  })
  expect(assetFault(change, installation, digestOf)).toBe(null)
  for (const [name, after] of [
    ['amount', '1000'],
    ['place', base58.encode(new Uint8Array(32).fill(3))],
    ['network', 'TRC20'],
    ['signature', await signed('1000')],
    ['form', 'Bitcoin'],
  ] as const)
    expect(assetFault(withFigure(name, after), installation, digestOf)).toContain('signature of stated assets')
  expect(assetFault(change, 'ab'.repeat(32), digestOf)).toContain('names another proof')
  expect(assetFault(change, installation, () => null)).toContain('names another proof')
})

it('stands in an export, whose check goes through each signature', async () => {
  const { database, keys } = server
  const build = { commit: null, changed: true, web: null, desk: null, server: null }
  await writeExport({ database, signing: keys.signing, folder: join(folder, 'whole'), build, now: Date.now() })
  expect(readFileSync(join(folder, 'whole', 'evidence.jsonl'), 'utf8')).toContain(vault)
  const said: string[] = []
  const ports = { folder: join(folder, 'whole'), keys: [], balances: null, witness: null }
  const code = await checkExport({ ...ports, say: (line) => said.push(line) })
  expect([code, said.at(-1)]).toEqual([0, expect.stringContaining('The state at the end')])
})

it('is missed, digit by digit, where the audit log says another thing than was signed', async () => {
  const set = (sql: string) => server.database.query(sql)
  await set('ALTER TABLE audit DISABLE TRIGGER USER')
  const where = `WHERE action = 'asset_stated' AND detail ->> 'network' = 'Solana'`
  const before = (await server.database.query<{ detail: unknown }>(`SELECT detail FROM audit ${where}`)).rows[0]?.detail
  for (const name of ['amount', 'place', 'signature', 'signed_text', 'form', 'network']) {
    await set(`UPDATE audit SET detail = jsonb_set(detail, '{${name}}', '"9"') ${where}`)
    expect(await logFault()).toContain('figures of the change of terms')
    const text = JSON.stringify(before).replaceAll("'", "''")
    await set(
      `UPDATE audit SET detail = '${text}' WHERE action = 'asset_stated' AND detail::text LIKE '%${vault}%' OR detail ->> '${name}' = '9'`,
    )
  }
  expect(await logFault()).toBe(null)
})
