import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { it, vi } from 'vitest'
import { mutate } from './mutants.mjs'
import { kept } from './registry.mjs'

// One process runs all mutants of a file: the source has all of them in it, and one is on at a time. What it finds it
// writes line by line, so that whoever watches can end it in a mutant that never ends, and go on after it.
/** @typedef {{ test: import('./registry.mjs').Kept, seen: Set<number>, steps: number, time: number, shortening: number }} Judge */
/** @typedef {{ root: string, file: string, tests: string[], log: string, done: number[] }} Order */
/** @type {Order} */
const order = JSON.parse(process.env['MUTATE_ORDER'] ?? '{}')
const stepsMin = 200_000
const stepsFactor = 20
/** A test that takes longer judges no mutant: a thousand mutants would take it a thousand times. */
const judgeMaxMs = 4_000
/** By what the random runs of a test are divided, one after the other, until it takes so long that more would not do. */
const shortenings = [512, 64, 8, 1]
const longerMs = 400

const state = {
  active: 0,
  steps: 0,
  stepsMax: Infinity,
  shortening: 1,
  asksRuns: false,
  /** @type {Set<number> | null} */ seen: null,
  why: '',
}
Reflect.set(globalThis, 'mutation', (/** @type {number} */ id) => {
  state.steps += 1
  if (state.steps > state.stepsMax) throw new Error('it would not end')
  state.seen?.add(id)
  return id === state.active
})

/** @param {unknown} told */
const tell = (told) => appendFileSync(order.log, `${JSON.stringify(told)}\n`)

// what the tests ask for as a number of runs is asked here: see the transform of their source
Reflect.set(globalThis, 'mutationRuns', (/** @type {number} */ runs) => {
  state.asksRuns = true
  return Math.ceil(runs / state.shortening)
})

/** @param {import('./registry.mjs').Kept} test @param {number} shortening */
async function fails({ before, body }, shortening = 1) {
  state.shortening = shortening
  // the same draws at each run, and no search for the smallest: one failure is enough
  fc.configureGlobal({ seed: 20_261_129, endOnFailure: true, numRuns: Math.ceil(100 / shortening) })
  try {
    for (const one of [...before, body]) {
      const going = one()
      if (going instanceof Promise) await going
    }
    return false
  } catch (error) {
    state.why = String(error)
    // what a test asks of all its runs together, fewer of them need not reach
    return shortening === 1 || state.why.includes('Property failed') || !state.why.includes('to be greater than')
  }
}

async function loadTests() {
  for (const test of order.tests) await import(/* @vite-ignore */ join(order.root, test))
}

/**
 * Each test alone, with ever more of its random runs as long as it stays quick. One that fails without a mutant, or when
 * it runs again, is no judge.
 */
async function measure() {
  /** @type {Judge[]} */
  const judges = []
  for (const test of kept) {
    // what was sound once must be so again; the one with the most runs that is, judges
    for (const judge of (await measured(test)).toReversed()) {
      // what only reads what the file reckons when it is loaded
      const readsAlone = judge.seen.size === 0
      if (!readsAlone && (await fails(test, judge.shortening))) continue
      judges.push(judge)
      break
    }
  }
  return judges.toSorted((a, b) => a.time - b.time)
}

/** A test with ever more of its random runs, as long as it stays quick and reaches the file at all. @param {import('./registry.mjs').Kept} test */
async function measured(test) {
  /** @type {Judge[]} */
  const found = []
  let stepsBefore = -1
  for (const shortening of shortenings) {
    tell({ measured: test.name, shortening })
    const seen = new Set()
    Object.assign(state, { seen, steps: 0, asksRuns: false })
    // what it costs and not how long it waits: beside other work the same test takes ever so much longer
    const before = process.cpuUsage()
    const isSound = !(await fails(test, shortening))
    const { steps } = state
    state.seen = null
    const spent = process.cpuUsage(before)
    const time = (spent.user + spent.system) / 1_000
    if (time > judgeMaxMs) break
    // one that took as many steps with eight times the runs, and asked for no number of them, has none to shorten
    const hasNoRuns = steps === stepsBefore && !state.asksRuns
    if (isSound) found.push({ test, seen, steps, time, shortening: hasNoRuns ? 1 : shortening })
    else tell({ unsound: test.name, why: state.why })
    if (time > longerMs || hasNoRuns || seen.size === 0) break
    stepsBefore = steps
  }
  return found
}

async function judgeAll() {
  const atLoad = new Set()
  state.seen = atLoad
  await loadTests()
  const judges = await measure()
  const { mutants } = mutate(order.file, readFileSync(join(order.root, order.file), 'utf8'))
  tell({ judges: judges.length, time: judges.reduce((sum, { time }) => sum + time, 0) })
  const later = []
  for (const { id } of mutants) {
    if (order.done.includes(id)) continue
    const near = judges.filter(({ seen }) => seen.has(id))
    if (near.length > 0) await judge(id, near)
    else if (atLoad.has(id)) later.push(id)
    else tell({ id, end: 'uncovered' })
  }
  for (const id of later) await judgeLoaded(id, judges)
}

/** Tries a mutant by tests, the quickest first. @param {number} id @param {Pick<Judge, 'test' | 'steps' | 'shortening'>[]} judges */
async function judge(id, judges) {
  tell({ id, end: 'begun' })
  let by = ''
  for (const { test, steps, shortening } of judges) {
    Object.assign(state, { active: id, steps: 0, stepsMax: steps * stepsFactor + stepsMin })
    if (await fails(test, shortening)) by = test.name
    Object.assign(state, { active: 0, stepsMax: Infinity })
    if (by !== '') break
  }
  tell({ id, end: by === '' ? 'survived' : 'killed', by })
}

/** A mutant of what is reckoned when the file is loaded is on while all is loaded anew. @param {number} id @param {Judge[]} judges */
async function judgeLoaded(id, judges) {
  tell({ id, end: 'begun' })
  Object.assign(state, { active: id, steps: 0, stepsMax: stepsMin * stepsFactor })
  vi.resetModules()
  kept.length = 0
  try {
    await loadTests()
  } catch {
    Object.assign(state, { active: 0, stepsMax: Infinity })
    tell({ id, end: 'killed', by: 'loading' })
    return
  }
  const anew = new Map(kept.map((test) => [test.name, test]))
  await judge(
    id,
    judges.flatMap(({ test: { name }, ...rest }) => {
      const test = anew.get(name)
      return test === undefined ? [] : [{ ...rest, test }]
    }),
  )
}

it('judges', { timeout: 24 * 3_600_000 }, judgeAll)
