import { expect, it } from 'vitest'
import { disclosureNeedOf, disclosureNeeds, riskAccess, takesRisk } from './disclosureNeeds.ts'
import { mayCall } from './policy.ts'
import { routes } from './routes/all.ts'
import { disclosureProduct } from './routes/disclosure.ts'
import { type RouteDefinition, defineRoute } from './routes/route.ts'
import * as z from 'zod/mini'

const all: readonly (readonly [string, RouteDefinition])[] = Object.entries(routes)

/**
 * What a disabled account is refused and risks nothing by itself: it brings money in, or makes a key, by which every order is
 * asked for as by its owner.
 */
const risksNothing = ['addressToken', 'apiKeyMake', 'depositMake', 'simulationReset', 'simulationResetByGet']

it('has a row for each route that a disabled user loses, but for those that risk nothing', () => {
  const lost = all.filter(
    ([name, route]) =>
      !risksNothing.includes(name) &&
      !route.path.startsWith('/api/v3/desk/') &&
      mayCall(route.access, 'user') === 'yes' &&
      mayCall(route.access, 'disabled') === 'user_disabled',
  )
  expect(lost.map(([name]) => name).toSorted()).toEqual(Object.keys(disclosureNeeds).toSorted())
})

it('waits for each product where it is opened, and says that it can be refused for it', () => {
  const waiting = all.filter(([, route]) => disclosureNeedOf(route) !== null)
  const opened = waiting
    .map(([, route]) => disclosureNeedOf(route))
    .flatMap((need) => (need === null || need === 'unlisted' ? [] : [need.product]))
  expect(opened.toSorted()).toEqual([...disclosureProduct.options].toSorted())
  const refusing = all.filter(([, { errors }]) => errors.includes('disclosure_due')).map(([name]) => name)
  expect(refusing.toSorted()).toEqual(waiting.map(([name]) => name).toSorted())
})

it('stands in the way of nothing that closes, reduces, secures, cancels or withdraws', () => {
  const out = /Cancel|Close|Margin|PositionChange|OrderAmend|Redeem|withdrawal|transfer|Remove/
  for (const [name, route] of all) {
    if (out.test(name)) expect(disclosureNeedOf(route), name).toBeNull()
  }
  const need = disclosureNeeds.perpetualOrderPlace
  expect(need && takesRisk(need, { reduce_only: true })).toBe(false)
  for (const body of [{}, null, 'reduce_only', { reduce_only: 1 }]) expect(need && takesRisk(need, body)).toBe(true)
})

it('refuses a route that takes risk and was forgotten', () => {
  const base = { method: 'POST', answer: z.null(), errors: [], idempotent: true, summary: '' } as const
  for (const access of riskAccess) {
    expect(disclosureNeedOf(defineRoute({ ...base, path: '/new/orders', access }))).toBe('unlisted')
  }
  expect(disclosureNeedOf(defineRoute({ ...base, path: '/new/orders', access: 'user' }))).toBeNull()
})
