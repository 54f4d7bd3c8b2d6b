import { deskDerivativeChange, type DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { Switch } from '@truemark/ui/primitives/Switch'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet, type WrittenChange } from '../deed/door.ts'
import { LeverageFields, useWrittenTerm } from './LeverageFields.tsx'
import { useLeverageNames } from './leverageNames.ts'
import { bodyOf, changesOf, consequencesOf, draftOf, faultsOf, type Draft } from './terms.ts'

export interface LeverageSheetProps {
  terms: DeskDerivative
  open: boolean
  onClose: () => void
}

const products = ['contract', 'perpetual'] as const

/** Changes fees, caps, the house's ladder and the switches of contracts and perpetuals of a market. */
export function LeverageSheet({ terms, open, onClose }: LeverageSheetProps) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(() => draftOf(terms))
  const written = useWrittenChanges(terms, draft)
  const insurance = useInsuranceTexts(terms)
  return (
    <ChangeSheet
      open={open}
      onClose={onClose}
      title={t('leverage.termsOf', { symbol: `${terms.base}/${terms.quote}` })}
      description={t('leverage.sizeFixed', { size: `${terms.contract_size} ${terms.base}` })}
      changes={written}
      consequences={consequencesOf(terms, draft).map((name) => t(`leverage.consequence.${name}`, insurance))}
      faulty={faultsOf(draft).size > 0}
      send={(reason) =>
        call(deskDerivativeChange, { params: { symbol: terms.symbol }, body: bodyOf(terms, draft, reason) })
      }
      touches={['derivatives', 'house']}
    >
      {() => (
        <>
          <LeverageFields quote={terms.quote} texts={draft.texts} onChange={(texts) => setDraft({ ...draft, texts })} />
          <ProductSwitches draft={draft} onChange={setDraft} />
        </>
      )}
    </ChangeSheet>
  )
}

function useInsuranceTexts(terms: DeskDerivative) {
  const locale = useFigureLocale()
  const usdt = (text: string) => `${formatFigure(text, locale)} USDT`
  return {
    real: usdt(terms.insurance.real),
    demo: usdt(terms.insurance.demo),
    openReal: usdt(terms.open_interest.real),
    openDemo: usdt(terms.open_interest.demo),
  }
}

function useWrittenChanges(terms: DeskDerivative, draft: Draft): readonly WrittenChange[] {
  const t = useTranslations('desk')
  const names = useLeverageNames()
  const written = useWrittenTerm()
  const yesNo = (on: boolean) => (on ? t('common.yes') : t('common.no'))
  return [
    ...changesOf(terms, draft).map(({ name, from, to }) => ({
      name: names[name],
      from: written(name, from),
      to: written(name, to),
    })),
    ...products
      .filter((name) => draft[name] !== terms[name])
      .map((name) => ({ name: t(`leverage.${name}`), from: yesNo(terms[name]), to: yesNo(draft[name]) })),
  ]
}

function ProductSwitches({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const t = useTranslations('desk')
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="pb-1 text-14 font-semibold">{t('leverage.offered')}</legend>
      {products.map((name) => (
        <div key={name} className="flex items-center justify-between gap-3">
          <span className="text-16">{t(`leverage.${name}`)}</span>
          <Switch
            label={t(`leverage.${name}`)}
            checked={draft[name]}
            onCheckedChange={(on) => onChange({ ...draft, [name]: on })}
          />
        </div>
      ))}
    </fieldset>
  )
}
