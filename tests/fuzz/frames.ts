import { clientMessage, closeCode, parseFrame, serverMessage, serverReply } from '@truemark/protocol/stream'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { diceOf } from './dice.ts'
import { type Matter, hostileTexts, otherTypes, valueFor } from './fields.ts'

/** What ends a socket that sent something odd: our own reasons, and those of the protocol itself. */
const closings: ReadonlySet<number> = new Set([...Object.values(closeCode), 1000, 1002, 1005, 1006, 1007])
const messagesMax = 12
const openMaxMs = 20_000

/** What a frame holds: a message as it should be, one at its bounds, or none. */
function frameOf(seed: number, at: number, matter: Matter): string | Buffer {
  const dice = diceOf(seed, at)
  const mood = dice.pick(['valid', 'valid', 'edge', 'hostile'] as const)
  const text = JSON.stringify(valueFor(clientMessage, mood, dice, matter)) ?? ''
  if (dice.chance(85)) return text
  const odd: readonly (string | Buffer)[] = [
    text.slice(0, -1),
    JSON.stringify(dice.pick(otherTypes)),
    dice.pick(hostileTexts),
    '['.repeat(8_000),
    'x'.repeat(20_000),
    Buffer.from([0xff, 0xfe, 0x00]),
  ]
  return dice.pick(odd)
}

/** Opens a socket as a page does, sends it some frames, and gives what was wrong with what came back. */
export function faultsOfSocket(port: number, seed: number, at: number, matter: Matter): Promise<string[]> {
  return new Promise((resolve) => {
    const faults: string[] = []
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin: `http://127.0.0.1:${port}` })
    const timer = setTimeout(() => socket.terminate(), openMaxMs)
    socket.on('open', () => {
      for (let sent = 0; sent < messagesMax; sent += 1) socket.send(frameOf(seed, at * messagesMax + sent, matter))
      setTimeout(() => socket.close(), 300)
    })
    socket.on('message', (data) => {
      const items = parseFrame(data instanceof Buffer ? data.toString() : '')
      if (items === null) faults.push('a frame that is none')
      for (const item of items ?? []) {
        const isKnown = z.safeParse(serverReply, item).success || z.safeParse(serverMessage, item).success
        if (!isKnown) faults.push(`no message of the protocol: ${JSON.stringify(item).slice(0, 200)}`)
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      clearTimeout(timer)
      if (!closings.has(code)) faults.push(`closed with ${code}`)
      resolve(faults)
    })
  })
}
