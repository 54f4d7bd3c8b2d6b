import { createHash, createPublicKey, verify } from 'node:crypto'
import { outcomeOf } from '@truemark/core/option/terms'
import { type Sha256, inclusionFault, leafOf } from '@truemark/core/proof/liabilities'
import { optionTerms } from '@truemark/core/testing/optionFixture'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { creditScore } from '@truemark/protocol/routes/credit'
import { evidence } from '@truemark/protocol/routes/evidence'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { type LiabilityEpoch, liabilityRoutes as proofs } from '@truemark/protocol/routes/liabilities'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { transparencyRoutes as open } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Catalogue, house } from '../engine/door.ts'
import { must, openWealth, saver, speakLive } from '../invest/testing/saver.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { checkLiabilities } from './liabilitiesCheck.ts'
import { proveLiabilities } from './liabilities.ts'
import { readOwed } from './owedThread.ts'
import { isProofDue } from './proofSweep.ts'

let server: LiveServer
let treasurer = ''

beforeAll(async () => {
  server = await startLiveServer()
  treasurer = await makeOperator(server, 'treasurer', 'Tess')
  const durations = [{ seconds: 1, rate: 800_000_000 }, ...optionTerms.durations]
  await server.engine.exchange.command(house, {
    type: 'configureOption',
    listing: 0,
    terms: { ...optionTerms, durations },
  })
})
afterAll(() => server.stop())

/** A sample of a second, which may be ahead of the clock: no test depends on the part of a second in which it runs. */
function sample(stamp: number, indexTenths: number): Promise<void> {
  const samples = [{ listing: 0, sources: 4, fresh: true, indexTenths }]
  return must(server, { type: 'sampleIndex', stamp, kind: 'simulated', samples })
}

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

