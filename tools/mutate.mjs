import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { mutate } from './mutate/mutants.mjs'
import { plan, testsOf } from './mutate/plan.mjs'

// `npm run mutate -- packages/core/ledger/ledger.ts` tries every mutant of a file against the tests that the plan names for
// it, and prints those that no test noticed; without a name it goes through the whole plan. With `--survivors` it tries
// those again alone that survived the last time, as long as the file is what it was then.
const root = join(import.meta.dirname, '..')
const folder = join(root, '.cache/mutate')
const said = join(folder, 'said.txt')
const quietMaxMs = 120_000
const isAgain = process.argv.includes('--survivors')
const asked = process.argv.slice(2).filter((word) => word !== '--survivors')
const chosen = plan.filter(({ file }) => asked.length === 0 || asked.some((part) => file.includes(part)))

mkdirSync(folder, { recursive: true })
for (const { file, tests } of chosen) await judge(file, testsOf(root, tests))
if (chosen.length === 0) process.exitCode = 1

/** @typedef {'uncovered' | 'begun' | 'survived' | 'killed'} End */

/** @param {string} file @param {string[]} tests */
async function judge(file, tests) {
  const log = join(folder, `${file.replaceAll('/', '.')}.jsonl`)
  const source = readFileSync(join(root, file), 'utf8')
  const { mutants } = mutate(file, source)
  const ofSource = createHash('sha256').update(source).digest('hex')
  /** @type {Map<number, End>} */
  let ends = isAgain ? readKilled(log, ofSource) : new Map()
  rmSync(log, { force: true })
  const lines = [{ source: ofSource }, ...[...ends].map(([id, end]) => ({ id, end }))]
  for (const line of lines) appendFileSync(log, `${JSON.stringify(line)}\n`)
  for (;;) {
    const ended = await runHarness({ root, file, tests, log, done: [...ends.keys()] })
    const were = ends.size
    ends = readEnds(log)
    if (ended) break
    if (ends.size > were) continue
    console.log(`${file}: its tests do not run: ${ended === null ? 'they said nothing for too long' : readWhy()}`)
    process.exitCode = 1
    return
  }
  report(file, mutants, log)
}

/** What became of each mutant; one that was begun and not ended has ended the tests. @param {string} log */
function readEnds(log) {
  /** @type {Map<number, End>} */
  const ends = new Map()
  for (const line of existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []) {
    /** @type {{ id?: number, end: End, unsound?: string }} */
    const told = JSON.parse(line)
    if (told.id !== undefined) ends.set(told.id, told.end)
  }
  return ends
}

/**
 * The mutants that were killed when the file was last judged; none where it was another then.
 * @param {string} log @param {string} source
 * @returns {Map<number, End>}
 */
function readKilled(log, source) {
  const [first = ''] = existsSync(log) ? readFileSync(log, 'utf8').split('\n', 1) : []
  const ends = first.includes(source) ? readEnds(log) : new Map()
  return new Map([...ends].filter(([, end]) => end === 'killed'))
}

/** What the harness said was wrong. */
function readWhy() {
  return (
    readFileSync(said, 'utf8')
      .split('\n')
      .find((line) => line.includes('Error')) ?? 'see .cache/mutate/said.txt'
  )
}

/**
 * Runs the harness: whether it came to its end, null where it said nothing for too long.
 * @param {import('./mutate/harness.mjs').Order} order
 * @returns {Promise<boolean | null>}
 */
function runHarness(order) {
  const args = ['run', '--config', join(root, 'tools/mutate/vitest.config.mjs'), '--reporter=dot']
  const out = openSync(said, 'w')
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, MUTATE_ORDER: JSON.stringify(order) },
    stdio: ['ignore', out, out],
    detached: true,
  })
  return new Promise((resolve) => {
    let size = -1
    let since = performance.now()
    let isEnded = false
    const timer = setInterval(() => {
      const now = existsSync(order.log) ? readFileSync(order.log).length : 0
      if (now !== size) {
        size = now
        since = performance.now()
      } else if (performance.now() - since > quietMaxMs * waitingFactor() && child.pid !== undefined) {
        isEnded = true
        process.kill(-child.pid, 'SIGKILL')
      }
    }, 1_000)
    child.on('close', (code) => {
      closeSync(out)
      clearInterval(timer)
      resolve(isEnded ? null : code === 0)
    })
  })
}

/** How much longer than alone the harness takes beside what else the machine does. */
function waitingFactor() {
  return Math.max(1, (loadavg()[0] ?? 0) / cpus().length)
}

/** @param {string} file @param {import('./mutate/mutants.mjs').Mutant[]} mutants @param {string} log */
function report(file, mutants, log) {
  const ends = readEnds(log)
  const isAlive = (/** @type {End | undefined} */ end) => end === undefined || end === 'survived' || end === 'uncovered'
  const alive = mutants.filter(({ id }) => isAlive(ends.get(id)))
  for (const { id, line, from, to } of alive) {
    const short = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').slice(0, 90)
    console.log(`${file}:${line} ${ends.get(id)} ${short(from)} → ${to === '' ? 'left out' : short(to)}`)
  }
  const killed = mutants.length - alive.length
  const score = ((killed * 100) / mutants.length).toFixed(1)
  console.log(`${file}: ${mutants.length} mutants, ${killed} killed, ${alive.length} survived, ${score} %`)
}
