import { type TradeEvidence } from '@truemark/core/option/command'
import { tradeReachMs } from '@truemark/core/option/rebuild'
import type { SourceRest, TradeAnswer } from './feeds/rest.ts'
import { type SourceId, sourceIds } from './feeds/source.ts'

/** A past public trade in USDT, `price` at 10⁻¹². */
export interface PastTrade {
  readonly id: string
  readonly time: number
  readonly price: bigint
}

/** The trade that tells the price at a moment: the last one until then, else the first after it. */
export function tradeAt(trades: readonly PastTrade[], moment: number): PastTrade | undefined {
  return trades.findLast(({ time }) => time <= moment) ?? trades[0]
}

/** A source's public trades around a moment, oldest first; none where it has no USDT market or does not answer. */
export async function fetchPastTrades(
  rest: Pick<SourceRest, 'fetchTrades'>,
  source: string,
  code: string,
  moment: number,
): Promise<PastTrade[]> {
  const id = sourceIds.find((one): one is SourceId => one === source)
  if (id === undefined) return []
  const answer: TradeAnswer = await rest.fetchTrades(id, code, moment, tradeReachMs)
  // what a dollar was worth in USDT then is not known any more
  return answer.ok && answer.quote === 'USDT' ? answer.rows : []
}

/** One trade of each source that has any around a moment: the evidence of a price that was not sampled. */
export async function evidenceAt(
  sources: readonly string[],
  moment: number,
  fetch: (source: string) => Promise<readonly PastTrade[]>,
): Promise<TradeEvidence[]> {
  const found = await Promise.all(
    sources.map(async (source) => {
      const trade = tradeAt(await fetch(source), moment)
      return trade === undefined ? [] : [{ source, trade: trade.id, time: trade.time, price: trade.price }]
    }),
  )
  return found.flat()
}
