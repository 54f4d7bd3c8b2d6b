import { deskExposure, type Exposure } from '@truemark/protocol/routes/deskSettings'
import { call } from '../data/http.ts'
import { useWhole, type List } from '../data/lists.ts'

const refreshMs = 10_000

/** The house's position in each market and realm, looked at again every ten seconds. */
export function useExposure(): List<Exposure> {
  return useWhole(['exposure'], () => call(deskExposure, {}), { everyMs: refreshMs, csv: { list: deskExposure } })
}
