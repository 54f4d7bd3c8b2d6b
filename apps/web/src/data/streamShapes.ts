import { serverMessage, serverReply, type ServerMessage, type ServerReply } from '@truemark/protocol/stream'

/** Reads what streams in; null where it has not the shape. */
export function readMessage(message: unknown): ServerMessage | null {
  return serverMessage.safeParse(message).data ?? null
}

/** Reads what answers a message of our own; null where it has not the shape. */
export function readReply(message: unknown): ServerReply | null {
  return serverReply.safeParse(message).data ?? null
}
