import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { useState } from 'react'
import { pendingSends, settleSend, type PendingSend } from '@truemark/client/idempotency'
import { session, userOf } from './session.ts'
import { serverNow } from '@truemark/ui/device/serverTime'
import { localStore } from '@truemark/ui/device/store'

/** A money-moving request of the signed-in account whose answer was lost, and what can be done about it. */
export interface LostSend {
  readonly madeAt: number
  /** The body as it was sent. */
  readonly body: unknown
  /** Gives the request up: its key is forgotten. */
  readonly forget: () => void
}

/**
 * The requests of a route, of the signed-in account, that were sent before this page was opened or whose answers were
 * lost since; `look` reads them anew.
 */
export function useLostSends(route: RouteDefinition): {
  readonly sends: readonly LostSend[]
  readonly look: () => void
} {
  const [, setTurn] = useState(0)
  const look = () => setTurn((turn) => turn + 1)
  return { sends: lostSends(route, look), look }
}

function lostSends(route: RouteDefinition, changed: () => void): LostSend[] {
  const state = session.getState()
  const owner = `${state.mode}:${userOf(state)?.uid ?? 'guest'}`
  const name = `${route.method} ${route.path}`
  const mine = (send: PendingSend) => send.owner === owner && send.route === name
  return pendingSends(localStore, serverNow())
    .filter(mine)
    .map((send) => ({
      madeAt: send.madeAt,
      body: JSON.parse(send.body),
      forget() {
        settleSend(localStore, send.key, serverNow())
        changed()
      },
    }))
}
