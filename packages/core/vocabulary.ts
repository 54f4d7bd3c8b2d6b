import { accountCommands, accountEvents } from './account/account.ts'
import { nullable, struct, union, type Of } from './codec/codec.ts'
import { convertCommands, convertEvents } from './convert/convert.ts'
import { keyCodec, keyUsedCodec } from './keys.ts'
import { marketCommands, marketEvents } from './market/market.ts'
import { spotCommands } from './spot/command.ts'
import { spotEvents } from './spot/event.ts'

/** Everything that can be asked of the exchange. Tags are for ever. */
export const commandCodec = union({ ...marketCommands, ...accountCommands, ...spotCommands, ...convertCommands })
export type Command = Of<typeof commandCodec>

/** Every fact that the journal can hold. Tags are for ever; released events never change. */
export const eventCodec = union({
  ...marketEvents,
  ...accountEvents,
  ...spotEvents,
  ...convertEvents,
  keyUsed: [90, keyUsedCodec],
})
export type Event = Of<typeof eventCodec>

/** A command with the idempotency key under which it was sent, if any. */
export const envelopeCodec = struct({ key: nullable(keyCodec), command: commandCodec })
export type Envelope = Of<typeof envelopeCodec>
