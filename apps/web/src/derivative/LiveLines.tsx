import { formatDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { AmountLine, Line } from '../parts/Line.tsx'
import { liveFigures } from './liveFigures.ts'
import { priceText, tenthsOf, type LotTerms } from './lotTerms.ts'
import type { OpenPosition } from './openPosition.ts'
import { Signed } from './Signed.tsx'
import { useLotTerms, useMarks } from './useLots.ts'

/** The current price of what is open and the profit that is not realised yet, live; a dash each while there is no mark. */
export function LiveLines({ position }: { position: OpenPosition }) {
  const terms = useLotTerms()?.get(position.symbol)
  const mark = useMarks([position.symbol])(position.symbol)
  return terms === undefined ? null : <Lines position={position} terms={terms} mark={mark} />
}

function Lines({ position, terms, mark }: { position: OpenPosition; terms: LotTerms; mark: string | undefined }) {
  const t = useTranslations('trade')
  const tenths = tenthsOf(mark, terms)
  const live = tenths === null ? null : liveFigures(position, tenths, terms)
  return (
    <>
      <AmountLine
        label={t('currentPrice')}
        value={tenths === null ? undefined : priceText(tenths, terms)}
        unit={terms.quote}
        decimalsMin={terms.priceDecimals}
      />
      <Line label={t('unrealized')} strong>
        {live === null ? (
          <Amount value={undefined} unit={terms.quote} />
        ) : (
          <Signed value={formatDecimal(live.profit, terms.quoteScale)} unit={terms.quote} />
        )}
      </Line>
    </>
  )
}