async function guest(): Promise<string> {
  return (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
}

describe('the evidence of a settlement', () => {
  it('tells a guest what an option was settled on, and nothing of whose it was', async () => {
    const token = await guest()
    await server.ok(accountRoutes.transferMake, {
      token,
      body: { from: 'coin', to: 'option', amount: '100' },
      key: keyNow(),
    })
    const body = { symbol: 'BTCUSDT', type: 'up', trade_mode: 1, amount: '77' } as const
    const order = await server.ok(optionRoutes.optionOrderPlace, { token, body, key: keyNow() })
    const params = { id: order.order_id }
    const shown = async () => {
      const found = await server.ok(evidence, { params })
      if (found.kind !== 'option') throw new Error('no option')
      return found
    }
    expect(await shown()).toMatchObject({ status: 'open', entry: null, exit: null, journal: null })
    const stamp = Math.ceil((order.created_time + 2_000) / 1_000) * 1_000
    await sample(stamp, 1_000_000)
    await expect.poll(async () => (await shown()).entry, { timeout: 15_000, interval: 50 }).not.toBeNull()
    await sample(stamp + 1_000, 1_000_250)
    await expect.poll(async () => (await shown()).status, { timeout: 15_000, interval: 200 }).toBe('closed')
    const found = await shown()
    expect(found).toMatchObject({ realm: 'demo', simulated: true, type: 'up', payout_rate: '0.8' })
    const entered = found.entry_samples.find(({ time }) => time === found.entry?.time)
    expect(entered?.price).toBe(found.entry?.price)
    expect(found.exit?.samples.find(({ time }) => time === found.exit?.sample_time)?.price).toBe(found.exit_price)
    expect(outcomeOf('up', 1_000_000, 1_000_250)).toBe(found.outcome)
    const { rows } = await server.database.query<{ digest: Buffer }>('SELECT digest FROM journal WHERE seq = $1', [
      found.journal?.seq,
    ])
    expect(rows[0]?.digest.toString('hex')).toBe(found.journal?.digest)
    const user = await server.ok(identityRoutes.user, { token })
    const whole = JSON.stringify(found)
    expect(whole).not.toContain(user.uid)
    expect(whole).not.toMatch(/"77(\.0*)?"/)
  })

  it('tells a guest what a liquidation was decided on, by its public number and by its owner’s', async () => {
    const token = await derivativeDemo(server)
    await server.tick(1_000_000)
    const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 100 } as const
    const order = await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
    await server.tick(970_000)
    const one = () => server.ok(contractRoutes.contractOrderOne, { token, params: { id: order.order_id } })
    await expect.poll(async () => (await one()).order.status, { timeout: 15_000 }).toBe('settled')
    const { items } = await server.ok(open.liquidationsPublic, { query: {} })
    const byNumber = await server.ok(evidence, { params: { id: items[0]?.id ?? '' } })
    expect(byNumber).toMatchObject({ kind: 'liquidation', mark: '9700', taken_over: true, symbol: 'BTCUSDT' })
    const own = (await one()).liquidation?.liquidation_id ?? ''
    const byOwner = await server.ok(evidence, { params: { id: own } })
    expect(byOwner).toMatchObject({ kind: 'liquidation', id: own, journal: byNumber.journal })
    await server.tick(1_000_000)
  })

  it('tells a guest how a funding was reckoned', async () => {
    const stamp = 1_764_288_000_000
    await server.database.query(
      `INSERT INTO funding_rate (realm, listing, stamp, rate, premium_rate, samples, mark_tenths)
       VALUES (0, 0, $1, 100000, 90000, 28800, 1000000), (1, 0, $1, -50000, 0, 5, 1000001)`,
      [stamp],
    )
    const { items: all, cursor } = await server.ok(open.fundingsPublic, { query: { symbol: 'BTCUSDT' } })
    // the engine's own may stand beside them, where a sample has passed the hour of one
    const items = all.filter(({ time }) => time === stamp)
    expect(items.map(({ realm, rate }) => [realm, rate])).toEqual([
      ['real', '0.0001'],
      ['demo', '-0.00005'],
    ])
    expect(cursor).toBeNull()
    const found = await server.ok(evidence, { params: { id: items[1]?.id ?? '' } })
    expect(found).toMatchObject({ kind: 'funding', realm: 'demo', time: stamp, samples: 5, mark: '10000.01' })
  })

  it('of a number that nothing was settled under is unknown', async () => {
    expect((await server.call(evidence, { params: { id: 'x'.repeat(26) } })).reason).toBe('evidence_unknown')
  })
})

describe('the rules', () => {
  it('and the figures behind them are there for a guest', async () => {
    const rules = await server.ok(open.transparencyRules)
    expect(rules.options[0]?.trade_modes[0]).toMatchObject({ trade_mode: 1, payout_rate: '0.8' })
    expect(rules.symbols[0]).toMatchObject({ symbol: 'BTCUSDT', sources: 4 })
    expect(rules.withdrawal.fee_rate).toBe('0.001')
    const profits = await server.ok(open.housePublic)
    expect(profits.filter(({ realm }) => realm === 'demo').map(({ product }) => product)).toContain('option')
    // ten people with real money, eight of whom lost
    await server.database.query(
      `INSERT INTO holder (holder, realm, country, opened_at) SELECT h, 0, 'FR', 0 FROM generate_series(900, 909) AS h`,
    )
    await server.database.query(
      `INSERT INTO profit_day (holder, day, product, currency, amount)
       SELECT h, $1, 2, 0, CASE WHEN h < 908 THEN -5 ELSE 5 END FROM generate_series(900, 909) AS h`,
      [Math.floor(Date.now() / 86_400_000)],
    )
    const { days, products } = await server.ok(open.lossesPublic)
    expect(days).toBe(90)
    expect(products).toContainEqual({ realm: 'real', product: 'option', people: 10, losing: 8 })
    // of a few the share would tell of each
    expect(products).toContainEqual({ realm: 'demo', product: 'option', people: expect.any(Number), losing: null })
    expect(await server.ok(open.withdrawalStatistics)).toMatchObject({ paid: 0, median: null, waiting: 0 })
  })
})

