import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Reason } from '@truemark/protocol/errors'
import { Gate } from '../gate.ts'
import { boundedImage } from './imageHeader.ts'
import { imageKindOf } from './imageKind.ts'
import { tooManyPixels } from './imageLimits.ts'

/** Limits of images: how many at once, how many waiting, the time and what comes out of each. */
const runningMax = 2
const waitingMax = 32
/** Of guests, who cost nothing to be: the other place is always free of them. */
const guestsRunningMax = 1
const guestsWaitingMax = 16
const timeMaxMs = 15_000
const outputBytesMax = 16 * 1024 ** 2
/** The longer edge of what is kept, in pixels: small print of a document can still be read. */
const edgeMaxUsual = 2_600

export type ReadImage = { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly reason: Reason }

/** Who sends an image. Each has their turn, and of guests one at a time. */
export interface ImageSender {
  readonly userId: number
  readonly guest: boolean
}

/** Reads images that strangers send. */
export interface ImageReader {
  /**
   * The image's pixels as a new JPEG, without anything else that its file held; or why there is none.
   * @param edgeMax what its longer edge is shrunk to, in pixels
   */
  read(bytes: Uint8Array, sender: ImageSender, edgeMax?: number): Promise<ReadImage>
}

/**
 * Reads images in processes of their own, one each: what crashes a decoder, or fills its memory or its time, ends there.
 * @param program the built program of `imageWorker.ts`
 */
export function createImageReader(program: URL): ImageReader {
  const gate = new Gate(runningMax, waitingMax)
  const guests = new Gate(guestsRunningMax, guestsWaitingMax)
  const inTurn = <T>({ userId, guest }: ImageSender, work: () => Promise<T>): Promise<T> => {
    const lane = [guest ? 'guest' : 'person', String(userId)]
    const among = (): Promise<T> => gate.run(lane, work)
    return guest ? guests.run(lane, among) : among()
  }
  return {
    read: async (bytes, sender, edgeMax = edgeMaxUsual) => {
      const kind = await imageKindOf(bytes)
      if (kind !== 'svg' && kind !== 'png' && kind !== 'gif' && kind !== 'jpg') return { ok: false, reason: kind }
      const bounded = boundedImage(kind, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      if (typeof bounded === 'string') return { ok: false, reason: bounded }
      const pixels = await inTurn(sender, () => rewrite(program, bounded, edgeMax))
      return typeof pixels === 'string' ? { ok: false, reason: pixels } : { ok: true, bytes: pixels }
    },
  }
}

function rewrite(program: URL, bytes: Uint8Array, edgeMax: number): Promise<Buffer | Reason> {
  return new Promise((resolve) => {
    // no environment: it bears the secrets of the server
    const child = spawn(process.execPath, ['--max-old-space-size=128', fileURLToPath(program), String(edgeMax)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const chunks: Buffer[] = []
    let length = 0
    const timer = setTimeout(() => child.kill('SIGKILL'), timeMaxMs)
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > outputBytesMax) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    const end = (result: Buffer | Reason): void => {
      clearTimeout(timer)
      resolve(result)
    }
    child.on('error', () => end('file_unreadable'))
    child.on('close', (code) => {
      if (code === tooManyPixels) return end('file_pixels_too_many')
      end(code === 0 && length > 0 ? Buffer.concat(chunks) : 'file_unreadable')
    })
    // the worker may be gone before it has read everything
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })
}
