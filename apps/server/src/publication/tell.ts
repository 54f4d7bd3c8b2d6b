import { notifyEveryone } from '../notification/door.ts'
import { startRounds } from '../platform/rounds.ts'
import type { PublicationPorts } from './ports.ts'
import { findTitles, findUntold, markTold } from './told.store.ts'

const lookEveryMs = 10_000
const batchMax = 20

/** Tells everyone of announcements that are shown by now, each once: also of those that fell due while nobody was up. */
export async function tellNews({ database, now }: Pick<PublicationPorts, 'database' | 'now'>): Promise<void> {
  const time = now()
  await database.transaction(async (client) => {
    for (const piece of await findUntold(client, time, batchMax)) {
      const titles = await findTitles(client, piece, time)
      const [first] = titles
      if (first !== undefined) {
        const params = Object.fromEntries(titles.map(({ lang, title }) => [`title_${lang}`, title]))
        await notifyEveryone(client, {
          kind: 'news_published',
          params: { title_en: first.title, ...params },
          ref: piece,
          once: `news:${piece}`,
        })
      }
      await markTold(client, piece)
    }
  })
}

/** Looks for announcements to tell of, now and every ten seconds; returns how to stop. */
export function startTellingNews(
  ports: Pick<PublicationPorts, 'database' | 'now'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  return startRounds(() => tellNews(ports), { everyMs: lookEveryMs, first: 'now', onError })
}
