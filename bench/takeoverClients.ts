import { post } from './apiCall.ts'

const pollMs = 10
/** How long (ms) an order may take before it is sent again. */
const answerMax = 1_000
const patienceMs = 60_000
// it meets nobody, and is over at once: open orders have a limit
const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001', time_in_force: 'IOC' }

/** An order as its client keeps it: its key stays its own until it is acknowledged. */
export interface Wish {
  readonly token: string
  readonly key: string
  id: string | null
}

let keys = 0

/** A new order for a token. */
export function newWish(token: string): Wish {
  const time = Date.now().toString(16).padStart(12, '0')
  const count = (keys += 1).toString(16).padStart(12, '0')
  return { token, key: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`, id: null }
}

/** The number under which an order was acknowledged; null where nobody answered, or nobody takes orders now. */
export async function place(port: number, { token, key }: Wish): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v3/spot/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(answerMax),
  }).catch(() => null)
  const text = await response?.text().catch(() => '')
  return /"order_id":"([^"]+)"/.exec(text ?? '')?.[1] ?? null
}

/** As `place`, until it is acknowledged; `port` is asked anew for each time, and `acknowledged` hears of the last. */
export async function placeSurely(
  port: () => number,
  wish: Wish,
  acknowledged: (port: number) => void = () => undefined,
): Promise<string> {
  for (const end = performance.now() + patienceMs; performance.now() < end;) {
    const asked = port()
    const id = await place(asked, wish)
    if (id !== null) {
      acknowledged(asked)
      return id
    }
    await pause(pollMs)
  }
  throw new Error('an order was never acknowledged')
}

/** Clients that each have one order under way all the time, and send it again until it is acknowledged. */
export class Clients {
  readonly wishes: Wish[] = []
  readonly #port: () => number
  readonly #acknowledged: (port: number) => void
  readonly #done: Promise<unknown>
  #ends = false

  private constructor(tokens: readonly string[], port: () => number, acknowledged: (port: number) => void) {
    this.#port = port
    this.#acknowledged = acknowledged
    this.#done = Promise.all(tokens.map((token) => this.#run(token)))
    // it is waited for at the end
    this.#done.catch(() => undefined)
  }

  /** Opens `count` accounts and begins; `port` says whom to call, `acknowledged` hears who took an order. */
  static async start(count: number, port: () => number, acknowledged: (port: number) => void): Promise<Clients> {
    const opened = Array.from({ length: count }, async () => (await post(port(), '/simulation/login', '', {}))['token'])
    return new Clients((await Promise.all(opened)).map(String), port, acknowledged)
  }

  /** Begins nothing new; resolves when all that was begun is acknowledged. */
  async end(): Promise<void> {
    this.#ends = true
    await this.#done
  }

  async #run(token: string): Promise<void> {
    while (!this.#ends) {
      const wish = newWish(token)
      this.wishes.push(wish)
      wish.id = await placeSurely(this.#port, wish, this.#acknowledged)
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