describe('a proof of what is owed', () => {
  it('holds each balance, adds up to the ledger, and is chained and signed', async () => {
    const token = await guest()
    const prove = () => server.call(proofs.deskLiabilitiesProve, { token: treasurer, body: {} })
    // of those who ask at once one makes it, and the others are told of it
    const atOnce = await Promise.all([prove(), prove(), prove()])
    const made = atOnce.find(({ data }) => data !== null)?.data ?? null
    if (made === null) throw new Error('no proof')
    expect(atOnce.filter(({ reason }) => reason === 'proof_too_soon')).toHaveLength(2)
    expect((await prove()).reason).toBe('proof_too_soon')
    const { key, items } = await server.ok(proofs.liabilities, { query: {} })
    expect(items[0]).toEqual(made)
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(key, 'hex')])
    const signer = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from(made.head), signer, Buffer.from(made.signature, 'hex'))).toBe(true)
    expect(createHash('sha256').update(made.head).digest('hex')).toBe(made.digest)
    expect(JSON.parse(made.head)).toMatchObject({ epoch: made.epoch, asked: true, trees: made.trees })
    const { rows: entries } = await server.database.query<{ digest: Buffer }>('SELECT digest FROM audit')
    const { audit } = z.parse(z.object({ audit: z.object({ digest: z.string() }) }), JSON.parse(made.head))
    expect(entries.map(({ digest }) => digest.toString('hex'))).toContain(audit.digest)
    await checkOwn(token, made)
    const { rows } = await server.database.query<{ sum: string }>(
      'SELECT sum(posted)::text AS sum FROM balance JOIN holder USING (holder) WHERE holder >= 32 AND currency = 0',
    )
    expect(made.trees.find(({ currency }) => currency === 'USDT')?.sum).toBe(rows[0]?.sum)
    const again = await nextProof()
    expect(JSON.parse(again.head)).toMatchObject({ previous: made.digest })
    await expect(server.database.query('UPDATE liability_tree SET sum = 0')).rejects.toThrow('is kept')
  })

  it('holds what is put into a product that has not paid yet', async () => {
    await openWealth(server, 'invest')
    const quiet = speakLive(server)
    const { token, holder } = await saver(server, 'iris@example.org', { usdt: 7_000_000n, btc: 100_000_000n })
    const maturity = Math.ceil((Date.now() + 8 * 86_400_000) / 1_000) * 1_000
    const kind = { realm: 'real', listing: 0, direction: 'sell_high', text: 1, digest: 'd1' } as const
    const price = { referencePrice: 600_000, annualRate: 365_000_000, days: 7, maturity } as const
    await must(server, { type: 'publishInvest', terms: { ...kind, ...price, sharePrice: 10_000_000n, shares: 10 } })
    await must(server, { type: 'buyInvest', holder, product: 1, shares: 3, fault: '' })
    quiet()
    server.speaking = true
    const { trees } = await nextProof()
    const real = trees.filter(({ realm }) => realm === 'real')
    expect(real.map(({ currency, sum }) => `${sum} ${currency}`)).toEqual(['7000000 USDT', '100000000 BTC'])
    const { leaves } = await server.ok(proofs.liabilityMine, { token })
    expect(leaves.map(({ currency, amount }) => `${amount} ${currency}`)).toEqual(['7 USDT', '1 BTC'])
  })

  it('is told to its owner alone, and to nobody who holds nothing', async () => {
    expect((await server.call(proofs.liabilityMine, {})).code).toBe(551)
    const late = await guest()
    expect((await server.call(proofs.liabilityMine, { token: late })).reason).toBe('not_in_proof')
    for (const change of [{ epoch: '99' }, { index: '4096' }, { currency: 'BTC' }, { realm: 'real' }]) {
      const params = { epoch: '1', realm: 'demo', currency: 'USDT', index: '0', ...change }
      expect((await server.call(proofs.liabilityPath, { params })).reason).toBe('proof_unknown')
    }
  })

  it('is due at a moment that nobody chooses, however often an operator asks for one', async () => {
    const { database, engine, keys } = server
    const secret = keys.tokens.names
    const catalogue = await Catalogue.load(engine.exchange)
    const owed = () => readOwed(database)
    const ports = {
      catalogue,
      database,
      ids: createPublicIds(secret),
      secret,
      signing: keys.signing,
      owed,
      now: Date.now,
    }
    await nextProof()
    expect(await isProofDue(ports, 86_400_000)).toBe(true)
    expect(await proveLiabilities(ports, null)).toMatchObject({ asked: false })
    expect(await isProofDue(ports, 86_400_000)).toBe(false)
    expect(await isProofDue({ ...ports, now: () => Date.now() + 86_400_000 }, 86_400_000)).toBe(true)
  })

  it('is not kept where the audit log cannot be written for too long: nothing was changed, as the answer says', async () => {
    const { epoch } = await nextProof()
    const holding = await server.database.lease()
    await holding.query('BEGIN')
    await holding.query('SELECT pg_advisory_xact_lock(7201944)')
    await passPause()
    const asked = server.call(proofs.deskLiabilitiesProve, { token: treasurer, body: {} })
    // as the limit of ten seconds does
    const cancel = async () =>
      (
        await holding.query(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
        )
      ).rowCount
    await expect.poll(cancel, { timeout: 10_000 }).toBe(1)
    expect(await asked).toMatchObject({ status: 503, reason: 'server_busy' })
    await holding.query('ROLLBACK')
    await holding.release()
    expect((await server.ok(proofs.liabilities, { query: {} })).items[0]?.epoch).toBe(epoch)
    expect((await nextProof()).epoch).toBe(epoch + 1)
    const { rows } = await server.database.query('SELECT action, subject FROM audit ORDER BY id DESC LIMIT 2')
    expect(rows).toEqual(
      ['liabilities_proved', 'proof_head_kept'].map((action) => ({ action, subject: String(epoch + 1) })),
    )
  })

  it('is of what the engine says, whatever a table of balances is made to say for its moment', async () => {
    const token = await guest()
    const moved = (amount: number) =>
      server.database.query(
        `UPDATE balance SET posted = posted + CASE holder WHEN 16 THEN -$1::bigint ELSE $1::bigint END
         WHERE currency = 0 AND holder IN (16, (SELECT max(holder) FROM balance))`,
        [amount],
      )
    await moved(-600_000_000)
    await checkOwn(token, await nextProof())
    await moved(600_000_000)
  })

  it('is checked in a saved file, without a server: every altered part of it is found', async () => {
    const token = await guest()
    const made = await nextProof()
    const { key } = await server.ok(proofs.liabilities, { query: {} })
    const file = await savedFile(token, made, key)
    const later = await savedFile(token, await nextProof(), key)
    const told = async (changed: unknown, by: string | null = null, other: unknown = null) => {
      const lines: string[] = []
      const text = other === null ? null : JSON.stringify(other)
      const code = await checkLiabilities(JSON.stringify(changed), { key: by, keysFile: null }, text, (line) =>
        lines.push(line),
      )
      return { code, last: lines.at(-1) ?? '' }
    }
    expect((await told(file)).code).toBe(0)
    expect(await told(file, key, later)).toMatchObject({
      code: 0,
      last: expect.stringContaining(`number ${made.epoch} `),
    })
    expect((await told(later, key, file)).last).toBe('Fails: The other file is a later proof.')
    expect((await told(file, 'ab'.repeat(32))).last).toBe(`Fails: The file names the key ${key}, which is another one.`)
    const [own] = file.leaves
    if (own === undefined) throw new Error('no leaf')
    const leaves = [{ ...own, leaf: { ...own.leaf, units: String(BigInt(own.leaf.units) - 1n) } }]
    expect((await told({ ...file, leaves })).last).toMatch(/^Fails: 99999.999999 USDT of /)
    expect((await told({ ...file, leaves: [{ ...own, uid: 'another' }] })).last).toMatch(
      /^Fails: 100000 USDT of another/,
    )
    const head = file.head.replace('"asked":true', '"asked":false')
    expect((await told({ ...file, head })).last).toBe('Fails: The head has the digest that is told of it.')
    const digest = createHash('sha256').update(head).digest('hex')
    expect((await told({ ...file, head, digest })).last).toBe('Fails: The head is signed under the key.')
    expect((await told(file, null, { ...later, head: later.head.replace(made.digest, '0'.repeat(64)) })).last).toBe(
      'Fails: The next proof bears the digest of this one.',
    )
    expect((await told('no proof')).last).toBe('Fails: This is no saved proof of what is owed.')
  })

  it('says when its row of the journal was written, as the records of its accounts do', async () => {
    const { head } = await nextProof()
    const { journal } = z.parse(z.object({ journal: z.object({ seq: z.int(), time: z.int() }) }), JSON.parse(head))
    const { rows } = await server.database.query<{ time: string }>('SELECT time FROM journal WHERE seq = $1', [
      journal.seq,
    ])
    expect(rows).toEqual([{ time: String(journal.time) }])
  })
})

