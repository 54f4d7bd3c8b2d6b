import type { IncomingMessage } from 'node:http'
import { codeOf } from '@truemark/protocol/errors'
import { type SocketCall, callsUnderWayMax, closeCode } from '@truemark/protocol/stream'
import type { SocketCalls, SocketPeer } from '../http/socketCalls.ts'
import type { Client, SocketCaller } from './client.ts'

/** Takes a call that came over a socket, and comes to pass once it is answered. */
export type CallTaker = (call: SocketCall) => Promise<void>

/** Lets a program in by its signature, or says with which answer it is sent away. */
export async function enterSigned(
  calls: SocketCalls,
  request: IncomingMessage,
  ip: string,
): Promise<SocketCaller | { readonly status: number; readonly text: string }> {
  const entered = await calls.enter(request, ip)
  if (!('caller' in entered)) return entered
  const { sessionId, holder, realm } = entered.caller
  return { sessionId, holder, realm, isProgram: true, until: entered.expiresAt }
}

/** Whether the key that opened a socket has come to its end. */
export function isOver({ caller }: Client, now: number): boolean {
  const until = caller?.until ?? null
  return until !== null && until <= now
}

/**
 * Answers a call. What is refused before anything is looked at costs the socket's own allowance: who goes on after the
 * API's is used up is sent away.
 */
export async function answerOver(
  client: Client,
  call: SocketCall,
  calls: SocketCalls,
  peer: SocketPeer,
): Promise<void> {
  if (client.callsUnderWay >= callsUnderWayMax) {
    client.answer(JSON.stringify({ type: 'result', id: call.id, status: 503, ...busy }))
    return pay(client)
  }
  client.callsUnderWay += 1
  try {
    const { text, isPaid, isEnded } = await calls.answer(client.caller?.sessionId ?? null, call, peer)
    client.answer(text)
    if (isEnded) client.close(closeCode.sessionEnded, 'the session has ended')
    else if (!isPaid) pay(client)
  } finally {
    client.callsUnderWay -= 1
  }
}

const busy = { code: codeOf('server_busy'), data: { reason: 'server_busy', params: {} }, message: '' }

function pay(client: Client): void {
  if (!client.spend(performance.now())) client.close(closeCode.malformed, 'too many messages')
}
