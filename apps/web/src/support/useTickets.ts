import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ticketRead, tickets } from '@truemark/protocol/routes/support'
import { useEffect } from 'react'
import { call } from '../data/api.ts'
import { listenToChat } from '../data/chat.ts'
import { useSession, userOf } from '../data/session.ts'
import { usePages } from '../data/usePages.ts'

export const ticketsKey = ['tickets'] as const

/** The caller's tickets, page by page, newest first; read anew when one of them changes. */
export function useTickets() {
  const uid = useSession((state) => userOf(state)?.uid ?? '')
  useTicketNews()
  return usePages([...ticketsKey, 'list', uid], (page) => call(tickets, { query: page }))
}

/** One ticket with its answers. */
export function useTicket(id: string) {
  useTicketNews()
  return useQuery({ queryKey: [...ticketsKey, id], queryFn: () => call(ticketRead, { params: { id } }) })
}

function useTicketNews() {
  const queries = useQueryClient()
  useEffect(() => {
    const look = () => void queries.invalidateQueries({ queryKey: ticketsKey })
    return listenToChat({ changed: (change) => change.kind === 'ticket' && look(), resync: look })
  }, [queries])
}
