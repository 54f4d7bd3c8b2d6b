import * as z from 'zod/mini'
import { appDataAnswer } from './routes/content.ts'
import { symbolView } from './routes/market.ts'

/** What anyone may know, which the page of a first screen bears so that the app need not ask for it. */
export const firstFigures = z.object({ app: appDataAnswer, markets: z.array(symbolView) })
export type FirstFigures = z.infer<typeof firstFigures>

const framed: ReadonlySet<string> = new Set(['/', '/home', '/market', '/market/trading', '/assetsInfo', '/login'])
const trade = /^\/market\/trade\/coins\/([0-9A-Z]{2,24})$/

/** Whether the page at a path bears the first frame of its screen; of a market's only where it is listed. */
export function hasFrame(path: string, isListed: (symbol: string) => boolean): boolean {
  const symbol = trade.exec(path)?.[1]
  return symbol === undefined ? framed.has(path) : isListed(symbol)
}
