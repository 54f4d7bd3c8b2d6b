import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Gate } from '../gate.ts'
import { StartRefusal, errorCode, errorMessage } from '../startRefusal.ts'
import { type BucketAccess, type BucketAnswer, type BucketAsk, BucketLine } from './bucketRequest.ts'
import { type BucketPage, codeOf, pageOf } from './bucketXml.ts'
import { type Lying, type Shelves, ShelvesAway, namePattern } from './shelves.ts'

export interface BucketOptions extends BucketAccess {
  /** What all keys begin with: '' or something that ends with a slash. */
  readonly prefix: string
  readonly patience: Patience
}

/** How long who asks a bucket waits for it. */
export interface Patience {
  readonly tries: number
  /** For one try, ms. */
  readonly tryMs: number
  /** Before the second try, ms; each further one waits three times as long. */
  readonly waitMs: number
}

/** A person waits for it. */
export const shortPatience: Patience = { tries: 3, tryMs: 8_000, waitMs: 200 }
/** A command would have to be begun again. */
export const longPatience: Patience = { tries: 5, tryMs: 30_000, waitMs: 500 }

/** Sealed images are of 16 MiB at most; what is larger is none of ours. */
const fileMax = 16 * 1024 ** 2 + 1024
const smallMax = 64 * 1024
const listMax = 8 * 1024 ** 2
const pageLength = 1_000
const [puttingMax, puttingWaitMax, gettingMax, gettingWaitMax] = [8, 24, 24, 256]
/** Where it was away just now, one short try says whether it still is. */
const awayTryMs = 3_000
const lookAfterMs = 30_000
const markKey = 'truemark-files'

/** Shelves in a bucket that speaks the protocol of S3: keys are the names, below the prefix and two digits as in a folder. */
export function bucketShelves(options: BucketOptions): Shelves {
  return new BucketShelves(options)
}

type Doing = 'giving' | 'taking'

class BucketShelves implements Shelves {
  readonly #line: BucketLine
  readonly #prefix: string
  readonly #patience: Patience
  readonly #where: string
  readonly #putting = new Gate(puttingMax, puttingWaitMax)
  readonly #getting = new Gate(gettingMax, gettingWaitMax)
  /** Since when it has not given, or not taken; what works is not in it. */
  readonly #failing = new Map<Doing, number>()
  #asked = performance.now()
  #mark: string | null = null

  constructor(options: BucketOptions) {
    this.#line = new BucketLine(options)
    this.#prefix = options.prefix
    this.#patience = options.patience
    this.#where = `${options.url.host}${options.url.pathname.replace(/\/$/, '')}`
  }

  async put(name: string, sealed: Buffer): Promise<void> {
    if (sealed.length > fileMax) throw new RangeError('a file of more than a sealed image has')
    return this.#putting.run(['all'], () => this.#put(this.#keyOf(name), sealed))
  }

  async get(name: string): Promise<Buffer | null> {
    return this.#getting.run(['all'], () => this.#get({ key: this.#keyOf(name), bytesMax: fileMax }))
  }

