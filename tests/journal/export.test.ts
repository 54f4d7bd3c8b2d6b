import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Catalogue } from '../../apps/server/src/engine/catalogue.ts'
import type { JournalRow } from '../../apps/server/src/engine/journalRow.ts'
import { checkExport } from '../../apps/server/src/export/check.ts'
import { type EvidenceLine, type Manifest, files, summedFiles } from '../../apps/server/src/export/layout.ts'
import { writeExport } from '../../apps/server/src/export/write.ts'
import { createPublicIds } from '../../apps/server/src/platform/publicId.ts'
import { type TestDatabase, createTestDatabase } from '../../apps/server/src/platform/postgres/testDatabase.ts'
import { startInlineEngine } from '../../apps/server/src/testing/inlineEngine.ts'
import { testKeys } from '../../apps/server/src/testing/testKeys.ts'
import { logDelayMs, logEvidence } from '../../apps/server/src/transparency/evidenceLog.ts'
import { witnessRound } from '../../apps/server/src/transparency/witnessSweep.ts'
import { fileWitness } from '../../apps/server/src/transparency/witnesses.ts'
import { proveLiabilities } from '../../apps/server/src/transparency/liabilities.ts'
import { readOwed } from '../../apps/server/src/transparency/owedThread.ts'
import { readRows } from './keptRows.ts'
import { type Rewriting, linesOf, reseal, withFact } from './resealed.ts'

const documentLies = [
  ['option', 'outcome', 'tie'],
  ['option', 'accepted', 1],
  ['option', 'journal', null],
  ['liquidation', 'mark', '1'],
  ['liquidation', 'insurance', '1'],
  ['trigger', 'mark_time', 1],
  ['trigger', 'lots', '0.01'],
  ['funding', 'samples', 1],
  ['investment', 'sample_count', 901],
] as const

const { signing, tokens } = testKeys()
const build = { commit: null, changed: true, web: null, desk: null, server: null }
const folder = mkdtempSync(join(tmpdir(), 'truemark-export-'))
const rows = readRows(readFileSync(join(import.meta.dirname, 'release1.journal')))
const evidence = signing.key('evidence')
const recorded: { digest: string; stateHash: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'release1.json'), 'utf8'),
)
const last = rows.at(-1)?.time ?? 0
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  for (const row of rows) await insert(row)
  const engine = await startInlineEngine(test.database, () => last)
  try {
    expect(await engine.watermark.waitFor(rows.length, 20_000)).toBe(true)
    const catalogue = await Catalogue.load(engine.exchange)
    const { database } = test
    const ids = createPublicIds(tokens.names)
    const now = (): number => last + logDelayMs + 1_000
    for (let batch = -1; batch !== 0;)
      batch = await logEvidence({ catalogue, database, ids, secret: tokens.names, signing, kind: () => 'live', now })
    await proveLiabilities({ catalogue, database, ids, signing, owed: () => readOwed(database), now }, null)
    const witnesses = new Map([['file', fileWitness(join(folder, 'witness.jsonl'))] as const])
    await witnessRound({ database, signing, witnesses, mails: null, now: () => last })
  } finally {
    await engine.stop()
  }
  await writeExport({ database: test.database, signing, folder: join(folder, 'whole'), build, now: last })
}, 180_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.drop()
})

