import { deskOptionOpen, type DeskOption } from '@truemark/protocol/routes/deskOption'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet, type WrittenChange } from '../deed/door.ts'
import { OpeningChoice } from '../markets/door.ts'
import { ModeFields } from './ModeFields.tsx'
import { AmountFields, useAmountNames, useWrittenMode } from './OptionSheet.tsx'
import { amountNames, draftOf, faultsOf, openingBody, type Draft } from './terms.ts'

export interface OpenSheetProps {
  /** The markets without terms of options, by their symbols, and the terms of the others. */
  without: readonly string[]
  models: readonly DeskOption[]
  onClose: () => void
}

/** Gives a market its first terms of options, like another's; they are switched on later, with its other terms. */
export function OpenSheet({ without, models, onClose }: OpenSheetProps) {
  const t = useTranslations('desk')
  const [market, setMarket] = useState('')
  const [model, setModel] = useState(models.at(-1))
  const [draft, setDraft] = useState<Draft | null>(model === undefined ? null : draftOf(model))
  const faults = draft === null ? null : faultsOf(draft)
  const stands = market !== '' && faults?.size === 0
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('symbols.opening.options')}
      description={t('symbols.opening.explained')}
      changes={useReview(stands ? draft : null)}
      faulty={!stands}
      send={async (reason) => {
        if (draft !== null) await call(deskOptionOpen, { params: { symbol: market }, body: openingBody(draft, reason) })
      }}
      touches={['options']}
      done={t('symbols.opening.done', { symbol: market })}
    >
      {(tried) => (
        <>
          <OpeningChoice
            markets={without}
            models={models.map(({ symbol }) => symbol)}
            market={market}
            model={model?.symbol ?? ''}
            tried={tried}
            onChoose={(chosen) => {
              setMarket(chosen.market)
              if (chosen.model === model?.symbol) return
              const like = models.find(({ symbol }) => symbol === chosen.model)
              setModel(like)
              if (like !== undefined) setDraft(draftOf(like))
            }}
          />
          {draft !== null && faults !== null && (
            <>
              <ModeFields
                modes={draft.modes}
                faults={faults}
                tried={tried}
                onChange={(modes) => setDraft({ ...draft, modes })}
              />
              <AmountFields draft={draft} onChange={setDraft} />
            </>
          )}
        </>
      )}
    </ChangeSheet>
  )
}

/** Every value that the market would begin with, as whoever decides reads it. */
function useReview(draft: Draft | null): readonly WrittenChange[] {
  const t = useTranslations('desk.options')
  const names = useAmountNames()
  const locale = useFigureLocale()
  const mode = useWrittenMode()
  if (draft === null) return []
  return [
    { name: t('modes'), from: '–', to: draft.modes.map(mode).join(' · ') },
    ...amountNames.map((name) => ({
      name: names[name],
      from: '–',
      to: formatFigure(draft.amounts[name], locale, { decimalsMin: 0 }),
    })),
  ]
}
