import { routes } from '@truemark/protocol/routes/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { clientMessage } from '@truemark/protocol/stream'
import { setTimeout as pause } from 'node:timers/promises'
import { isOverSocket } from '../../apps/server/src/platform/http/socketCalls.ts'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import { type Dice, diceOf } from './dice.ts'
import { type Matter, hostileTexts, otherTypes, valueFor } from './fields.ts'
import { type Hearing, openSocket } from './listener.ts'

const messagesMax = 12
const listenMs = 300

/** What a frame holds: a message as it should be, one at its bounds, or none. */
function frameOf(seed: number, at: number, matter: Matter): string | Buffer {
  const dice = diceOf(seed, at)
  const mood = dice.pick(['valid', 'valid', 'edge', 'hostile'] as const)
  const drawn = valueFor(clientMessage, mood, dice, matter)
  const text = JSON.stringify(isCall(drawn) && dice.chance(80) ? callOf(drawn, dice, matter) : drawn) ?? ''
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

const called = Object.values(routes).filter(isOverSocket)

function isCall(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'call'
}

/** The call as one of a route that is called over sockets. */
function callOf(drawn: object, dice: Dice, { ids, found }: Matter): object {
  const route: RouteDefinition = dice.pick(called)
  const matter = { ids, found, path: route.path }
  const idOf = (): string => {
    const id = found.idFor(route.path, dice)
    return typeof id === 'string' ? id : dice.pick(ids)
  }
  const path = route.path.replaceAll(/\{[a-z_]+\}/g, (name) => (name === '{symbol}' ? 'BTCUSDT' : idOf()))
  const body = route.body === undefined ? undefined : valueFor(route.body, dice.pick(['valid', 'edge']), dice, matter)
  return { ...drawn, method: route.method, path, body, key: dice.chance(90) ? keyNow() : 'none' }
}

/** Opens a socket by a token ('' for a guest), sends it some frames, and gives what came back. */
export async function sendFrames(
  port: number,
  token: string,
  seed: number,
  at: number,
  matter: Matter,
): Promise<Hearing> {
  const { socket, hearing, closed } = await openSocket(port, token)
  for (let sent = 0; sent < messagesMax; sent += 1) socket.send(frameOf(seed, at * messagesMax + sent, matter), ignore)
  await Promise.race([pause(listenMs), closed])
  socket.close()
  await closed
  return hearing
}

// what was sent after the server closed the socket
function ignore(): void {}
