import { Worker } from 'node:worker_threads'
import { type FirstFigures, hasFrame } from '@truemark/protocol/firstFigures'
import type { LocaleId } from '@truemark/protocol/locale'
import type { FrameAsked, FrameDrawn, FramedPage } from './frameThread.ts'

export interface FramesOptions {
  /** The thread's program. */
  readonly program: URL
  /** Folder of the built app. */
  readonly folder: string
  readonly figures: () => Promise<FirstFigures>
  readonly isListed: (symbol: string) => boolean
  readonly onError: (error: unknown) => void
}

export type { FramedPage } from './frameThread.ts'

/** Pages with the first frame of their screen in them. */
export interface Frames {
  /** The page at a path; null where it has no frame, or none in time: the page without one is there at once. */
  pageOf(path: string, locale: LocaleId): Promise<FramedPage | null>
  stop(): Promise<void>
}

/** From then on (ms) it is drawn anew, and no sooner. */
const freshMs = 1_000
/** So old it may be sent while the next one is drawn: a price that is older is called old. */
const oldestMs = 5_000
/** How long a page waits for its frame: a phone still has the frame long before the app. */
const patienceMs = 500
/** After its end the thread begins anew no sooner. */
const pauseMs = 30_000
/** Pages that are drawn at a time; who asks for one more gets it without a frame. */
const underWayMax = 8

/** Drawings that begin in a second: whoever asks for all screens in all languages gets no more of the processor. */
const perSecondMax = 6

interface Kept {
  readonly page: Promise<FramedPage | null>
  readonly since: number
  /** The one before, while this one is being drawn; null once it is there. */
  readonly before: FramedPage | null
}

/** The thread, which begins with the first page; null for a page that it does not draw, or not now. */
function openThread({ program, folder, figures, onError }: Omit<FramesOptions, 'isListed'>) {
  const waiting = new Map<number, (page: FramedPage | null) => void>()
  let worker: Worker | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  let last = 0

  function begin(): Worker | null {
    if (worker !== null || performance.now() - endedAt < pauseMs) return worker
    const begun = new Worker(program, { workerData: { folder } })
    begun.unref()
    begun.on('message', ({ id, page }: FrameDrawn) => {
      waiting.get(id)?.(page)
      waiting.delete(id)
    })
    begun.on('error', onError)
    begun.once('exit', () => {
      worker = null
      endedAt = performance.now()
      for (const answer of waiting.values()) answer(null)
      waiting.clear()
    })
    worker = begun
    return begun
  }

  return {
    async draw(path: string, locale: LocaleId): Promise<FramedPage | null> {
      const thread = begin()
      if (thread === null || waiting.size >= underWayMax) return null
      last += 1
      const asked: FrameAsked = { id: last, path, locale, figures: await figures() }
      return new Promise((resolve) => {
        waiting.set(asked.id, resolve)
        thread.postMessage(asked)
      })
    },
    async stop() {
      await worker?.terminate()
    },
  }
}

/** Has a thread of its own draw the first screens, so that nobody's orders wait for it. */
export function openFrames({ isListed, ...options }: FramesOptions): Frames {
  const kept = new Map<string, Kept>()
  const thread = openThread(options)
  let second = 0
  let begun = 0

  function mayBegin(): boolean {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) [second, begun] = [now, 0]
    begun += 1
    return begun <= perSecondMax
  }

  async function renew(
    key: string,
    path: string,
    locale: LocaleId,
    before: FramedPage | null,
  ): Promise<FramedPage | null> {
    const since = performance.now()
    const page = thread.draw(path, locale).catch((error: unknown) => {
      options.onError(error)
      return null
    })
    kept.set(key, { page, since, before })
    const drawn = await page
    kept.set(key, { page, since, before: null })
    return drawn
  }

  async function newest(path: string, locale: LocaleId): Promise<FramedPage | null> {
    const now = performance.now()
    for (const [key, { since }] of kept) if (now - since > oldestMs) kept.delete(key)
    const key = `${locale} ${path}`
    const known = kept.get(key)
    if (known === undefined) return mayBegin() ? renew(key, path, locale, null) : null
    if (known.before !== null) return known.before
    if (now - known.since <= freshMs) return known.page
    const page = await known.page
    if (mayBegin()) void renew(key, path, locale, page)
    return page
  }

  return {
    async pageOf(path, locale) {
      if (!hasFrame(path, isListed)) return null
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), patienceMs)
      })
      return Promise.race([newest(path, locale), late]).finally(() => clearTimeout(timer))
    },
    stop: () => thread.stop(),
  }
}
