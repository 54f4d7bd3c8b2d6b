import { client } from '@truemark/protocol/client'
import { deviceNow, learnFromHead } from '@truemark/ui/device/serverTime'
import { timeoutSignal } from '@truemark/ui/device/signals'

let asked: Promise<Response> | null = null

// It is the first answer of the server, so that the time is known before anything is sent.
async function ask(): Promise<Response> {
  const sentAt = deviceNow()
  const answer = await fetch('/config.json', { cache: 'no-store', signal: timeoutSignal(client.httpTimeoutMs) })
  learnFromHead(answer.headers, sentAt, deviceNow())
  return answer
}

/** Asks for /config.json before the code is there that reads it. */
export function askForConfig(): Promise<Response> {
  asked ??= ask()
  asked.catch(() => undefined)
  return asked
}

/** The answer of /config.json: the one that was asked for before, once, else a new one. */
export function configAnswer(): Promise<Response> {
  const answer = asked ?? ask()
  asked = null
  return answer
}
