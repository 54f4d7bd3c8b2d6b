import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleFile } from '../../apps/server/src/engine/testing/bundleChild.ts'
import { parted } from './sqlText.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Each seed lives through so many days; together they are a month. */
const seeds = [1, 2, 3, 4]
const days = 8

interface Outcome {
  readonly hash: string
  readonly days: number
  readonly commands: number
  readonly seen: Readonly<Record<string, number>>
}

/** Runs a seed in a process of its own, whose time and chance are taken over. */
function run(program: string, seed: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, String(seed), String(days)], { cwd: root })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(said.out) as Outcome)
      else reject(new Error(`${said.err}\nagain: npm run simulate -- --seed ${seed} --days ${days}`))
    })
  })
}

let program: string
const outcomes: Outcome[] = []

beforeAll(async () => {
  program = await bundleFile(fileURLToPath(new URL('./simulate.ts', import.meta.url)))
})

describe('a simulated world', () => {
  it.each(seeds)(
    'comes to the same end twice, and nothing is found wrong: seed %i',
    async (seed) => {
      // two processes, so that nothing but the seed can be what they share
      const [one, other] = await Promise.all([run(program, seed), run(program, seed)])
      expect(other.hash).toBe(one.hash)
      outcomes.push(one)
    },
    600_000,
  )
})

describe('the simulated database', () => {
  it('parts a list at the commas that stand outside of brackets', () => {
    expect(parted('a, coalesce(b, c), d')).toEqual(['a', 'coalesce(b, c)', 'd'])
  })
})
