import { client as clientLimits } from '@truemark/protocol/client'
import { type Channel, type ClientMessage, channelsMax, clientMessage, parseChannel } from '@truemark/protocol/stream'
import type { Realm } from '@truemark/protocol/values'
import type { RawData } from 'ws'
import * as z from 'zod/mini'
import { readJson } from '../http/json.ts'
import type { Client } from './client.ts'

export const realmMark = '@'
/** The realm whose books a guest sees: a fresh install trades there alone. */
const guestRealm: Realm = 'demo'

/** What a channel is called inside: a book is that of the client's realm. */
export function innerName(client: Client, channel: Channel, name: string): string {
  const isBook = channel.kind !== 'kline' && channel.kind !== 'day'
  return isBook ? `${name}${realmMark}${client.caller?.realm ?? guestRealm}` : name
}

/** Whether a client may follow one channel more. */
export function hasRoom(client: Client, channel: Channel): boolean {
  if (client.followed.size >= channelsMax) return false
  const symbols = new Set([...client.followed].map((name) => parseChannel(name)?.symbol))
  return symbols.has(channel.symbol) || symbols.size < clientLimits.symbolsMax
}

/** The text of a frame as `ws` hands it over. */
export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString()
}

/** A message of the protocol out of a frame; null where it is none. */
export function readMessage(data: RawData): ClientMessage | null {
  const { ok, value } = readJson(textOf(data))
  const parsed = ok ? z.safeParse(clientMessage, value) : null
  return parsed?.success === true ? parsed.data : null
}
