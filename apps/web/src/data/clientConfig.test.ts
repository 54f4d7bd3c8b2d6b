import { expect, test } from 'vitest'
import { readClientConfig } from './clientConfig.ts'

const config = { webUrl: 'https://x.test', webSoketUrl: 'wss://x.test/ws' }

function source(answers: (() => Response)[]) {
  const waits: number[] = []
  return {
    waits,
    fetch: async () => {
      const answer = answers.shift()
      if (!answer) throw new TypeError('Failed to fetch')
      return answer()
    },
    wait: async (delayMs: number) => void waits.push(delayMs),
  }
}

test('is tried again a second apart', async () => {
  const flaky = source([
    () => new Response('', { status: 502 }),
    () => new Response('<html>'),
    () => new Response(JSON.stringify({ webUrl: 1 })),
    () => new Response(JSON.stringify(config)),
  ])
  expect(await readClientConfig(flaky)).toEqual(config)
  expect(flaky.waits).toEqual([1_000, 1_000, 1_000])
})

test('gives up after three retries', async () => {
  const dead = source([])
  await expect(readClientConfig(dead)).rejects.toThrow('Failed to fetch')
  expect(dead.waits).toHaveLength(3)
})
