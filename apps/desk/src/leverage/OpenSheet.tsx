import { deskDerivativeOpen } from '@truemark/protocol/routes/deskDerivative'
import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { parseDecimal } from '@truemark/core/money/decimal'
import { formatFigure } from '@truemark/ui/figures/format'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet, type WrittenChange } from '../deed/door.ts'
import { OpeningChoice } from '../markets/door.ts'
import { bracketDrafts } from './brackets.ts'
import { LeverageFields, useWrittenTerm } from './LeverageFields.tsx'
import { useLeverageNames } from './leverageNames.ts'
import { openingBody, openingLike, withSize, type Model, type OpeningDraft } from './opening.ts'
import { faultsOf, termNames } from './terms.ts'

export interface OpenSheetProps {
  /** The markets without terms of contracts and perpetuals, and those that have them. */
  without: readonly DeskSymbol[]
  models: readonly Model[]
  onClose: () => void
}

const sizeDecimals = 12

/** Gives a market its first terms of contracts and perpetuals, like another's; both are switched on later, with its other terms. */
export function OpenSheet({ without, models, onClose }: OpenSheetProps) {
  const t = useTranslations('desk')
  const [market, setMarket] = useState<DeskSymbol | null>(null)
  const [model, setModel] = useState<Model | undefined>(models.at(-1))
  const [draft, setDraft] = useState<OpeningDraft | null>(null)
  const sized = draft !== null && (parseDecimal(draft.size, sizeDecimals) ?? 0n) > 0n
  const choose = (chosen: { readonly market: string; readonly model: string }) => {
    const nextMarket = without.find(({ symbol }) => symbol === chosen.market) ?? null
    const nextModel = models.find(({ terms }) => terms.symbol === chosen.model)
    setMarket(nextMarket)
    setModel(nextModel)
    setDraft(nextMarket === null || nextModel === undefined ? null : openingLike(nextModel, nextMarket))
  }
  const stands = draft !== null && sized && faultsOf(draft).size === 0
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('symbols.opening.leverage')}
      description={t('symbols.opening.explained')}
      changes={useReview(stands ? model : undefined, market, draft)}
      faulty={!stands}
      send={async (reason) => {
        if (market === null || model === undefined || draft === null) return
        await call(deskDerivativeOpen, { params: { symbol: market.symbol }, body: openingBody(model, draft, reason) })
      }}
      touches={['derivatives']}
      done={t('symbols.opening.done', { symbol: market?.symbol ?? '' })}
    >
      {(tried) => (
        <>
          <OpeningChoice
            markets={without.map(({ symbol }) => symbol)}
            models={models.map(({ terms }) => terms.symbol)}
            market={market?.symbol ?? ''}
            model={model?.terms.symbol ?? ''}
            tried={tried}
            onChoose={choose}
          />
          {draft !== null && market !== null && model !== undefined && (
            <>
              <DecimalInput
                label={t('leverage.contractSize')}
                hint={t('symbols.opening.sizeHint')}
                value={draft.size}
                decimals={sizeDecimals}
                unit={market.base}
                error={sized ? undefined : t('leverage.fault.figure')}
                readAs={(figure) => t('common.readAs', { figure })}
                onValueChange={(size) => setDraft(withSize(draft, model, market, size))}
              />
              <LeverageFields
                quote={market.quote}
                texts={draft.texts}
                onChange={(texts) => setDraft({ ...draft, texts })}
              />
            </>
          )}
        </>
      )}
    </ChangeSheet>
  )
}

/** Every value that the market would begin with, as whoever decides reads it; nothing before all of it can stand. */
function useReview(
  model: Model | undefined,
  market: DeskSymbol | null,
  draft: OpeningDraft | null,
): readonly WrittenChange[] {
  const t = useTranslations('desk.leverage')
  const names = useLeverageNames()
  const locale = useFigureLocale()
  const written = useWrittenTerm()
  if (model === undefined || market === null || draft === null) return []
  const figure = (text: string) => formatFigure(text, locale, { decimalsMin: 0 })
  const rows: [string, string][] = [
    [t('contractSize'), `${figure(draft.size)} ${market.base}`],
    [t('multiples'), model.terms.multiples.map((one) => `${one}×`).join(', ')],
    ...bracketDrafts(model.terms).map(({ floor, rate, multiple }, at): [string, string] => [
      t('bracket', { number: String(at + 1) }),
      `${figure(floor)} · ${figure(rate)} % · ${figure(multiple)}×`,
    ]),
    ...termNames.map((name): [string, string] => [names[name], written(name, draft.texts[name])]),
  ]
  return rows.map(([name, to]) => ({ name, from: '–', to }))
}
