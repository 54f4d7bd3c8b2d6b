import { describe, expect, it } from 'vitest'
import { admit, dismiss, makeProject, owedOf, owePasses, type IeoProject, type Subscription } from './state.ts'

const terms = {
  realm: 'real',
  currency: 1,
  passQuantity: 5n,
  passPrice: 3n,
  supply: 100,
  applicationMin: 1,
  holderMax: 100,
  opensAt: 0,
  closesAt: 1,
  marketAt: 2,
  text: 1,
  digest: 'of the text',
} as const

function subscription(id: number, more: Partial<Subscription> = {}): Subscription {
  const of = { holder: 40, project: 1, applied: 10, amount: 30n, subscribedAt: 0 }
  return { id, ...of, state: 'subscribed', passes: 0, ...more }
}

function projectWith(...subscriptions: readonly Subscription[]): IeoProject {
  const project = makeProject({ id: 1, terms })
  for (const one of subscriptions) admit(project, one)
  return project
}

describe('a project', () => {
  it('begins with nothing applied for, allotted, waiting or to be delivered', () => {
    const { phase, applied, allotted, waiting, undelivered } = projectWith()
    expect([phase, applied, allotted, waiting, undelivered]).toEqual(['announced', 0, 0, 0, 0])
  })

  it('has each application with its holder’s others, waiting until it is allotted, then paid and undelivered', () => {
    const allotted = { state: 'allotted', passes: 4 } as const
    const project = projectWith(subscription(1), subscription(2, allotted), subscription(3, { holder: 41, applied: 7 }))
    expect([...project.subscriptions.keys()]).toEqual([1, 2, 3])
    expect([...project.own].map(([holder, own]) => [holder, [...own.keys()]])).toEqual([
      [40, [1, 2]],
      [41, [3]],
    ])
    expect([...project.byHolder]).toEqual([
      [40, 20],
      [41, 7],
    ])
    expect([project.waiting, project.undelivered, [...project.paid]]).toEqual([2, 4, [[40, 12n]]])
  })

  it('takes one that is over out, leaves the others of its holder, and knows who had the last', () => {
    const project = projectWith(subscription(1), subscription(2))
    dismiss(project, 3)
    dismiss(project, 1)
    expect([...project.subscriptions.keys()]).toEqual([2])
    expect([...(project.own.get(40)?.keys() ?? [])]).toEqual([2])
    dismiss(project, 2)
    expect([project.subscriptions.size, project.own.size]).toEqual([0, 0])
  })

  it('owes passes until they are delivered, and nothing of them then', () => {
    const project = projectWith()
    owePasses(project, 40, 6)
    owePasses(project, 40, -2)
    expect([project.undelivered, project.paid.get(40)]).toEqual([4, 12n])
    owePasses(project, 40, -4)
    expect([project.undelivered, project.paid.size]).toEqual([0, 0])
  })

  it('may still have to deliver its supply until all is allotted, then what was, and nothing where it is called off', () => {
    const project = projectWith(subscription(1))
    expect(owedOf(project)).toBe(500n)
    project.phase = 'ended'
    expect(owedOf(project)).toBe(500n)
    project.waiting = 0
    expect(owedOf(project)).toBe(0n)
    owePasses(project, 40, 7)
    expect(owedOf(project)).toBe(35n)
    project.phase = 'canceled'
    expect(owedOf(project)).toBe(0n)
    project.phase = 'announced'
    expect(owedOf(project)).toBe(500n)
  })
})