async function insert({ seq, epoch, time, format, commands, events, previous, digest }: JournalRow): Promise<void> {
  await test.database.query(
    `INSERT INTO journal (seq, epoch, time, format, commands, events, previous, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [seq, epoch, time, format, commands, events, previous, digest].map((value) =>
      value instanceof Uint8Array ? Buffer.from(value) : value,
    ),
  )
}

async function verified(
  name: string,
  keys: readonly string[] = [],
  witness: string | null = null,
): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const code = await checkExport({
    folder: join(folder, name),
    keys,
    balances: null,
    witness,
    say: (one) => said.push(one),
  })
  return { code, said: said.join('\n') }
}

/** What is said of the export with other content, signed anew with all keys. */
async function rewritten(rewriting: Rewriting): Promise<string> {
  reseal(join(folder, 'whole'), join(folder, 'other'), signing, rewriting)
  const { code, said } = await verified('other')
  expect(code).toBe(1)
  return said
}

/** As `rewritten` with one fact changed, and without all that named the rows that it changes. */
async function withLie<T extends Event['type']>(
  type: T,
  change: (event: Extract<Event, { type: T }>) => Event | null,
): Promise<string> {
  const changed = withFact(rows, type, change)
  return rewritten({ rows: changed, evidence: () => null, owed: () => null, manifest: { journal: endOf(changed) } })
}

function endOf(all: readonly JournalRow[]): Manifest['journal'] {
  return { rows: all.length, digest: Buffer.from(all.at(-1)?.digest ?? []).toString('hex') }
}

it('recomputes all that a journal of every kind of fact holds, from its files alone', async () => {
  const { code, said } = await verified('whole', [evidence.publicHex, signing.key('liabilities').publicHex])
  expect(said).toMatch(/^The 5 files are those that were exported on /)
  expect(said).toContain(`The journal verifies: ${rows.length} rows up to ${recorded.digest}`)
  expect(said).toContain('12 settlements of options, 7 liquidations, 3 payments of funding, 206 fills')
  expect(said).toMatch(/The log of evidence verifies: [1-9]\d* entries/)
  expect(said).toContain('The heads of what is owed verify: 1,')
  expect(said).toContain(`The state at the end: ${recorded.stateHash}.`)
  expect(code).toBe(0)
  const kinds = new Set(linesOf<EvidenceLine>(join(folder, 'whole'), files.evidence).map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['funding', 'investment', 'liquidation', 'option', 'terms', 'trigger'])
})

it('finds any byte of any file that is another, wherever it stands', async () => {
  const names = [...summedFiles, files.sums, files.signature]
  const bytes = new Map(names.map((name) => [name, readFileSync(join(folder, 'whole', name))]))
  cpSync(join(folder, 'whole'), join(folder, 'flipped'), { recursive: true })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, at, by) => {
      const whole = bytes.get(name) ?? Buffer.alloc(0)
      const flipped = Buffer.from(whole)
      flipped[at % whole.length] = (flipped[at % whole.length] ?? 0) ^ by
      writeFileSync(join(folder, 'flipped', name), flipped)
      const { code, said } = await verified('flipped')
      writeFileSync(join(folder, 'flipped', name), whole)
      expect(code).toBe(1)
      expect(said).toMatch(/SHA256SUMS|manifest\.json/)
    }),
    { numRuns: 60 },
  )
})

it('is held against what a witness holds, and told of what the witness knows and it does not', async () => {
  const text = readFileSync(join(folder, 'witness.jsonl'), 'utf8')
  const { code, said } = await verified('whole', [], text)
  expect(said).toContain('What the witness holds verifies: 1 statements.')
  expect(code).toBe(0)
  const shorter = rows.slice(0, -1)
  reseal(join(folder, 'whole'), join(folder, 'other'), signing, {
    rows: shorter,
    evidence: () => null,
    owed: () => null,
    manifest: { journal: endOf(shorter) },
  })
  expect((await verified('other', [], text)).said).toMatch(
    /evidence_entry: entries of the witnessed statement of .* are missing/,
  )
  const lie = text.replace(/seq\\":\d+/, 'seq\\":1')
  expect((await verified('whole', [], lie)).said).toContain('statement 1 of the witness is not signed')
  expect((await verified('whole', [], '')).said).toContain('holds no statement')
})

describe('an export whose checksums and signature were made anew by whoever has the keys', () => {
  it('is found where rows are cut off, dropped, changed over or doubled', async () => {
    const but = (change: (all: JournalRow[]) => JournalRow[]) =>
      rewritten({ rows: change([...rows]), evidence: () => null, owed: () => null })
    expect(await but((all) => all.slice(0, -1))).toContain(`it ends at row ${rows.length - 1}`)
    expect(await but((all) => all.toSpliced(40, 1))).toContain('row 41 is missing')
    expect(await but((all) => all.toSpliced(40, 2, ...all.slice(40, 42).toReversed()))).toContain('row 41 is missing')
    expect(await but((all) => all.toSpliced(40, 0, ...all.slice(40, 41)))).toContain('row 42 is missing')
    const shorter = rows.slice(0, -1)
    expect(await rewritten({ rows: shorter, manifest: { journal: endOf(shorter) } })).toMatch(
      /no row decided it|names row \d+, which is missing/,
    )
  })

  it('is found where the keys are others than those that were published', async () => {
    const other = { evidence: '11'.repeat(32), liabilities: '22'.repeat(32) }
    expect(await rewritten({ manifest: { keys: other } })).toContain('is not the signature')
    const swapped = { evidence: evidence.publicHex, liabilities: evidence.publicHex }
    expect(await rewritten({ manifest: { keys: swapped } })).toContain('liability_epoch epoch=1, head or signature')
    expect((await verified('whole', ['33'.repeat(32)])).said).toMatch(/the key of evidence is .*, which is another one/)
  })

  it('is found where a document of evidence says another thing than the row that decided', async () => {
    for (const [kind, field, value] of documentLies) {
      const lie = (line: EvidenceLine): EvidenceLine => {
        if (line.kind !== kind) return line
        return { ...line, document: JSON.stringify({ ...JSON.parse(line.document), [field]: value }) }
      }
      expect(await rewritten({ evidence: lie }), `${kind} ${field}`).toMatch(
        new RegExp(`evidence of the .*, ${field}: it says|its own prices do not give it|evidence tells`),
      )
    }
    expect(await rewritten({ evidence: (line) => (line.place === 0 ? null : line) })).toContain('is not in it')
  })

  it('is found where a fact says another thing than the rules give, by its row and its field', async () => {
    const lies = [
      await withLie('optionPlaced', (one) => ({ ...one, gain: one.gain + 1n })),
      await withLie('optionsEntered', (one) => ({ ...one, indexTenths: one.indexTenths + 1 })),
      await withLie('optionExitFixed', (one) => ({ ...one, indexTenths: one.indexTenths - 1 })),
      await withLie('optionSettled', (one) => ({ ...one, outcome: one.outcome === 'win' ? 'loss' : 'win' })),
      await withLie('fundingSet', ({ rates: [first, ...rest], ...one }) =>
        first === undefined ? null : { ...one, rates: [{ ...first, rate: first.rate + 1 }, ...rest] },
      ),
      await withLie('liquidationStarted', (one) => ({ ...one, equity: one.equity - 1n })),
      await withLie('positionTriggered', (one) => ({ ...one, price: one.price + 1 })),
      await withLie('spotTraded', (one) => (one.takerOrder === 0 ? null : { ...one, takerFee: one.takerFee + 1 })),
      await withLie('derivativeTraded', (one) => ({ ...one, quoteAmount: one.quoteAmount + 1n })),
      await withLie('investPriced', (one) => ({ ...one, settlementTenths: one.settlementTenths + 1 })),
    ]
    expect(lies.map((said) => /not verify: (.*)\.$/.exec(said)?.[1])).toEqual([
      'row 161, optionPlaced: option 1, gain: it says 16000001, the rules give 16000000',
      'row 162, optionsEntered: the entry of options 1 to 2, indexTenths: it says 593600, the rules give 593599',
      'row 164, optionExitFixed: the exit of options at 1750000030927, indexTenths: it says 593603, the rules give 593604',
      'row 164, optionSettled: option 1, outcome: it says loss, the rules give win',
      'row 231, fundingSet: the funding at 1750089600000 of listing 1 (real), rate: it says 1, the rules give 0',
      'row 248, liquidationStarted: the liquidation of position 32, equity: it says 1404999, the rules give 1405000',
      'row 209, positionTriggered: the trigger of position 4, price: it says 99001, the rules give 99000',
      'row 4, spotTraded: the spot trade 1, taker, fee: it says 4964, the rules give 4963',
      'row 205, derivativeTraded: the trade 1, quoteAmount: it says 1000100001, the rules give 1000100000',
      'row 471, investPriced: the settlement price at 1750262432000, settlementTenths: it says 600451, the rules give 600450',
    ])
  })

  it('is found where a head of what is owed names another sum', async () => {
    const said = await rewritten({ owed: (head) => head.replace(/"sum":"(\d+)"/, '"sum":"1$1"') })
    expect(said).toMatch(/liability_epoch epoch=1, head: it says 1\d+ of \w+ \w+, the journal gives \d+/)
  })
})
