import { hash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { Reason } from '@truemark/protocol/errors'
import type { FilesRule } from '@truemark/protocol/routes/route'
import { shownField } from '@truemark/protocol/strict'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Outcome, type SentFile, refused } from './call.ts'
import { type JsonBody, isKeepable } from './json.ts'

/** A body with the files that came along. */
export interface SentBody extends JsonBody {
  readonly files: readonly SentFile[]
}

const fieldsMax = 32
const fieldBytesMax = 4_096
/** More files than any form has; a request that goes on after them is cut off. */
const filesMax = 20
/** The memory that all forms being received may fill together. */
const budgetBytes = 96 * 1024 ** 2

/** Teaches the app forms; which route takes one is its definition's to say. */
export function acceptForms(app: FastifyInstance): void {
  app.register(multipart, { throwFileSizeLimit: false })
}

/** Counts what the forms being received may fill, so that many slow ones cannot fill the memory. */
export class FormBudget {
  #left = budgetBytes

  /**
   * Takes room for a form's files, as much as the request says to have or as its rule allows; null where there is none,
   * else how to give it back.
   */
  take({ countMax, bytesMax }: FilesRule, contentLength: string | undefined): (() => void) | null {
    const most = countMax * bytesMax
    const bytes = contentLength === undefined ? most : Math.min(most, Number(contentLength))
    if (bytes > this.#left) return null
    this.#left -= bytes
    return () => void (this.#left += bytes)
  }
}

/**
 * Reads a form while it arrives: text fields, and at most `countMax` files of one name with at most `bytesMax` bytes
 * each. What is too much is read to its end and thrown away, so that the sender gets the reason.
 */
export async function readForm(request: FastifyRequest, rule: FilesRule): Promise<SentBody | Refusal> {
  if (!request.isMultipart()) return refused('media_type')
  const fields = new Map<string, string>()
  const files: SentFile[] = []
  let refusal: Refusal | null = null
  const limits = { fileSize: rule.bytesMax, files: filesMax, fields: fieldsMax, fieldSize: fieldBytesMax }
  try {
    for await (const part of request.parts({ limits: { ...limits, headerPairs: 16 } })) {
      if (part.type === 'file') {
        if (part.fieldname !== rule.field) refusal ??= malformed(part.fieldname)
        else if (files.length >= rule.countMax) refusal ??= refused('files_too_many')
        const bytes = await received(part.file, refusal === null)
        if (part.file.truncated) refusal ??= refused('file_too_large')
        if (refusal === null) files.push({ bytes })
      } else {
        const { fieldname, value } = part
        const isWhole = typeof value === 'string' && !part.valueTruncated && !part.fieldnameTruncated
        if (!isWhole || fields.has(fieldname) || !isKeepable(value) || !isKeepable(fieldname)) {
          refusal ??= malformed(fieldname)
          // a form writes each line break as two characters, whatever was typed
        } else fields.set(fieldname, value.replaceAll('\r\n', '\n'))
      }
    }
  } catch (error) {
    return refusal ?? refused(reasonOfForm(error))
  }
  return refusal ?? bodyOf(fields, files)
}

type Refusal = Outcome<never> & { readonly ok: false }

function malformed(field: string): Refusal {
  return refused('request_malformed', { field: shownField(field) })
}

async function received(stream: AsyncIterable<Buffer>, isKept: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (isKept) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function bodyOf(fields: ReadonlyMap<string, string>, files: readonly SentFile[]): SentBody {
  const sorted = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1))
  // another image is another request
  const text = JSON.stringify([sorted, files.map(({ bytes }) => hash('sha256', bytes, 'hex'))])
  return { ok: true, value: Object.fromEntries(sorted), text, files }
}

function reasonOfForm(error: unknown): Reason {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : ''
  return code === 'FST_FILES_LIMIT' ? 'files_too_many' : 'request_malformed'
}
