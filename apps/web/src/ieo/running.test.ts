import type { IeoSubscription } from '@truemark/protocol/routes/ieo'
import { expect, it } from 'vitest'
import { runningIeo } from './running.ts'

const applied: IeoSubscription = {
  subscription_id: 's1',
  project_id: 'p1',
  name: 'Lantern',
  subscription_time: 1,
  currency: 'BTC',
  applications: '25',
  passes: null,
  time_to_market: 90,
  amount: '3000',
  cost: null,
  refund: null,
  status: 'subscribed',
}
const project = { project_id: 'p1', closes: 60 }

it('waits for the end of the window while its money is frozen, and for the coin once that is paid for', () => {
  const [frozen] = runningIeo([applied], [project])
  expect(frozen).toMatchObject({ nextAt: 60, amount: '3000', currency: 'USDT' })
  const [paid] = runningIeo([{ ...applied, status: 'allotted', passes: '14' }], [project])
  expect(paid).toMatchObject({ nextAt: 90, amount: '14', currency: 'BTC' })
})

it('knows no next event of a project that is not told, and leaves out what is over', () => {
  expect(runningIeo([applied], [])[0]?.nextAt).toBeNull()
  expect(
    runningIeo(
      [
        { ...applied, status: 'delivered' },
        { ...applied, status: 'returned' },
      ],
      [project],
    ),
  ).toEqual([])
})
