import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import type { JournalRow } from '../engine/door.ts'
import { readRowBytes } from './layout.ts'

const lineMax = 16 * 1024 * 1024

/** Something in an export that cannot be read: the sentence names the file and the place. */
export class ExportFault extends Error {}

/** The bytes of a small file of an export; throws an ExportFault where there is none. */
export async function readPart(folder: string, name: string): Promise<Buffer> {
  return readFile(join(folder, name)).catch(() => {
    throw new ExportFault(`${name}: it cannot be read`)
  })
}

/** The SHA-256 of a file, in hex; throws an ExportFault where there is none. */
export async function sumOf(folder: string, name: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(folder, name)) hash.update(chunk)
  return hash.digest('hex')
}

async function* chunksOf(folder: string, name: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(join(folder, name), { highWaterMark: 1024 * 1024 })
  try {
    for await (const chunk of stream) if (chunk instanceof Buffer) yield chunk
  } catch (error) {
    throw error instanceof Error && 'code' in error ? new ExportFault(`${name}: it cannot be read`) : error
  }
}

/** The rows of `journal.bin`, in its order; throws an ExportFault where it is not made of rows. */
export async function* rowsOf(folder: string, name: string): AsyncGenerator<JournalRow> {
  let kept: Buffer = Buffer.alloc(0)
  let count = 0
  const next = (bytes: Buffer) => {
    try {
      return readRowBytes(bytes)
    } catch (error) {
      throw new ExportFault(`${name}, after row ${count}: ${error instanceof Error ? error.message : ''}`)
    }
  }
  for await (const chunk of chunksOf(folder, name)) {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    let at = 0
    for (let found = next(kept); found !== null; found = next(kept.subarray(at))) {
      at += found.length
      count += 1
      yield found.row
    }
    kept = kept.subarray(at)
  }
  if (kept.length > 0) throw new ExportFault(`${name}, after row ${count}: the row is cut off`)
}

/** A line of a file and where it stands. */
export interface Line<T> {
  readonly value: T
  readonly at: number
  readonly length: number
}

/** The lines of a file; throws an ExportFault that names the first line that has another shape. */
export async function* linesOf<T>(folder: string, name: string, shape: z.ZodMiniType<T>): AsyncGenerator<Line<T>> {
  let kept: Buffer = Buffer.alloc(0)
  let at = 0
  let count = 0
  for await (const chunk of chunksOf(folder, name)) {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    for (let end = kept.indexOf(10); end >= 0; end = kept.indexOf(10)) {
      count += 1
      yield { value: parsedLine(kept.toString('utf8', 0, end), `${name}, line ${count}`, shape), at, length: end }
      at += end + 1
      kept = kept.subarray(end + 1)
    }
    if (kept.length > lineMax) throw new ExportFault(`${name}, line ${count + 1}: it is longer than any`)
  }
  if (kept.length > 0) throw new ExportFault(`${name}, line ${count + 1}: the line is cut off`)
}

function parsedLine<T>(text: string, where: string, shape: z.ZodMiniType<T>): T {
  const { data } = shape.safeParse(jsonOf(text, where))
  if (data === undefined) throw new ExportFault(`${where}: it has another shape`)
  return data
}

function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ExportFault(`${where}: it is no JSON`)
  }
}

/** Reads single lines of a file again. */
export class LineReader<T> {
  readonly #file: number
  readonly #name: string
  readonly #shape: z.ZodMiniType<T>

  private constructor(file: number, name: string, shape: z.ZodMiniType<T>) {
    this.#file = file
    this.#name = name
    this.#shape = shape
  }

  static open<T>(folder: string, name: string, shape: z.ZodMiniType<T>): LineReader<T> {
    return new LineReader(openSync(join(folder, name), 'r'), name, shape)
  }

  /** The line that stands there. */
  read({ at, length }: Pick<Line<T>, 'at' | 'length'>): T {
    const bytes = Buffer.alloc(length)
    readSync(this.#file, bytes, 0, length, at)
    return parsedLine(bytes.toString('utf8'), `${this.#name}, at byte ${at}`, this.#shape)
  }

  close(): void {
    closeSync(this.#file)
  }
}
