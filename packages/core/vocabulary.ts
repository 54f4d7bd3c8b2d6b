import type { HolderId } from './ledger/holders.ts'
import { accountCommands, accountEvents } from './account/account.ts'
import { struct, union, type Of } from './codec/codec.ts'
import { convertCommands, convertEvents } from './convert/convert.ts'
import { contractCommands } from './contract/command.ts'
import { derivativeCommands } from './derivative/command.ts'
import { derivativeEvents } from './derivative/event.ts'
import { fundingEvents } from './funding/event.ts'
import { keyTakenCodec, keyUsedCodec, sentKeyCodec } from './keyBytes.ts'
import { liquidationEvents } from './liquidation/event.ts'
import { marketCommands, marketEvents } from './market/market.ts'
import { optionCommands } from './option/command.ts'
import { optionEvents } from './option/event.ts'
import { perpetualCommands } from './perpetual/command.ts'
import { restraintCommands, restraintEvents } from './restraint/restraint.ts'
import { spotCommands } from './spot/command.ts'
import { spotEvents } from './spot/event.ts'
import { suspensionCommands, suspensionEvents } from './suspension/words.ts'
import { walletCommands } from './wallet/command.ts'
import { walletEvents } from './wallet/event.ts'
import { wealthCommands, wealthEvents } from './wealthParts.ts'

/** Everything that can be asked of the exchange. Tags are for ever. */
export const commandCodec = union({
  ...marketCommands,
  ...accountCommands,
  ...spotCommands,
  ...convertCommands,
  ...derivativeCommands,
  ...contractCommands,
  ...perpetualCommands,
  ...optionCommands,
  ...walletCommands,
  ...wealthCommands,
  ...restraintCommands,
  ...suspensionCommands,
})
export type Command = Of<typeof commandCodec>

/** Every fact that the journal can hold. Tags are for ever; released events never change. */
export const eventCodec = union({
  ...marketEvents,
  ...accountEvents,
  ...spotEvents,
  ...convertEvents,
  ...derivativeEvents,
  ...fundingEvents,
  ...liquidationEvents,
  ...optionEvents,
  ...walletEvents,
  ...wealthEvents,
  ...restraintEvents,
  ...suspensionEvents,
  keyUsed: [90, keyUsedCodec],
  keyTaken: [91, keyTakenCodec],
})
export type Event = Of<typeof eventCodec>

/** A command with the idempotency key under which it was sent, if any. */
export const envelopeCodec = struct({ key: sentKeyCodec, command: commandCodec })
export type Envelope = Of<typeof envelopeCodec>

/** Among whose keys a command's key stands: the house's own where the command names no holder. */
export function keyHolderOf(command: Command): HolderId {
  return 'holder' in command ? command.holder : 0
}
