import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type LocaleId, localeOf } from '@truemark/protocol/locale'
import type { FirstFigures } from '@truemark/protocol/firstFigures'

/** A page that is asked for of the thread. */
export interface FrameAsked {
  readonly id: number
  readonly path: string
  readonly locale: LocaleId
  readonly figures: FirstFigures
}

/** A page as it is sent, for each way that a browser unpacks. */
export interface FramedPage {
  readonly identity: Uint8Array
  readonly br: Uint8Array
  readonly gzip: Uint8Array
}

/** What the thread says of a page: null where its screen has no frame. */
export interface FrameDrawn {
  readonly id: number
  readonly page: FramedPage | null
}

/** A frame for those readers that `reader` names, at windows narrower than `below` (CSS pixels), where that is said. */
interface Frame {
  readonly reader: string
  readonly below: number | null
  readonly html: string
}

type Draw = (path: string, locale: LocaleId, figures: FirstFigures) => Promise<readonly Frame[] | null>

/** Where a page bears its frames; the build leaves the mark there. */
const place = '<!-- frames -->'
/** Above it packing takes longer than the line does. */
const brotliQuality = 5

/** The body of the thread: draws the first screens, as the built app does, and puts them into its page. */
export async function runFrameThread(): Promise<void> {
  const folder = folderOf(workerData)
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const draw = await drawingIn(folder)
  parentPort?.on('message', (asked: FrameAsked) => {
    void framed(page, draw, asked).then((drawn) => parentPort?.postMessage({ id: asked.id, page: drawn }))
  })
}

function folderOf(data: unknown): string {
  if (typeof data !== 'object' || data === null || !('folder' in data)) throw new Error('no folder was named')
  return String(data.folder)
}

async function drawingIn(folder: string): Promise<Draw> {
  const program: unknown = await import(pathToFileURL(join(folder, 'frame/frame.js')).href)
  if (typeof program !== 'object' || program === null || !('drawFrames' in program) || !isDraw(program.drawFrames)) {
    throw new Error('the built app draws no frames')
  }
  return program.drawFrames
}

function isDraw(value: unknown): value is Draw {
  return typeof value === 'function'
}

async function framed(page: string, draw: Draw, { path, locale, figures }: FrameAsked): Promise<FramedPage | null> {
  const frames = await draw(path, locale, figures)
  if (frames === null) return null
  const text = page
    .replace('<html lang="en"', `<html lang="${localeOf(locale).tag}"`)
    .replace(place, () => [...frames.map(templateOf), dataOf(figures), scriptOf(locale)].join('\n'))
  const identity = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  return { identity, br: await promisify(brotliCompress)(identity, { params }), gzip: await promisify(gzip)(identity) }
}

// The page's policy takes no style that stands inline, and a frame stands still.
function templateOf({ reader, below, html }: Frame): string {
  const narrow = below === null ? '' : ` data-below="${below}"`
  return `<template data-reader="${reader}"${narrow}>${html.replaceAll(/ style="[^"]*"/g, '')}</template>`
}

// Data, which no browser runs: only a "<" could end it.
function dataOf(figures: FirstFigures): string {
  return `<script type="application/json" id="first-figures">${JSON.stringify(figures).replaceAll('<', '\\u003c')}</script>`
}

function scriptOf(locale: LocaleId): string {
  return `<script src="/frame.js" data-locale="${locale}"></script>`
}
