import { client } from '@truemark/protocol/client'

interface Page<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | null
}

/** The most pages read: a list that is shown whole is short. */
const pagesMax = 20

/** Reads a short list whole, page after page. Rejects as the call does. */
export async function everyPage<Item>(
  read: (query: { readonly limit: string; readonly cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | null = ''
  for (let count = 0; count < pagesMax && cursor !== null; count += 1) {
    const from: string = cursor
    const limit = String(client.pageLimitMax)
    const page: Page<Item> = await read(from === '' ? { limit } : { limit, cursor: from })
    all.push(...page.items)
    ;({ cursor } = page)
  }
  return all
}
