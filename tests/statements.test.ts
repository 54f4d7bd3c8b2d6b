import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { allSites } from '../tools/checks/rows/met.mjs'
import { statementsOf } from '../tools/checks/rows/statements.mjs'

const root = join(import.meta.dirname, '..')
const pages = join(root, 'docs/reference/sql')
const note = `-- What this slice of the server has the database do. Written by \`npx vitest run tests/statements.test.ts -u\`, and
-- compared by every run of the tests. \${…} is what the program puts in while it runs.`
const slices = readdirSync(join(root, 'apps/server/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
  .map(({ name }) => ({ name, statements: statementsOf(root, name) }))
  .filter(({ statements }) => statements.length > 0)

test.each(slices)('$name has a page of its statements', async ({ name, statements }) => {
  const parts = statements.map(({ file, name: by, text }) => `-- ${by} of ${file}\n${text}\n`)
  await expect([note, '', ...parts].join('\n')).toMatchFileSnapshot(join(pages, `${name}.sql`))
})

test('no page is left of a slice that has none, and none lacks a query whose rows are typed', () => {
  expect(readdirSync(pages).toSorted()).toEqual(slices.map(({ name }) => `${name}.sql`).toSorted())
  const sites = allSites(root)
  for (const { name, statements } of slices) {
    const typed = sites.filter((place) => place.startsWith(`apps/server/src/${name}/`))
    expect(statements.length, name).toBeGreaterThanOrEqual(typed.length)
  }
})

test('constants are put in, from wherever they are, and what is made while the program runs stands as it is written', () => {
  const made = join(root, '.cache/fixtures/made/statements')
  rmSync(made, { recursive: true, force: true })
  const files = {
    'words.ts': `export const limits = { most: 50 } as const\nexport const live = \`a.ended IS NULL\`\n`,
    'store.ts': `import { limits, live as isLive } from './words.ts'
const columns = 'a.id,  a.name'
const texts = { one: 'SELECT 1', two: 'SELECT 2' }
const target = readModel('b', { order: integer('id'), lastName: maybe(word(names)) }, { later: integer() })
export async function find(client, filter) {
  const where = \`WHERE \${isLive}\`
  const found = await client.query(
    \`SELECT \${columns}, (SELECT count(*) FROM b WHERE b.a = a.id) AS n FROM a
     LEFT JOIN c ON c.id IS NOT DISTINCT FROM a.id \${where} AND \${ofWhom(filter)} LIMIT \${limits.most}\`,
  )
  await client.prepared('UPDATE a SET name = $1 WHERE id = $2', [])
  await client.copy(target, found)
  await client.query(\`SELECT \${target.columns} FROM b\`)
  return client.query(texts[filter.word])
}`,
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(made, 'apps/server/src/one', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const expected = [
    `SELECT a.id, a.name, (SELECT count(*)
    FROM b
    WHERE b.a = a.id) AS n
  FROM a
  LEFT JOIN c ON c.id IS NOT DISTINCT FROM a.id
  WHERE a.ended IS NULL AND \${ofWhom(filter)} LIMIT 50`,
    'UPDATE a\n  SET name = $1\n  WHERE id = $2',
    'COPY b (id, last_name)',
    'SELECT id, last_name, later\n  FROM b',
    'SELECT 1',
    'SELECT 2',
  ]
  expect(statementsOf(made, 'one')).toEqual(expected.map((text) => ({ file: 'store.ts', name: 'find', text })))
})
