import { ApiError } from '@truemark/protocol/calling'
import { describe, expect, it } from 'vitest'
import { patiently, readAll } from './pages.ts'

describe('a list that is read whole', () => {
  it('is all pages in their order, and ends where the last one does', async () => {
    const pages: Record<string, { items: number[]; cursor: string | null }> = {
      '': { items: [1, 2], cursor: 'a' },
      a: { items: [3], cursor: 'b' },
      b: { items: [], cursor: null },
    }
    const counts: number[] = []
    const read = async ({ cursor = '' }: { cursor?: string }) => pages[cursor] ?? { items: [], cursor: null }
    expect(await readAll(read, (count) => counts.push(count))).toEqual([1, 2, 3])
    expect(counts).toEqual([2, 3, 3])
  })

  it('ends where a page names itself as the next', async () => {
    const read = async () => ({ items: [1], cursor: 'same' })
    expect(await readAll(read, () => undefined)).toEqual([1, 1])
  })
})

describe('a patient call', () => {
  it('waits as long as it is told where calls come too fast, and takes any other refusal as it is', async () => {
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const answers = [
      new ApiError('rate_limited', 13_000, '', { seconds: '7' }),
      new ApiError('rate_limited', 13_000, ''),
    ]
    const ask = async () => {
      const next = answers.shift()
      if (next) throw next
      return 'done'
    }
    expect(await patiently(ask, wait)).toBe('done')
    expect(waits).toEqual([7_000, 5_000])
    const refused = new ApiError('user_disabled', 12_000, '')
    await expect(patiently(() => Promise.reject(refused), wait)).rejects.toBe(refused)
  })
})
