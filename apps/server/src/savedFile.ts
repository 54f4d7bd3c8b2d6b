import { readFileSync } from 'node:fs'

/** Prints a sentence of a command. */
export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

/** The text of a file that a reader saved; null, and a sentence, where none was named or it cannot be read. */
export function readSaved(path: string | undefined): string | null {
  try {
    if (path !== undefined) return readFileSync(path, 'utf8')
    say('Name the file to be checked.')
  } catch {
    say(`${path} cannot be read.`)
  }
  return null
}

const progressEvery = 3_000

/** Tells how far a command is, every few seconds and no more often. */
export function progressTo(out: NodeJS.WritableStream): (sentence: string) => void {
  let toldAt = performance.now()
  return (sentence) => {
    if (performance.now() - toldAt < progressEvery) return
    toldAt = performance.now()
    out.write(`${sentence}\n`)
  }
}
