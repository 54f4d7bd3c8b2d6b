import { useQuery, useQueryClient } from '@tanstack/react-query'
import { priceAlerts } from '@truemark/protocol/routes/notification'
import { useEffect } from 'react'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { useArrivedNotifications } from '../data/notifications.ts'

export const alertsKey = ['priceAlerts'] as const

/** The reader's price alerts, of one symbol or of all, newest first; one that fires leaves by itself. */
export function useAlerts(symbol: string | null) {
  const queries = useQueryClient()
  const fired = useArrivedNotifications().find(({ category }) => category === 'alerts')
  useEffect(() => {
    if (fired !== undefined) void queries.invalidateQueries({ queryKey: alertsKey })
  }, [fired, queries])
  return useQuery({
    queryKey: [...alertsKey, symbol],
    queryFn: () => everyPage((query) => call(priceAlerts, { query: symbol === null ? query : { ...query, symbol } })),
  })
}
