import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type RuleVersion, ruleVersions } from '@truemark/protocol/ruleVersions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { addRules } from './rulebook.store.ts'
import { noteRulesInForce, rules, rulesInForce, rulesVersion } from './rulebook.ts'

const texts = new URL('../../../../packages/locales/en/transparency.json', import.meta.url)
const principles = z.record(z.string(), z.object({ title: z.string(), text: z.string() }))
const said = z.object({ rules: z.object({ principle: principles }) })

/** What an exchange cost while that was a rule; it stands in the digests since. */
const exchangeFeeRate = '0.001'

/** SHA-256 over the rows before the newest, the newest's number and time, and the rules as they read now. */
function digestNow(): string {
  const all: readonly RuleVersion[] = ruleVersions
  const { principle } = z.parse(said, JSON.parse(readFileSync(texts, 'utf8'))).rules
  const newest = all.at(-1)
  const read = [all.slice(0, -1), newest?.version, newest?.made, rules, exchangeFeeRate, principle]
  return createHash('sha256').update(JSON.stringify(read)).digest('hex')
}

describe('the versions of the rules', () => {
  it('end with the one whose digest is that of the rules as they read now, and of all rows before it', () => {
    // another digest: a rule, a principle or an older row was changed. Add a row to ruleVersions with a number and a time
    // of its own, its digest, and what it changed (transparency.rules.changed); change no row that is there.
    expect(digestNow()).toBe(ruleVersions.at(-1)?.digest)
  })

  it('are numbered without a gap in the order of their making', () => {
    expect(ruleVersions.map(({ version }) => version)).toEqual(ruleVersions.map((_, at) => at + 1))
    const made = ruleVersions.map((row) => Date.parse(row.made))
    expect(made.every((time, at) => time > (made[at - 1] ?? 0))).toBe(true)
  })
})

describe('the rules in force', () => {
  let test: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  it('are noted once for each change, and the first note goes back to their making', async () => {
    const { database } = test
    const made = ruleVersions.map((row) => ({ version: row.version, since: Date.parse(row.made) })).toReversed()
    expect(await rulesInForce(database)).toEqual(made)
    const now = Date.parse('2027-01-01T00:00:00Z')
    await noteRulesInForce(database, now)
    await noteRulesInForce(database, now + 1)
    expect(await rulesInForce(database)).toEqual(made)
    // a program with newer rules, then this one again: what held when is told as it was
    await addRules(database, { version: rulesVersion + 1, since: now + 2 }, 0)
    await noteRulesInForce(database, now + 3)
    expect((await rulesInForce(database)).slice(0, 3)).toEqual([
      { version: rulesVersion, since: now + 3 },
      { version: rulesVersion + 1, since: now + 2 },
      made[0],
    ])
  })
})
