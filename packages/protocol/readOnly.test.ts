import { expect, it } from 'vitest'
import { goesOnReadOnly, isStoppedReadOnly, liftsStop } from './readOnly.ts'
import { routes } from './routes/all.ts'
import type { RouteDefinition } from './routes/route.ts'

const all: readonly [string, RouteDefinition][] = Object.entries(routes)
const stopped = all.filter(([, route]) => isStoppedReadOnly(route)).map(([name]) => name)

it('while nothing can be changed all that is read goes on, and of what changes anything only what is named', () => {
  const named: readonly string[] = goesOnReadOnly
  for (const [name, route] of all) {
    if (route.method !== 'GET') expect([name, stopped.includes(name)]).toEqual([name, !named.includes(name)])
  }
  expect(stopped.filter((name) => all.some(([other, { method }]) => other === name && method === 'GET'))).toEqual([
    'simulationResetByGet',
  ])
})

it('what moves money or makes an order is stopped, by keys of programs too', () => {
  const moving = all.filter(([, route]) => route.idempotent || route.byKey === 'trade').map(([name]) => name)
  const isProtective = ['deskUserFreeze', 'deskUserDisable', 'deskSymbolHalt', 'riskPause']
  expect(moving.filter((name) => !stopped.includes(name) && !isProtective.includes(name))).toEqual([])
  expect(moving.length).toBeGreaterThan(30)
})

it('what lifts a stop is told from what makes one, by the same route', () => {
  expect(liftsStop(routes.deskUserFreeze, { freeze: null, reason: 'lifted' })).toBe(true)
  expect(liftsStop(routes.deskUserFreeze, { freeze: { ground: 'court_order', reference: 'case 7' } })).toBe(false)
  expect(liftsStop(routes.deskUserDisable, { disabled: false, reason: 'found' })).toBe(true)
  expect(liftsStop(routes.deskUserDisable, { disabled: true, reason: 'lost' })).toBe(false)
  expect(liftsStop(routes.deskOperatorDisable, { disabled: false })).toBe(true)
  expect(liftsStop(routes.deskSymbolHalt, { halt: 'trading' })).toBe(true)
  expect(liftsStop(routes.deskSymbolHalt, { halt: 'cancel_only' })).toBe(false)
  expect(liftsStop(routes.deskPayoutsSwitch, { paused: false })).toBe(true)
  expect(liftsStop(routes.deskPayoutsSwitch, { paused: true })).toBe(false)
  expect(liftsStop(routes.deskLogout, null)).toBe(false)
})
