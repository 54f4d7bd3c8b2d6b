// What the test files of a run import instead of Vitest: it keeps their tests, for the harness to run them one by one.
export { expect } from 'vitest'

/** @typedef {() => unknown} Body */
/** @typedef {{ name: string, before: Body[], body: Body }} Kept */

const name = 'mutationKept'
if (Reflect.get(globalThis, name) === undefined) Reflect.set(globalThis, name, [])
/** The same list however often the tests are loaded. @type {Kept[]} */
export const kept = Reflect.get(globalThis, name)
/** @type {{ names: string[], before: Body[] }} */
let scope = { names: [], before: [] }

/** @param {string} name @param {unknown[]} rest */
function test(name, ...rest) {
  const body = /** @type {Body} */ (rest.find((one) => typeof one === 'function'))
  // what is noted before each may be said after the test
  const { names, before } = scope
  kept.push({ name: [...names, name].join(' '), before, body })
}

/** @param {string} name @param {unknown[]} rest */
function group(name, ...rest) {
  const outer = scope
  scope = { names: [...outer.names, name], before: [...outer.before] }
  ;/** @type {Body} */ (rest.find((one) => typeof one === 'function'))()
  scope = outer
}

/** @param {Body} body */
export function beforeEach(body) {
  scope.before.push(body)
}

/** @param {typeof test} define */
function formsOf(define) {
  return {
    /** @param {readonly unknown[]} rows */
    each:
      (rows) =>
      (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) => {
        const body = /** @type {(...row: unknown[]) => unknown} */ (rest.find((one) => typeof one === 'function'))
        for (const [at, row] of rows.entries())
          define(`${name} (${at})`, () => (Array.isArray(row) ? body(...row) : body(row)))
      },
    /** @param {boolean} isMissing */
    skipIf: (isMissing) => (isMissing ? () => undefined : define),
  }
}

export const it = Object.assign(test, formsOf(test))
export const describe = Object.assign(group, formsOf(group))
