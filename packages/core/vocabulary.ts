import { gathered } from './capabilities.ts'
import { holderId, struct, union, type Of } from './codec/codec.ts'
import { keyTakenCodec, keyUsedCodec, sentKeyCodec } from './keyBytes.ts'
import type { HolderId } from './ledger/holders.ts'
import { tickCommands } from './market/market.ts'
import { spotOrderCommands } from './spot/command.ts'

/** Everything that can be asked of the exchange: what single capabilities decide, and what the dispatch runs itself. */
export const commands = {
  ...gathered('commands'),
  ...tickCommands,
  ...spotOrderCommands,
  /** Brings a demo holder back to its grant; all that it has open is ended before. */
  resetDemo: [12, struct({ holder: holderId })],
} as const
export const commandCodec = union(commands)
export type Command = Of<typeof commandCodec>

/** Every fact that the journal can hold; released events never change. */
export const events = {
  ...gathered('events'),
  keyUsed: [90, keyUsedCodec],
  keyTaken: [91, keyTakenCodec],
} as const
export const eventCodec = union(events)
export type Event = Of<typeof eventCodec>

/** A command with the idempotency key under which it was sent, if any. */
export const envelopeCodec = struct({ key: sentKeyCodec, command: commandCodec })
export type Envelope = Of<typeof envelopeCodec>

/** Among whose keys a command's key stands: the house's own where the command names no holder. */
export function keyHolderOf(command: Command): HolderId {
  return 'holder' in command ? command.holder : 0
}
