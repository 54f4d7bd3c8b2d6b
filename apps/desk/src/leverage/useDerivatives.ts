import {
  deskDerivatives,
  deskFunding,
  type DeskDerivative,
  type DeskFunding,
} from '@truemark/protocol/routes/deskDerivative'
import { call } from '../data/http.ts'
import { useWhole, type List } from '../data/lists.ts'

const termsMs = 10_000
const fundingMs = 30_000

/** The terms of contracts and perpetuals of each market. */
export function useDerivatives(): List<DeskDerivative> {
  return useWhole(['derivatives'], () => call(deskDerivatives, {}), {
    everyMs: termsMs,
    csv: { list: deskDerivatives },
  })
}

/** The rates of funding of each market and realm. */
export function useFunding(): List<DeskFunding> {
  return useWhole(['deskFunding'], () => call(deskFunding, {}), { everyMs: fundingMs, csv: { list: deskFunding } })
}
