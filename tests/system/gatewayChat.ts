import { streamType } from '@truemark/protocol/stream'
import { makeOperatorLink } from '../../apps/server/src/operator/door.ts'
import { readKeys } from '../../apps/server/src/platform/keys/keys.ts'
import { writtenKey } from '../../apps/server/src/platform/written/seal.ts'
import { sealWritten } from '../../apps/server/src/platform/written/sealedDatabase.ts'
import { appCode } from '../../apps/server/src/testing/people.ts'
import { call, textAt, valueAt } from '../client.ts'
import { type Installation, type Listening, type Server, listenAt, listenBy, toldOf } from './gatewayServers.ts'

/** Servers tell each other twice a second who has a socket open where; until then nothing is told there. */
const toldWithin = 1_500

/** Makes somebody of customer service, by a link; gives their token at the core. */
export async function makeSupporter({ test, keysFolder }: Installation, core: Server): Promise<string> {
  const { tokens } = await readKeys({ database: test.database, folder: keysFolder })
  const sealed = sealWritten(test.database, writtenKey(tokens.newest))
  const path = await makeOperatorLink(sealed, 'support', 'for a chat')
  const token = path.slice(path.lastIndexOf('/') + 1)
  const opened = await call(core.address, '/desk/links/open', { method: 'POST', body: { token } })
  const totp = appCode(textAt(opened.data, 'totp_secret'))
  const body = { token, name: 'Ann', password: 'Seven-quiet-rivers', totp }
  const { code, message, data } = await call(core.address, '/desk/links/complete', { method: 'POST', body })
  if (code !== 200) throw new Error(`no operator was made: ${code} ${message}`)
  return textAt(data, 'token')
}

/** What a socket heard of a chat. */
export interface ChatEars {
  /** The number of each line, and what it says that nobody wrote. */
  lines(): string[]
  kinds(): string[]
  /** Up to which line its person has read, as was told last. */
  read(): unknown
}

/** Opens the sockets of a person at two gateways, and that of an operator at the core. */
export async function openChat(of: {
  readonly one: Server
  readonly other: Server
  readonly core: Server
  readonly token: string
  readonly operator: string
}): Promise<[here: ChatEars, there: ChatEars, desk: ChatEars]> {
  const { one, other, core, token, operator } = of
  const { data } = await call(core.address, '/desk/support/socket', { token: operator })
  const opened = await Promise.all([
    listenAt(one, token),
    listenAt(other, token),
    listenBy(core.address, textAt(data, 'token')),
  ])
  await new Promise((resolve) => setTimeout(resolve, toldWithin))
  const [here, there, desk] = opened
  return [earsOf(here), earsOf(there), earsOf(desk)]
}

function earsOf(listening: Listening): ChatEars {
  const told = (): unknown[] => toldOf(listening, streamType.chat)
  return {
    lines: () =>
      told()
        .filter((change) => textAt(change, 'kind') === 'message')
        .map((change) => `${String(valueAt(change, 'message', 'seq'))} ${textAt(change, 'message', 'event')}`),
    kinds: () => told().map((change) => textAt(change, 'kind')),
    read: () => valueAt(told().at(-1), 'state', 'user', 'read'),
  }
}
