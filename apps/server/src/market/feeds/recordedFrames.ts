import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readFields, readInteger, readJson } from './reading.ts'
import type { Listing, Feed, FeedStep, QuoteCurrency, SourceId } from './source.ts'

// Frames that venues really sent, kept beside the repository; tests skip where they are absent.
const wireFolder = fileURLToPath(new URL('../../../../../../shared/data/wire/', import.meta.url))

/** True where the recorded frames are there; tests that need them skip otherwise. */
export const hasRecordings = existsSync(wireFolder)

export interface RecordedFrame {
  frame: unknown
  received: number
}

/** The frames of a recording, numbers as their text. */
export function readRecording(name: string): RecordedFrame[] {
  const lines = readFileSync(`${wireFolder}${name}`, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const fields = readFields(readJson(line))
    return { frame: fields?.['frame'], received: readInteger(fields?.['recv_ms']) ?? 0 }
  })
}

/** A recorded REST answer. */
export function readRecordedBody(name: string): { body: unknown; received: number } {
  const fields = readFields(readJson(readFileSync(`${wireFolder}${name}`, 'utf8')))
  return { body: fields?.['body'], received: readInteger(fields?.['recv_ms']) ?? 0 }
}

/** A recorded file's text as it is. */
export function readRecordedText(name: string): string {
  return readFileSync(`${wireFolder}${name}`, 'utf8')
}

/** A listing for a recorded product. */
export function recordedListing(source: SourceId, symbol: string, code: string, quote: QuoteCurrency): Listing {
  return { source, symbol, quote, code, restCode: code }
}

/** Feeds frames in order and gathers what comes of them. */
export function feedAll(feed: Feed, frames: readonly RecordedFrame[]): FeedStep {
  const all: FeedStep = { events: [], commands: [] }
  for (const { frame, received } of frames) {
    const step = feed.feedFrame(frame, received)
    all.events.push(...step.events)
    all.commands.push(...step.commands)
  }
  return all
}