/** As if the pause between two proofs were over. */
async function passPause(): Promise<void> {
  await server.database.query('ALTER TABLE liability_epoch DISABLE TRIGGER liability_epoch_append_only')
  await server.database.query('UPDATE liability_epoch SET time = time - 120000')
  await server.database.query('ALTER TABLE liability_epoch ENABLE TRIGGER liability_epoch_append_only')
}

async function nextProof(): Promise<LiabilityEpoch> {
  await passPause()
  return server.ok(proofs.deskLiabilitiesProve, { token: treasurer, body: {} })
}

/** What the app saves for its reader. */
async function savedFile(token: string, { epoch, head, digest, signature, trees }: LiabilityEpoch, key: string) {
  const { uid, realm, leaves } = await server.ok(proofs.liabilityMine, { token })
  const saved = leaves.map(async (leaf) => {
    const tree = trees.find((one) => one.currency === leaf.currency && one.realm === realm)
    const params = { epoch: String(epoch), realm, currency: leaf.currency, index: String(leaf.index) }
    return { epoch, uid, leaf, tree, siblings: (await server.ok(proofs.liabilityPath, { params })).siblings }
  })
  return { key, head, digest, signature, leaves: await Promise.all(saved) }
}

/** What the app does for its reader: makes the leaf of their own figures, and walks up to the published root. */
async function checkOwn(token: string, { epoch, trees }: LiabilityEpoch): Promise<void> {
  const mine = await server.ok(proofs.liabilityMine, { token })
  expect(mine).toMatchObject({ epoch, realm: 'demo' })
  expect(mine.leaves.find(({ currency }) => currency === 'USDT')?.amount).toBe('100000')
  for (const { currency, index, nonce, units } of mine.leaves) {
    const tree = trees.find((one) => one.currency === currency && one.realm === 'demo')
    if (tree === undefined) throw new Error('no tree')
    const params = { epoch: String(epoch), realm: 'demo', currency, index: String(index) }
    const path = await server.ok(proofs.liabilityPath, { params })
    const owner = { uid: mine.uid, epoch, realm: mine.realm, currency, nonce: bytesOf(nonce) }
    const leaf = leafOf(sha256, owner, BigInt(units))
    const root = { sum: BigInt(tree.sum), hash: bytesOf(tree.root) }
    const siblings = path.siblings.map(({ sum, hash }) => ({ sum: BigInt(sum), hash: bytesOf(hash) }))
    const inclusion = { root, depth: tree.depth, index, siblings }
    expect(inclusionFault(sha256, leaf, inclusion)).toBeNull()
    const less = leafOf(sha256, owner, BigInt(units) - 1n)
    expect(inclusionFault(sha256, less, inclusion)).toBe('root')
  }
}

it('tells a guest of the demo a credit score of nothing yet', async () => {
  const score = await server.ok(creditScore, { token: await guest() })
  expect(score).toMatchObject({ score: 0, score_max: 100 })
  expect(score.lines.every(({ points }) => points === 0)).toBe(true)
})
