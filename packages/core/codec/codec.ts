import { holderRow, type HolderId } from '../ledger/holders.ts'
import { Reader, Writer } from './bytes.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

/**
 * How values of one shape become bytes and come back. The bytes are canonical: equal values give equal bytes, so that
 * a hash over them is a hash over the value. A shape once released never changes; new union members get new tags.
 */
export interface Codec<T> {
  write(writer: Writer, value: T): void
  read(reader: Reader): T
  /** As `read`, with the name of a union's member before the fields: an object need not be copied to bear it. */
  readonly readAs?: (type: string, reader: Reader) => T & { readonly type: string }
}

/** The type of a codec's values. */
export type Of<C> = C extends Codec<infer T> ? T : never

export const u53: Codec<number> = {
  write: (writer, value) => writer.u53(value),
  read: (reader) => reader.u53(),
}

/** A holder's number, as an integer from 0 to 2⁵³ − 1. */
export const holderId: Codec<HolderId> = {
  write: (writer, value) => writer.u53(holderRow(value)),
  read: (reader) => reader.holder(),
}

export const i53: Codec<number> = {
  write: (writer, value) => writer.i53(value),
  read: (reader) => reader.i53(),
}

export const big: Codec<bigint> = {
  write: (writer, value) => writer.big(value),
  read: (reader) => reader.big(),
}

export const bool: Codec<boolean> = {
  write: (writer, value) => writer.u8(value ? 1 : 0),
  read: (reader) => {
    const byte = reader.u8()
    if (byte > 1) throw new RangeError(`${byte} is no boolean`)
    return byte === 1
  },
}

export const bytes: Codec<Uint8Array> = {
  write: (writer, value) => {
    writer.u53(value.length)
    writer.raw(value)
  },
  read: (reader) => reader.raw(reader.u53()),
}

export const text: Codec<string> = {
  write: (writer, value) => bytes.write(writer, encodeUtf8(value)),
  read: (reader) => decodeUtf8(bytes.read(reader)),
}

/** One of a fixed list of words, written as its place; words are only ever appended. */
export function oneOf<const W extends readonly string[]>(words: W): Codec<W[number]> {
  return {
    write: (writer, value) => {
      const place = words.indexOf(value)
      if (place < 0) throw new RangeError(`${value} is none of ${words.join(', ')}`)
      writer.u53(place)
    },
    read: (reader) => {
      const place = reader.u53()
      const word: W[number] | undefined = words[place]
      if (word === undefined) throw new RangeError(`no word at ${place} of ${words.join(', ')}`)
      return word
    },
  }
}

export function list<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    write: (writer, values) => {
      writer.u53(values.length)
      for (const value of values) item.write(writer, value)
    },
    read: (reader) => {
      const values: T[] = []
      for (let left = reader.u53(); left > 0; left--) values.push(item.read(reader))
      return values
    },
  }
}

export function nullable<T>(item: Codec<T>): Codec<T | null> {
  return {
    write: (writer, value) => {
      writer.u8(value === null ? 0 : 1)
      if (value !== null) item.write(writer, value)
    },
    read: (reader) => (reader.u8() === 0 ? null : item.read(reader)),
  }
}

type Fields = Readonly<Record<string, Codec<unknown>>>
type StructOf<F extends Fields> = { readonly [K in keyof F]: Of<F[K]> }

/** An object whose fields are written in the order in which they are named here. */
export function struct<F extends Fields>(fields: F): Codec<StructOf<F>> {
  const names = Object.keys(fields)
  const codecs = Object.values(fields)
  // behind a constructor of its own a struct's fields find their places quicker than where all structs begin as one
  const Value = function () {} as unknown as new () => Record<string, unknown>
  Value.prototype = Object.prototype
  const readFields = <T>(value: Record<string, unknown>, reader: Reader): T => {
    for (let at = 0; at < names.length; at++) value[names[at]] = codecs[at].read(reader)
    return value as T
  }
  return {
    write: (writer, value) => {
      for (let at = 0; at < names.length; at++) codecs[at].write(writer, value[names[at]])
    },
    read: (reader) => readFields<StructOf<F>>(new Value(), reader),
    readAs: (type, reader) => {
      const value = new Value()
      value['type'] = type
      return readFields<StructOf<F> & { type: string }>(value, reader)
    },
  }
}

/** The members of a union by their names, each with its tag. */
export type Members = Readonly<Record<string, readonly [tag: number, codec: Codec<object>]>>
/** The type of a union's values. */
export type UnionOf<M extends Members> = {
  [K in keyof M & string]: { readonly type: K } & Of<M[K][1]>
}[keyof M & string]

/** One of several structs, told apart by `type` and written behind its tag; tags are for ever. */
export function union<const M extends Members>(members: M): Codec<UnionOf<M>> {
  const byTag: ({ type: string; readAs: (type: string, reader: Reader) => object } | undefined)[] = []
  const byType = new Map<string, { tag: number; codec: Codec<object> }>()
  for (const [type, [tag, codec]] of Object.entries(members)) {
    if (byTag[tag]) throw new RangeError(`tag ${tag} is given twice`)
    byTag[tag] = { type, readAs: codec.readAs ?? ((name, reader) => ({ type: name, ...codec.read(reader) })) }
    byType.set(type, { tag, codec })
  }
  return {
    write: (writer, value) => {
      const member = byType.get(value.type)
      if (!member) throw new RangeError(`no member ${value.type}`)
      writer.u53(member.tag)
      member.codec.write(writer, value)
    },
    read: (reader) => {
      const tag = reader.u53()
      const member = byTag[tag]
      if (!member) throw new RangeError(`no member with tag ${tag}`)
      return member.readAs(member.type, reader) as UnionOf<M>
    },
  }
}

// one buffer for what is written and copied out at once; a new one costs as much as a short value
const spareBytesMax = 65_536
let spare: Writer | null = new Writer(4_096)

/** The bytes of whatever `write` appends. */
export function written(write: (writer: Writer) => void): Uint8Array {
  const writer = spare ?? new Writer()
  spare = null
  try {
    write(writer)
    return writer.finish()
  } finally {
    if (writer.length <= spareBytesMax) spare = writer
    writer.reset()
  }
}

/** The canonical bytes of one value. */
export function encode<T>(codec: Codec<T>, value: T): Uint8Array {
  return written((writer) => codec.write(writer, value))
}

/** The value of its canonical bytes; throws where they are not exactly one value. */
export function decode<T>(codec: Codec<T>, encoded: Uint8Array): T {
  const reader = new Reader(encoded)
  const value = codec.read(reader)
  if (!reader.done) throw new RangeError('bytes are left over')
  return value
}
