import { hash, randomBytes } from 'node:crypto'
import { encode } from '@truemark/core/codec/codec'
import type { Key } from '@truemark/core/keyBytes'
import { envelopeCodec } from '@truemark/core/vocabulary'
import type { Exchange } from './exchangeClient.ts'

/** The route under which the engine knows the keys that a gateway gives. */
const route = 'GATEWAY'
const idBytes = 16
const timeBytes = 6

/** Gives each command that bears no key one of its own: sent twice, it is done once. */
export function keyEach(exchange: Exchange, wall: () => number = Date.now): Exchange {
  return {
    ...exchange,
    command: (source, command, key = null) => {
      const body = encode(envelopeCodec, { key: null, command })
      const own = (): Key => ({ route, id: newId(wall()), digest: hash('sha256', body, 'hex') })
      return exchange.command(source, command, key ?? own())
    },
  }
}

/** A UUIDv7 as 32 hex digits. */
function newId(now: number): string {
  const id = randomBytes(idBytes)
  id.writeUIntBE(now, 0, timeBytes)
  id.writeUInt8(0x70 | (id.readUInt8(6) & 0x0f), 6)
  id.writeUInt8(0x80 | (id.readUInt8(8) & 0x3f), 8)
  return id.toString('hex')
}
