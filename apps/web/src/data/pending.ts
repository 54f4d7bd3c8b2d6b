import { isLost, onPendingSends, pendingSends, settleSend, type PendingSend } from '@truemark/client/idempotency'
import { apiPrefix } from '@truemark/protocol/routes/route'
import { serverNow } from '@truemark/ui/device/serverTime'
import { localStore } from '@truemark/ui/device/store'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { refreshAccount } from './account.ts'
import { call } from './api.ts'
import { useSession, userOf } from './session.ts'

/** A request of the signed-in account that moves money, and whose answer was lost. */
export interface LostSend {
  readonly key: string
  readonly madeAt: number
  readonly method: PendingSend['route']
  /** Where it goes, below the API's prefix: /account/transfers. */
  readonly target: string
  /** What stands in its body, by name; nothing where that cannot be read. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Whether what is kept of it is all that was sent: without a code, a password or a picture. */
  readonly whole: boolean
  /** Sends the same bytes under the same key. Gives whether it was sent: not where its answer has come meanwhile. */
  readonly again: () => Promise<boolean>
  /** Gives it up: its key is forgotten. */
  readonly forget: () => void
}

/** The signed-in account's requests whose answers were lost in any window of this browser, the oldest first. */
export function useLostSends(): readonly LostSend[] {
  const owner = useSession((state) => `${state.mode}:${userOf(state)?.uid ?? 'guest'}`)
  const [, setTurn] = useState(0)
  useEffect(() => onPendingSends(() => setTurn((turn) => turn + 1)), [])
  const now = serverNow()
  return pendingSends(localStore, now).flatMap((send) => {
    const lost = send.owner === owner && isLost(send, now) ? readLost(send) : null
    return lost === null ? [] : [lost]
  })
}

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

function readLost(send: PendingSend): LostSend | null {
  const [named, path = ''] = send.route.split(' ')
  const method = methods.find((each) => each === named)
  const target = path.slice(apiPrefix.length)
  // a message is no money, and stands in its conversation
  if (method === undefined || target.startsWith('/support/')) return null
  const { key, madeAt } = send
  const body = bodyOf(send.body)
  const whole = !(method === 'POST' && target.startsWith('/wallet/'))
  const route = {
    method,
    path,
    access: 'user',
    answer: z.unknown(),
    errors: [],
    idempotent: true,
    summary: '',
  } as const
  return {
    key,
    madeAt,
    method,
    target,
    fields: typeof body === 'object' && body !== null ? { ...body } : {},
    whole,
    async again() {
      if (!pendingSends(localStore, serverNow()).some((each) => each.key === key)) return false
      await call({ ...route, body: z.unknown() }, { body, again: key })
      void refreshAccount()
      return true
    },
    forget: () => settleSend(localStore, key, serverNow()),
  }
}

function bodyOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
