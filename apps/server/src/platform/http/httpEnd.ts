import type { Server } from 'node:http'
import { startRounds } from '../rounds.ts'

const lookEveryMs = 10

/**
 * Notes which calls are under way; what it gives ends the server of HTTP: nothing more is taken, and what is under way is
 * answered. Connections on which nobody asks are not waited for, nor sockets, which are ended by who has them.
 */
export function httpEnd(app: { close(): Promise<unknown> }, server: Server): () => Promise<void> {
  let underWay = 0
  server.on('request', (_request, response) => {
    underWay += 1
    response.once('close', () => (underWay -= 1))
  })
  return async () => {
    const whole = app.close()
    let stop: () => Promise<void> = async () => undefined
    const answered = new Promise<void>((resolve) => {
      const look = (): void => {
        server.closeIdleConnections()
        if (!server.listening && underWay === 0) resolve()
      }
      stop = startRounds(look, { everyMs: lookEveryMs, first: 'now', onError: () => undefined })
    })
    await Promise.race([whole, answered])
    await stop()
  }
}
