import { randomBytes } from 'node:crypto'

/** What every answer with a code is wrapped in; the HTTP status beside it. */
export interface Answer {
  readonly status: number
  readonly code: number
  readonly data: unknown
  readonly message: string
  /** Beside the answer to what the journal has; undefined elsewhere. */
  readonly receipt: unknown
}

export interface Sending {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
  /** The Idempotency-Key. */
  readonly key?: string
  /** How long the answer may take, in ms. */
  readonly patience?: number
}

const callMax = 50_000

/** One call of the API below /api/v3. */
export async function call(address: string, path: string, sending: Sending = {}): Promise<Answer> {
  const { method = 'GET', token, body, key, patience = callMax } = sending
  const headers = new Headers()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (key !== undefined) headers.set('idempotency-key', key)
  const response = await fetch(`${address}/api/v3${path}`, {
    method,
    headers,
    signal: AbortSignal.timeout(patience),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const envelope: unknown = await response.json()
  return {
    status: response.status,
    code: numberAt(envelope, 'code'),
    data: valueAt(envelope, 'data'),
    message: textAt(envelope, 'message'),
    receipt: valueAt(envelope, 'receipt'),
  }
}

/** A key as a client makes it: a UUID of version 7; `now` is the time of its server (UTC ms). */
export function newKey(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  const random = randomBytes(10).toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}

/** The value of a field of something unknown; undefined where there is none. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Reflect.get(at, name)
  }
  return at
}

/** The same as text; '' where it is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : ''
}

function numberAt(value: unknown, name: string): number {
  const found = valueAt(value, name)
  return typeof found === 'number' ? found : Number.NaN
}

/** The same as a list; empty where it is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}

/** A fresh guest's demo account: its token, and the whole answer of the login. */
export async function openDemo(address: string): Promise<{ token: string; answer: unknown }> {
  const { code, data, message } = await call(address, '/simulation/login', { method: 'POST' })
  if (code !== 200) throw new Error(`no demo account: ${code} ${message}`)
  return { token: textAt(data, 'token'), answer: data }
}

/** Places a spot order. */
export function placeOrder(
  address: string,
  token: string,
  body: Readonly<Record<string, unknown>>,
  key = newKey(),
  patience = callMax,
): Promise<Answer> {
  return call(address, '/spot/orders', { method: 'POST', token, body, key, patience })
}

const fillTries = 40
const fillPauseMs = 250

/**
 * Places an order that is to fill at once, on any of the paths of orders. The house steps back for a moment where its
 * prices are old, and an order that met nobody has changed nothing: it is placed again.
 */
export async function fillOrder(
  address: string,
  token: string,
  { path = '/spot/orders', ...body }: { readonly path?: string; readonly [field: string]: unknown },
): Promise<Answer> {
  let answer = await call(address, path, { method: 'POST', token, body, key: newKey() })
  for (let tries = 1; tries < fillTries; tries += 1) {
    if (answer.code === 200 && textAt(answer.data, 'status') !== 'canceled') break
    await new Promise((resolve) => setTimeout(resolve, fillPauseMs))
    answer = await call(address, path, { method: 'POST', token, body, key: newKey() })
  }
  return answer
}

/** A decimal text as an integer of 10^-8. */
export function units(text: string): bigint {
  const sign = text.startsWith('-') ? -1n : 1n
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  return sign * BigInt(whole + part.padEnd(8, '0'))
}
