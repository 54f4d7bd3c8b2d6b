import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deskChats, deskTickets } from '@truemark/protocol/routes/deskSupport'
import { useEffect } from 'react'
import { call } from '../data/http.ts'
import { listenToDesk, startLive } from '../data/live.ts'
import { useMay } from '../data/session.ts'

/** How long to gather changes before lists are read again, and how often they are read without any. */
const gatherMs = 400
const everyMs = 15_000

/** Keeps the desk's live connection for who may take chats, and the lists as new as it. The shell calls this once. */
export function useSupportLive(): void {
  const mayTake = useMay('desk_support_write')
  const queries = useQueryClient()
  useEffect(() => {
    if (!mayTake) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const look = () => {
      timer ??= setTimeout(() => {
        timer = null
        for (const key of ['chats', 'tickets', 'supportOperators']) void queries.invalidateQueries({ queryKey: [key] })
      }, gatherMs)
    }
    const silence = listenToDesk({ changed: (change) => change.kind !== 'typing' && look(), resync: look })
    const stop = startLive()
    return () => {
      silence()
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [mayTake, queries])
}

/** How many chats and tickets wait, for the menu; 0 for who may not see them. */
export function useWaiting(): { readonly chats: number; readonly tickets: number } {
  const enabled = useMay('desk_support')
  const chats = useQuery({
    queryKey: ['chats', 'count'],
    queryFn: async () => (await call(deskChats, { query: { queue: 'waiting', limit: '1' } })).waiting,
    enabled,
    refetchInterval: everyMs,
  })
  const tickets = useQuery({
    queryKey: ['tickets', 'count'],
    queryFn: async () => (await call(deskTickets, { query: { status: 'open', limit: '1' } })).open,
    enabled,
    refetchInterval: everyMs,
  })
  return { chats: chats.data ?? 0, tickets: tickets.data ?? 0 }
}
