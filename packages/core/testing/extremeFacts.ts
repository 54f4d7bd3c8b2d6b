import type { Codec } from '../codec/codec.ts'
import { Reader } from '../codec/bytes.ts'
import type { HolderId } from '../ledger/holders.ts'

type Kind = 'u8' | 'u53' | 'i53' | 'big' | 'bytes' | 'holder'
type Given = number | bigint | Uint8Array

/** Gives a codec, read by read, what a test wants in the place of bytes, and notes what was asked for. */
class ScriptedReader extends Reader {
  readonly asked: Kind[] = []
  readonly #give: (place: number, kind: Kind) => Given | undefined

  constructor(give: (place: number, kind: Kind) => Given | undefined) {
    super(new Uint8Array(0))
    this.#give = give
  }

  #next(kind: Kind): Given {
    this.asked.push(kind)
    const plain = kind === 'big' ? 1n : kind === 'bytes' ? new Uint8Array([0x31]) : 1
    return this.#give(this.asked.length - 1, kind) ?? plain
  }

  override get done(): boolean {
    return true
  }

  override u8(): number {
    return Number(this.#next('u8'))
  }

  // four bytes of a name or a digest, which no reckoning knows: they stay plain, as a byte does
  override i32(): number {
    return Number(this.#next('u8'))
  }

  override u53(): number {
    return Number(this.#next('u53'))
  }

  override holder(): HolderId {
    return Number(this.#next('holder'))
  }

  override i53(): number {
    return Number(this.#next('i53'))
  }

  override big(): bigint {
    return BigInt(String(this.#next('big')))
  }

  override raw(): Uint8Array {
    const given = this.#next('bytes')
    return given instanceof Uint8Array ? given : new Uint8Array(0)
  }
}

/** One value that a codec reads, and where it stands in it. */
export interface Place {
  /** The names of the fields on the way, the last of them the value's own. */
  readonly path: readonly string[]
  readonly kind: Kind
}

type Script = Map<number, Given>

interface Read {
  readonly value: unknown
  readonly asked: readonly Kind[]
}

function readBy(codec: Codec<unknown>, script: Script): Read {
  const reader = new ScriptedReader((place) => script.get(place))
  return { value: codec.read(reader), asked: reader.asked }
}

// where two values differ, as the names on the way there; null where they do not
function difference(a: unknown, b: unknown): string[] | null {
  if (Object.is(a, b)) return null
  const isBoth = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (!isBoth) return []
  if (a instanceof Uint8Array && b instanceof Uint8Array) return a.join() === b.join() ? null : []
  for (const name of Object.keys(a)) {
    const inner = difference(Reflect.get(a, name), Reflect.get(b, name))
    if (inner !== null) return [name, ...inner]
  }
  return null
}

// one of a list of words may have a single word only
function plainScript(codec: Codec<unknown>, first?: number): Script {
  const script: Script = new Map(first === undefined ? [] : [[0, first]])
  for (let tries = 0; tries < 100; tries += 1) {
    const reader = new ScriptedReader((place) => script.get(place))
    try {
      codec.read(reader)
      return script
    } catch (error) {
      if (first !== undefined && reader.asked.length === 1) throw error
      script.set(reader.asked.length - 1, 0)
    }
  }
  throw new Error('no value of the codec was found')
}

/**
 * A value of a codec whose every number is as `extreme` says for its place (undefined leaves it plain). What is no number
 * but the length of a list, a word, a switch or a presence stays plain: lists have one item, and what may be absent is there.
 */
export function extremeOf<T>(codec: Codec<T>, extreme: (place: Place) => number | bigint | undefined): T {
  const script = plainScript(codec)
  const plain = readBy(codec, script)
  const wanted: Script = new Map(script)
  for (const [place, kind] of plain.asked.entries()) {
    if (kind === 'u8' || kind === 'bytes' || script.has(place)) continue
    const tried = new Map(script).set(place, kind === 'big' ? 3n : 2)
    const path = changedBy(codec, tried, plain)
    const value = path === null ? undefined : extreme({ path, kind })
    if (value !== undefined && path !== null) wanted.set(place, value)
  }
  return codec.read(new ScriptedReader((place) => wanted.get(place)))
}

/** Every value that a codec reads, by the names on its way; of a union the member with a tag, if it is given. */
export function placesOf(codec: Codec<unknown>, tag?: number): Place[] {
  const script = plainScript(codec, tag)
  const plain = readBy(codec, script)
  return [...plain.asked.entries()].flatMap(([place, kind]) => {
    if (kind === 'u8' || script.has(place)) return []
    const other = kind === 'bytes' ? new Uint8Array([0x32]) : kind === 'big' ? 3n : 2
    const path = changedBy(codec, new Map(script).set(place, other), plain)
    return path === null ? [] : [{ path, kind }]
  })
}

const tagsMax = 300

/** The members of a union by their tags. */
export function membersOf(codec: Codec<{ readonly type: string }>): { readonly type: string; readonly tag: number }[] {
  return Array.from({ length: tagsMax }, (_, tag) => tag).flatMap((tag) => {
    try {
      const { value } = readBy(codec, plainScript(codec, tag))
      return typeof value === 'object' && value !== null && 'type' in value ? [{ type: String(value.type), tag }] : []
    } catch {
      return []
    }
  })
}

// which number alone a read changed; null where it changed more: how much is read, or a word
function changedBy(codec: Codec<unknown>, script: Script, plain: Read): string[] | null {
  try {
    const { value, asked } = readBy(codec, script)
    if (asked.length !== plain.asked.length) return null
    const path = difference(plain.value, value)
    const found = path?.reduce<unknown>((at, name) => Reflect.get(Object(at), name), value)
    return path !== null && (typeof found === 'number' || typeof found === 'bigint' || found instanceof Uint8Array)
      ? path
      : null
  } catch {
    return null
  }
}
