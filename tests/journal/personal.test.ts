import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const core = join(import.meta.dirname, '../../packages/core')
const sources = readdirSync(core, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
  .toSorted()

it('has no room for a name, an address or a message in any command or fact of the journal', () => {
  const texts = new Set<string>()
  for (const path of sources) {
    const code = readFileSync(join(core, path), 'utf8')
    for (const [, field] of code.matchAll(/(\w+): (?:list\(|nullable\()?text\b/g))
      if (field !== undefined) texts.add(field)
  }
  // what it is of, keys, refusals and their figures; country: of the rules that an account stands under; venue, venues and source: of
  // prices, trade: its number there; reason and haltReason: why an operator halted a market, which is public
  expect([...texts].toSorted().join(' ')).toBe(
    'code country currency digest fault haltReason house id max min name productsOn reason refusal route source symbol target trade value venue venues',
  )
})
