import { useQuery } from '@tanstack/react-query'
import { client } from '@truemark/protocol/client'
import { appData, type AppDataAnswer } from '@truemark/protocol/routes/content'
import { call } from './http.ts'

/** The app's name, time zone and whether its prices are real, as every client is told them. */
export function useAppData(): AppDataAnswer | undefined {
  return useQuery({
    queryKey: ['app', 'open'],
    queryFn: () => call(appData, {}),
    staleTime: client.appDataCacheMs,
  }).data
}