  async begin(name: string, length: number): Promise<Buffer | null> {
    const ask = { key: this.#keyOf(name), first: length, bytesMax: fileMax }
    // whoever does not know parts of files gives the whole one
    return this.#getting.run(['all'], async () => (await this.#get(ask))?.subarray(0, length) ?? null)
  }

  async remove(name: string): Promise<void> {
    const { status, body } = await this.#ask({ method: 'DELETE', key: this.#keyOf(name), bytesMax: smallMax }, 'taking')
    if (status !== 404 && (status < 200 || status > 299)) throw this.#refused(status, body)
  }

  async *list(): AsyncGenerator<readonly Lying[]> {
    let token: string | null = null
    do {
      const page: BucketPage = await this.#page(pageLength, token)
      yield page.found.flatMap(({ key, age }) => this.#lying(key, age))
      if (page.next !== null && page.next === token) throw this.#away('lists the same again and again')
      token = page.next
    } while (token !== null)
  }

  settle(): Promise<void> {
    // what it has taken it keeps
    return Promise.resolve()
  }

  async claim(mark: string): Promise<boolean> {
    if (this.#mark === mark) return true
    const key = `${this.#prefix}${markKey}`
    const found = await this.#get({ key, bytesMax: smallMax })
    if (found === null) await this.#put(key, Buffer.from(mark))
    else if (found.toString() !== mark) return false
    this.#mark = mark
    return true
  }

  away(): number {
    const since = Math.min(...this.#failing.values())
    return since === Infinity ? 0 : performance.now() - since
  }

  async look(): Promise<void> {
    if (this.#failing.has('taking')) return this.#tryOut()
    if (this.#failing.has('giving') || performance.now() - this.#asked > lookAfterMs) await this.#page(1, null)
  }

  async check(): Promise<void> {
    try {
      await this.#tryOut()
    } catch (error) {
      if (error instanceof StartRefusal)
        throw new StartRefusal(`${error.message}; see to FILES_URL and what belongs to it.`)
      throw error
    }
  }

  close(): void {
    this.#line.close()
  }

  /** Takes, gives, lists and removes something small; cut off amid that, it is swept as a stray. */
  async #tryOut(): Promise<void> {
    const name = randomBytes(16).toString('hex')
    const bytes = Buffer.from(`tried out ${name}`)
    await this.#put(this.#keyOf(name), bytes)
    const given = await this.#get({ key: this.#keyOf(name), bytesMax: smallMax })
    await this.#page(1, null)
    await this.remove(name)
    if (given?.equals(bytes) !== true) throw this.#away('gives something else than what it took')
  }

  #keyOf(name: string): string {
    if (!namePattern.test(name)) throw new RangeError(`${name} is no name of a file`)
    return `${this.#prefix}${name.slice(0, 2)}/${name}`
  }

  /** What has a name of ours; the rest of a bucket is somebody else's. */
  #lying(key: string, age: number): Lying[] {
    const name = key.slice(key.lastIndexOf('/') + 1)
    if (!namePattern.test(name) || key !== this.#keyOf(name)) return []
    return [{ name, age: () => Promise.resolve(age), remove: () => this.remove(name) }]
  }

  async #put(key: string, body: Buffer): Promise<void> {
    const answer = await this.#ask({ method: 'PUT', key, body, bytesMax: smallMax }, 'taking')
    if (answer.status !== 200) throw this.#refused(answer.status, answer.body)
  }

  async #get(ask: Pick<BucketAsk, 'key' | 'first' | 'bytesMax'>): Promise<Buffer | null> {
    const { status, body } = await this.#ask({ method: 'GET', ...ask }, 'giving')
    if (status === 200 || status === 206) return body
    // whatever else knows nothing of a file is not believed: what stands between may be asked wrongly
    if (status === 404 && codeOf(body) === 'NoSuchKey') return null
    throw this.#refused(status, body)
  }

  async #page(length: number, token: string | null): Promise<BucketPage> {
    const query = {
      'list-type': '2',
      'max-keys': String(length),
      ...(this.#prefix === '' ? {} : { prefix: this.#prefix }),
      ...(token === null ? {} : { 'continuation-token': token }),
    }
    const { status, headers, body } = await this.#ask({ method: 'GET', key: '', query, bytesMax: listMax }, 'giving')
    if (status !== 200) throw this.#refused(status, body)
    const now = Date.parse(headers.date ?? '')
    const page = pageOf(body.toString(), Number.isNaN(now) ? Date.now() : now)
    if (page === null) throw this.#away('answers no list')
    return page
  }

  /** Asks until there is an answer that another try would not change, and notes whether there was one. */
  async #ask(ask: BucketAsk, doing: Doing): Promise<BucketAnswer> {
    const isAway = this.#failing.has(doing)
    const { tries, tryMs, waitMs } = this.#patience
    const within = isAway ? Math.min(tryMs, awayTryMs) : tryMs
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#line.ask(ask, within).catch((error: unknown) => whyOf(error))
      this.#asked = performance.now()
      if (typeof answer !== 'string' && !isPassing(answer.status)) {
        if (isRefusal(answer)) this.#failed(doing)
        else this.#failing.delete(doing)
        return answer
      }
      if (attempt >= tries || isAway) {
        this.#failed(doing)
        throw typeof answer === 'string'
          ? this.#away(`does not answer (${answer})`)
          : this.#refused(answer.status, answer.body)
      }
      await pause(waitMs * 3 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }

  #failed(doing: Doing): void {
    if (!this.#failing.has(doing)) this.#failing.set(doing, performance.now())
  }

  #refused(status: number, body: Buffer): ShelvesAway {
    const code = codeOf(body)
    return this.#away(`refuses with ${status}${code === null ? '' : ` ${code}`}`)
  }

  #away(what: string): ShelvesAway {
    return new ShelvesAway(`The bucket ${this.#where} ${what}`)
  }
}

/** Whether the same asked again may be answered otherwise. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 408
}

function isRefusal({ status, body }: BucketAnswer): boolean {
  return status > 299 && !(status === 404 && codeOf(body) !== 'NoSuchBucket')
}

/** Why there was no answer, in a word: of what was asked, which is signed, it says nothing. */
function whyOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'too slow'
  const code = errorCode(error)
  return code === '' ? errorMessage(error) : code
}
