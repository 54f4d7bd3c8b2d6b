/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [names] of those that failed and were named far above
 */

const linesShownMax = 200
const checksAtOnce = 2

/**
 * Runs checks, two at a time since most keep one processor busy, and one that names another after it. Each has a line with
 * its time once it has ended, and under those that failed what was found.
 * @param {string} root
 * @param {readonly import('./statics.mjs').Check[]} checks
 * @returns {Promise<Tally>}
 */
export async function runChecks(root, checks) {
  const tally = { passed: 0, failed: 0 }
  const waiting = [...checks]
  /** @type {Map<string, Promise<void>>} */
  const begun = new Map()
  const runNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name, after, check } = next
      const told = Promise.resolve(begun.get(after ?? '')).then(() => runCheck(name, () => check(root), tally))
      begun.set(name, told)
      await told
    }
  }
  await Promise.all(Array.from({ length: checksAtOnce }, runNext))
  return tally
}

/**
 * @param {string} name
 * @param {() => Promise<import('./statics.mjs').Outcome>} check
 * @param {Tally} tally counts it
 */
async function runCheck(name, check, tally) {
  const start = performance.now()
  const { ok, note, lines } = await outcomeOf(check)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.padStart(6)} s  ${note}`.trimEnd())
  for (const line of lines.slice(0, linesShownMax)) console.log(`         ${line}`)
  if (lines.length > linesShownMax) console.log(`         … and ${lines.length - linesShownMax} lines more`)
  if (ok) tally.passed += 1
  else tally.failed += 1
}

/**
 * @param {() => Promise<import('./statics.mjs').Outcome>} check
 * @returns {Promise<import('./statics.mjs').Outcome>}
 */
async function outcomeOf(check) {
  try {
    return await check()
  } catch (error) {
    const detail = error instanceof Error && 'detail' in error ? String(error.detail).split('\n') : []
    return { ok: false, note: '', lines: [...detail, error instanceof Error ? error.message : String(error)] }
  }
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sumTallies(tallies) {
  const passed = tallies.reduce((sum, one) => sum + one.passed, 0)
  const failed = tallies.reduce((sum, one) => sum + one.failed, 0)
  return { passed, failed, names: tallies.flatMap(({ names = [] }) => names) }
}

/**
 * Ends a run: what failed far above once more by name, the one line that sums it up, and the exit code. Nothing run
 * counts as a failure.
 * @param {Tally} tally
 */
export function endWith({ passed, failed, names = [] }) {
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
  for (const name of names) console.log(`failed: ${name}`)
  console.log(`${passed} passed, ${failed} failed`)
}
