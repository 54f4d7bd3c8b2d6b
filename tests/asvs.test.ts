import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasTest } from './shown.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/reference/asvs.md'), 'utf8')

/** The requirements of ASVS 5.0.0 of level 1 or 2, by section. */
const sections: Readonly<Record<string, string>> = {
  'V1.1': '1 2',
  'V1.2': '1 2 3 4 5 6 7 8 9',
  'V1.3': '1 2 3 4 5 6 7 8 9 10 11',
  'V1.4': '1 2 3',
  'V1.5': '1 2',
  'V2.1': '1 2 3',
  'V2.2': '1 2 3',
  'V2.3': '1 2 3 4',
  'V2.4': '1',
  'V3.2': '1 2',
  'V3.3': '1 2 3 4',
  'V3.4': '1 2 3 4 5 6',
  'V3.5': '1 2 3 4 5',
  'V3.7': '1 2',
  'V4.1': '1 2 3',
  'V4.2': '1',
  'V4.3': '1 2',
  'V4.4': '1 2 3 4',
  'V5.1': '1',
  'V5.2': '1 2 3',
  'V5.3': '1 2',
  'V5.4': '1 2 3',
  'V6.1': '1 2 3',
  'V6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  'V6.3': '1 2 3 4',
  'V6.4': '1 2 3 4',
  'V6.5': '1 2 3 4 5',
  'V6.6': '1 2 3',
  'V6.8': '1 2 3 4',
  'V7.1': '1 2 3',
  'V7.2': '1 2 3 4',
  'V7.3': '1 2',
  'V7.4': '1 2 3 4 5',
  'V7.5': '1 2',
  'V7.6': '1 2',
  'V8.1': '1 2',
  'V8.2': '1 2 3',
  'V8.3': '1',
  'V8.4': '1',
  'V9.1': '1 2 3',
  'V9.2': '1 2 3 4',
  'V10.1': '1 2',
  'V10.2': '1 2',
  'V10.3': '1 2 3 4',
  'V10.4': '1 2 3 4 5 6 7 8 9 10 11',
  'V10.5': '1 2 3 4 5',
  'V10.6': '1 2',
  'V10.7': '1 2 3',
  'V11.1': '1 2',
  'V11.2': '1 2 3',
  'V11.3': '1 2 3',
  'V11.4': '1 2 3 4',
  'V11.5': '1',
  'V11.6': '1',
  'V12.1': '1 2 3',
  'V12.2': '1 2',
  'V12.3': '1 2 3 4',
  'V13.1': '1',
  'V13.2': '1 2 3 4 5',
  'V13.3': '1 2',
  'V13.4': '1 2 3 4 5',
  'V14.1': '1 2',
  'V14.2': '1 2 3 4',
  'V14.3': '1 2 3',
  'V15.1': '1 2 3',
  'V15.2': '1 2 3',
  'V15.3': '1 2 3 4 5 6 7',
  'V16.1': '1',
  'V16.2': '1 2 3 4 5',
  'V16.3': '1 2 3 4',
  'V16.4': '1 2 3',
  'V16.5': '1 2 3',
  'V17.1': '1',
  'V17.2': '1 2 3 4',
  'V17.3': '1 2',
}

const states = ['met', 'partly', 'not met', 'none'] as const
interface Row {
  readonly id: string
  readonly state: string
  readonly shown: string
}

const rows: readonly Row[] = page.split('\n').flatMap((line) => {
  const [, id = '', , , state = '', shown = ''] = line.split(/(?:^| )\|(?: |$)/).map((cell) => cell.trim())
  return /^V\d+\.\d+\.\d+$/.test(id) ? [{ id, state, shown }] : []
})

it('has a row for each requirement of level 1 and 2, in order, with how it stands', () => {
  const ids = Object.entries(sections).flatMap(([section, all]) => all.split(' ').map((one) => `${section}.${one}`))
  expect(ids).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(ids)
  for (const { id, state, shown } of rows) {
    expect(states, id).toContain(state)
    expect(shown.length, id).toBeGreaterThan(5)
  }
})

it('counts what it says', () => {
  const count = (state: string): number => rows.filter((row) => row.state === state).length
  const [met, partly, unmet, none] = states.map(count)
  expect(page).toContain(
    `Of ${rows.length}: ${met} met, ${partly} partly, ${unmet} not met, ${none} about what there is not.`,
  )
})

it('names files and titles that there are', () => {
  for (const { id, shown } of rows) {
    const titles = [...shown.matchAll(/`([^`]+)`: “(.+?)”/g)]
    for (const [, file = '', title = ''] of titles) {
      expect(existsSync(join(root, file)), `${id} ${file}`).toBe(true)
      expect(hasTest(readFileSync(join(root, file), 'utf8'), title), `${id} ${file}: ${title}`).toBe(true)
    }
    const files = [...shown.matchAll(/`((?:apps|packages|tests|docs)\/[^`]+)`/g)]
    for (const [, file = ''] of files) expect(existsSync(join(root, file)), `${id} ${file}`).toBe(true)
  }
})
