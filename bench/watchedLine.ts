import { type Socket, connect, createServer } from 'node:net'

/** Where a commit of the journal can be broken off: its insert, as the line between a server and its database carries it. */
export const moments = ['before the insert', 'the insert sent', 'its answer back', 'its answer told'] as const
export type Moment = (typeof moments)[number]

/** Stands in each message of the statement by which rows are appended: the name under which it was prepared. */
const insertMark = 'append\0'
/** How long (ms) an insert is held back whose sender was stopped in front of it. */
const heldMs = 4_000

/** A line between a server and its database, on which can be seen how far a commit is. */
export interface WatchedLine {
  readonly url: string
  /** Calls `act` once, at this moment of the next commit. */
  atNext(moment: Moment, act: () => void): void
  close(): void
}

/** Opens a line to the database of `url`. */
export async function openWatchedLine(url: string): Promise<WatchedLine> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let armed: { readonly moment: Moment; readonly act: () => void } | null = null
  const take = (...among: readonly Moment[]): (() => void) | null => {
    if (armed === null || !among.includes(armed.moment)) return null
    const { act } = armed
    armed = null
    return act
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    let answers = false
    const end = (): void => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    near.on('data', (bytes) => {
      const isInsert = armed !== null && bytes.includes(insertMark)
      const before = isInsert ? take('before the insert') : null
      if (before !== null) {
        before()
        // one that was stopped, and not ended, has it come late: by then another leads
        setTimeout(() => far.writable && far.write(bytes), heldMs).unref()
        return
      }
      far.write(bytes)
      if (isInsert) take('the insert sent')?.()
      answers ||= isInsert
    })
    far.on('data', (bytes) => {
      const back = answers ? take('its answer back') : null
      back?.()
      near.write(bytes)
      const told = answers ? take('its answer told') : null
      if (told !== null) setTimeout(told, Math.random() * 2)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  const through = new URL(url)
  through.port = String(address.port)
  // past the line there would be nothing to see
  through.searchParams.delete('host')
  return {
    url: through.href,
    atNext: (moment, act) => {
      armed = { moment, act }
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
