import type { Server } from 'node:http'
import { StartRefusal, errorCode } from '../startRefusal.ts'

/** Why a server could not take its address, as a sentence. `setting` names what to change. */
export function listenRefusal(error: unknown, host: string, port: number, setting: string): StartRefusal {
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

/** The port that a listening server really has. */
export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
