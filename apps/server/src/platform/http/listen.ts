import type { Server } from 'node:http'
import { type Server as NetServer, createServer } from 'node:net'
import { StartRefusal, errorCode } from '../startRefusal.ts'

/** Why a server could not take its address, as a sentence. `setting` names what to change. */
function listenRefusal(error: unknown, host: string, port: number, setting: string): StartRefusal {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new StartRefusal(`Port ${port} is taken by another program; stop it, or set ${setting} to another port.`)
  }
  if (code === 'EACCES')
    return new StartRefusal(`This user may not listen on port ${port}; set ${setting} to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartRefusal(`${host} is no address of this machine.`)
  return new StartRefusal(`The server can't listen on ${host}:${port} (${code}).`)
}

/** Throws the refusal of `listenRefusal` where the address can't be had now: known before anything is started. */
export async function assertFree(host: string, port: number, setting: string): Promise<void> {
  const probe = createServer()
  try {
    await listenOn(probe, host, port, setting)
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** Makes `server` listen. Throws a StartRefusal with one sentence. */
export function listenOn(server: NetServer, host: string, port: number, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(listenRefusal(error, host, port, setting))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

/** The port that a listening server really has. */
export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
