import { client } from '@truemark/protocol/client'

let asked: Promise<Response> | null = null

function ask(): Promise<Response> {
  return fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(client.httpTimeoutMs) })
}

/** Asks for /config.json before the code is there that reads it. */
export function askForConfig(): void {
  asked = ask()
  asked.catch(() => undefined)
}

/** The answer of /config.json: the one that was asked for before, once, else a new one. */
export function configAnswer(): Promise<Response> {
  const answer = asked ?? ask()
  asked = null
  return answer
}
