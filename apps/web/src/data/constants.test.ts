import { lotsDecimals, lotsMax, lotsMin } from '@truemark/core/derivative/terms'
import { formatFixed, parseDecimal } from '@truemark/core/money/decimal'
import { client } from '@truemark/protocol/client'
import type { AppDataAnswer } from '@truemark/protocol/routes/content'
import { formatFigure } from '@truemark/ui/figures/format'
import { ToastHost } from '@truemark/ui/primitives/ToastHost'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appData } from './appData.ts'
import { pollDayAgo } from './prices.ts'

const app: AppDataAnswer = {
  app: {
    app_name: 'Truemark',
    app_full_name: '',
    app_logo: '',
    app_favicon: '',
    app_version: '',
    official_name: '',
    official_logo: '',
    official_link: '',
    official_site_customer_service_link: '',
    im_link: '',
    default_withdrawal_fee_rate: '0.001',
    timezone: 'UTC',
    is_hour12_open: '0',
  },
  ws: null,
  demo_only: true,
  simulated: true,
  single_operator: true,
  codes_at_desk: false,
  read_only: null,
  time: 1,
}

let asked: string[] = []
const visible = { visibilityState: 'visible' }

/** The network as this machine's fetch has it: every address that is asked is noted. */
async function network(address: RequestInfo | URL): Promise<Response> {
  const url = typeof address === 'string' ? address : address instanceof URL ? address.href : address.url
  if (url === '/config.json') return Response.json({ webUrl: 'http://web.test', webSoketUrl: 'ws://web.test/ws' })
  asked.push(new URL(url).pathname)
  const data = url.includes('history_batch') ? [] : app
  return Response.json({ code: 200, data, message: '' })
}

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('document', visible)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the client’s constants of time', () => {
  it('keep the app’s data five minutes, and no longer', async () => {
    await appData()
    const first = asked.length
    expect(asked.at(-1)).toBe('/api/v3/data')
    vi.advanceTimersByTime(client.appDataCacheMs - 1)
    await appData()
    expect(asked).toHaveLength(first)
    vi.advanceTimersByTime(1)
    await appData()
    expect(asked).toHaveLength(first + 1)
  })

  it('ask for the prices of a day ago at once and each minute, unless the page is hidden', async () => {
    const stop = pollDayAgo(['BTCUSDT'])
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual(['/api/v3/datafeed/history_batch'])
    await vi.advanceTimersByTimeAsync(client.dayAgoPollMs - 1)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(2)
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    await vi.advanceTimersByTimeAsync(client.dayAgoPollMs)
    expect(asked).toHaveLength(2)
    vi.stubGlobal('document', visible)
    stop()
    await vi.advanceTimersByTimeAsync(2 * client.dayAgoPollMs)
    expect(asked).toHaveLength(2)
  })

  it('let a toast stand for three seconds', () => {
    expect(ToastHost({ label: '', durationMs: client.toastMs }).props).toMatchObject({ duration: 3_000 })
  })
})

describe('the client’s constants of figures', () => {
  it('are the engine’s bounds of lots', () => {
    expect(client.lotsMin).toBe(formatFixed(lotsMin, lotsDecimals))
    expect(parseDecimal(client.lotsMax, lotsDecimals)).toBe(BigInt(lotsMax))
  })

  it('are how a figure is written: 2 to 9 decimals', () => {
    expect(formatFigure('1', 'en')).toBe(`1.${'0'.repeat(client.decimalsMin)}`)
    expect(formatFigure('0.12345678912', 'en')).toBe(`0.${'123456789'.slice(0, client.decimalsMax)}`)
  })
})
