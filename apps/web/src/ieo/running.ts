import type { RunningRow } from '../wealth/door.ts'
import type { IeoProject, IeoSubscription } from '@truemark/protocol/routes/ieo'

/** The applications that run. What is frozen waits for the end of its project's window, what is paid for its coin. */
export function runningIeo(
  subscriptions: readonly IeoSubscription[],
  projects: readonly Pick<IeoProject, 'project_id' | 'closes'>[],
): RunningRow[] {
  const closes = new Map(projects.map((one) => [one.project_id, one.closes]))
  return subscriptions.flatMap((one): RunningRow[] => {
    const row = { key: one.subscription_id, title: one.name, to: '/ieo/ieo-record' } as const
    if (one.status === 'subscribed') {
      return [{ ...row, nextAt: closes.get(one.project_id) ?? null, amount: one.amount, currency: 'USDT' }]
    }
    if (one.status !== 'allotted') return []
    return [{ ...row, nextAt: one.time_to_market, amount: one.passes ?? '0', currency: one.currency }]
  })
}
