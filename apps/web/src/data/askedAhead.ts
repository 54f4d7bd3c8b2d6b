import { client } from '@truemark/protocol/client'
import { deviceNow, elapsedNow } from '@truemark/ui/device/serverTime'
import { timeoutSignal } from '@truemark/ui/device/signals'
import { askForConfig } from './configAnswer.ts'

/** What whoever is signed in sees first, or whose answer lets their socket open: where every screen asks for it. */
export const targetsAhead = [
  '/api/v3/data',
  '/api/v3/account/assets',
  '/api/v3/spot/orders?status=open&limit=100',
] as const

/** An answer that was asked for before. */
export interface Early {
  readonly sentAt: number
  readonly heardAt: number
  readonly head: Response
  readonly text: string
}

interface Asked {
  readonly token: string
  readonly lang: string
  /** Since the page began (ms). */
  readonly askedAt: number
  readonly answer: Promise<Early>
}

/** What an answer shows is at most this old when it is taken. */
const freshMs = 10_000
const asked = new Map<string, Asked>()

/** Asks for what the first screen shows of whoever is signed in, before the code is there that reads it. */
export function askAhead({ token, lang }: Pick<Asked, 'token' | 'lang'>): void {
  const base = askForConfig().then(async (answer) => {
    const { webUrl }: { readonly webUrl: string } = await answer.clone().json()
    return webUrl.replace(/\/$/, '')
  })
  for (const target of targetsAhead) {
    const answer = base.then((url) => ask(url + target, { lang, authorization: `Bearer ${token}` }))
    // whoever needs it asks again
    answer.catch(() => asked.delete(target))
    asked.set(target, { token, lang, askedAt: elapsedNow(), answer })
  }
}

async function ask(url: string, headers: Readonly<Record<string, string>>): Promise<Early> {
  const sentAt = deviceNow()
  const head = await fetch(url, { headers, signal: timeoutSignal(client.httpTimeoutMs) })
  const heardAt = deviceNow()
  return { sentAt, heardAt, head, text: await head.text() }
}

/** The answer that was asked for before, for the same person in the same language: once, and while it is fresh. Null without one. */
export async function answerAhead(target: string, token: string | null, lang: string): Promise<Early | null> {
  const one = asked.get(target)
  asked.delete(target)
  if (one === undefined || one.token !== token || one.lang !== lang) return null
  const early = await one.answer.catch(() => null)
  return elapsedNow() - one.askedAt < freshMs ? early : null
}
