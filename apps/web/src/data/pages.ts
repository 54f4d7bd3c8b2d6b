import { ApiError } from '@truemark/protocol/calling'

/** The most pages of one part: more than anybody has, and an end in any case. */
const pagesMax = 2_000
const waitsMax = 20
const waitDefaultMs = 5_000
const waitMaxMs = 60_000

interface Part<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | null
}

function waitOf(failure: unknown): number | null {
  if (!(failure instanceof ApiError) || failure.reason !== 'rate_limited') return null
  const seconds = Number(failure.params['seconds'] ?? '')
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, waitMaxMs) : waitDefaultMs
}

/** Makes a call, and again after the wait that the server asks for where calls come too fast. */
export async function patiently<Answer>(
  ask: () => Promise<Answer>,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await ask()
    } catch (failure) {
      const ms = waitOf(failure)
      if (ms === null || waits >= waitsMax) throw failure
      await wait(ms)
    }
  }
}

/** Reads a list to its end, page after page; `note` hears how many there are so far. */
export async function readAll<Item>(
  read: (cursor: { cursor?: string }) => Promise<Part<Item>>,
  note: (count: number) => void,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | null = ''
  for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
    const from: string = cursor
    const part: Part<Item> = await patiently(() => read(from === '' ? {} : { cursor: from }))
    all.push(...part.items)
    note(all.length)
    cursor = part.cursor === from ? null : part.cursor
  }
  return all
}
