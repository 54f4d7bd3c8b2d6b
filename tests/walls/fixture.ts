import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const fixtures = join(import.meta.dirname, 'fixtures')
// Inside the repository, so that the packages that a fixture names are found.
const scratch = join(import.meta.dirname, '../../.cache/fixtures')

/** A tree of small sources that breaks one rule; the files named bad… must be caught and no other. */
export type Fixture = { rule: string; folder: string; files: string[]; bad: string[] }

/** Unpacks every fixture of a kind (walls, lint, tidy) into a folder of its own. */
export function unpackFixtures(kind: string): Fixture[] {
  return readdirSync(join(fixtures, kind)).map((name) => unpackFixture(kind, basename(name, '.txt')))
}

function unpackFixture(kind: string, rule: string): Fixture {
  const folder = join(scratch, kind, rule)
  rmSync(folder, { recursive: true, force: true })
  const sections = readFileSync(join(fixtures, kind, `${rule}.txt`), 'utf8')
    .split(/^--- /m)
    .slice(1)
  const files = sections.map((section) => writeSection(folder, section))
  return { rule, folder, files, bad: files.filter((file) => basename(file).startsWith('bad')) }
}

function writeSection(folder: string, section: string): string {
  const end = section.indexOf('\n')
  const file = section.slice(0, end)
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), section.slice(end + 1))
  return file
}
