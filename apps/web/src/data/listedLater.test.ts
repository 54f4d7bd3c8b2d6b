import { QueryClient } from '@tanstack/react-query'
import { streamType } from '@truemark/protocol/stream'
import { afterEach, expect, it } from 'vitest'
import { watchListed } from './listedLater.ts'
import { foldMarket, marketStore, noMarket } from './marketStore.ts'
import { marketsQuery } from './marketsQuery.ts'

const queries = new QueryClient()
const stop = watchListed(queries, 0)
afterEach(() => {
  marketStore.setState(noMarket, true)
})

function hear(code: string): void {
  const data = {
    code,
    status: 'open',
    reason: '',
    kind: 'simulated',
    source: '',
    sources: 4,
    simulated: true,
    time: 1,
    halt_reason: '',
    halt_until: null,
  } as const
  marketStore.setState(foldMarket(marketStore.getState(), [{ type: streamType.marketStatus, data }]), true)
}

const isStale = (): boolean => queries.getQueryState(marketsQuery.queryKey)?.isInvalidated ?? false

it('asks for the markets anew where one is heard of that is not among them, once', async () => {
  hear('PEPUSDT')
  expect(isStale()).toBe(false)
  queries.setQueryData(marketsQuery.queryKey, [])
  queries.setQueryData(['coins'], [])
  hear('PEPUSDT')
  await expect.poll(isStale).toBe(true)
  // its ticket needs the decimals of its coin
  expect(queries.getQueryState(['coins'])?.isInvalidated).toBe(true)
  queries.setQueryData(marketsQuery.queryKey, [])
  hear('PEPUSDT')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isStale()).toBe(false)
  stop()
})
