interface Opened {
  readonly name: string
  readonly close: () => void
}

const opened: Opened[] = []
let names = 0
let visits = 0

/** Notes that a sheet or dialog stands over the page, and how a step back closes it; gives what notes that it is gone. */
export function noteOpened(close: () => void): () => void {
  names += 1
  const own = { name: `sheet ${names}`, close }
  opened.push(own)
  return () => void opened.splice(opened.indexOf(own), 1)
}

/** Closes what stands on top, or has it say why it stays; false where nothing stands over the page. */
export function closeTop(): boolean {
  const top = opened.at(-1)
  top?.close()
  return top !== undefined
}

/** Notes that the reader has gone to another page of the app. */
export function notePageLeft(): void {
  visits += 1
}

/** The sheet, or the visit to a page, at which something is pressed now: once left, its name never comes again. */
export function attemptNow(): string {
  return opened.at(-1)?.name ?? `visit ${visits}`
}
