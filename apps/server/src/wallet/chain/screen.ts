import * as z from 'zod/mini'

/** What is said of a payment to whoever screens it. */
export interface Screened {
  readonly kind: 'deposit' | 'payout'
  readonly network: string
  readonly currency: string
  /** Canonical decimal, as the network has it. */
  readonly amount: string
  readonly address: string
  readonly memo: string
  /** Of a deposit: the output that pays it. */
  readonly transaction_id?: string
  readonly output?: number
  /** Of a payout: its public number. */
  readonly payout?: string
  /** The public number of whose money it is. */
  readonly uid: string
}

/** What came of it; `failed` where no answer was had. */
export interface Verdict {
  readonly screened: 'clear' | 'review' | 'reject' | 'failed'
  readonly note: string
}

/** Asks whether a payment may be credited, or a payout made; never throws, and never says `clear` of its own. */
export type Screen = (payment: Screened) => Promise<Verdict>

export interface ScreenOptions {
  readonly url: string
  readonly token: string | null
  /** How long an answer may take, and how long to wait before it is asked for again; in ms. */
  readonly patienceMs?: number
  readonly pauseMs?: number
}

const noteMax = 500
const bytesMax = 65_536
const tries = 3
const verdict = z.object({
  verdict: z.enum(['clear', 'review', 'reject']),
  note: z._default(z.string(), ''),
})

function keyOf({ kind, network, output = 0, payout = '', transaction_id: transaction = '' }: Screened): string {
  return kind === 'payout' ? `payout ${payout}` : `${network} ${transaction} ${output}`
}

/** Asks over HTTP, up to three times. */
export function createScreen({ url, token, patienceMs = 5_000, pauseMs = 1_000 }: ScreenOptions): Screen {
  const ask = async (payment: Screened): Promise<Verdict> => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'idempotency-key': keyOf(payment),
    }
    if (token !== null) headers['authorization'] = `Bearer ${token}`
    const signal = AbortSignal.timeout(patienceMs)
    const request = { method: 'POST', headers, body: JSON.stringify(payment), signal, redirect: 'error' } as const
    const response = await fetch(url, request)
    if (response.status !== 200) throw new Error(`the screening answered ${response.status}`)
    const text = await response.text()
    if (text.length > bytesMax) throw new Error('the screening answered too much')
    const { verdict: screened, note } = z.parse(verdict, JSON.parse(text))
    return { screened, note: note.slice(0, noteMax) }
  }
  return async (payment) => {
    let failure = ''
    for (let made = 0; made < tries; made += 1) {
      if (made > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      try {
        return await ask(payment)
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
      }
    }
    return { screened: 'failed', note: failure.slice(0, noteMax) }
  }
}
