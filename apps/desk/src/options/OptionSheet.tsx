import { deskOptionChange, type DeskOption } from '@truemark/protocol/routes/deskOption'
import { formatFigure } from '@truemark/ui/figures/format'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { Switch } from '@truemark/ui/primitives/Switch'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet, type WrittenChange } from '../deed/door.ts'
import { ModeFields } from './ModeFields.tsx'
import { usePercent, useSeconds } from './optionWords.ts'
import {
  amountNames,
  bodyOf,
  changedAmounts,
  consequencesOf,
  draftOf,
  faultsOf,
  sameModes,
  widestExposure,
  type AmountName,
  type Draft,
  type ModeDraft,
} from './terms.ts'

export interface OptionSheetProps {
  terms: DeskOption
  open: boolean
  onClose: () => void
}

/** Changes the terms of new options of a market: durations, payouts, amounts and caps. */
export function OptionSheet({ terms, open, onClose }: OptionSheetProps) {
  const t = useTranslations('desk')
  const locale = useFigureLocale()
  const [draft, setDraft] = useState(() => draftOf(terms))
  const faults = faultsOf(draft)
  const used = `${formatFigure(widestExposure(terms), locale)} USDT`
  return (
    <ChangeSheet
      open={open}
      onClose={onClose}
      title={t('options.termsOf', { symbol: terms.symbol })}
      description={t('options.sheetExplained')}
      changes={useWrittenChanges(terms, draft)}
      consequences={consequencesOf(terms, draft).map((name) => t(`options.consequence.${name}`, { used }))}
      faulty={faults.size > 0}
      send={(reason) =>
        call(deskOptionChange, { params: { symbol: terms.symbol }, body: bodyOf(terms, draft, reason) })
      }
      touches={['options', 'house']}
    >
      {(tried) => (
        <>
          <ModeFields
            modes={draft.modes}
            faults={faults}
            tried={tried}
            onChange={(modes) => setDraft({ ...draft, modes })}
          />
          <AmountFields draft={draft} onChange={setDraft} />
          <div className="flex items-center justify-between gap-3">
            <span className="text-16">{t('options.on')}</span>
            <Switch label={t('options.on')} checked={draft.on} onCheckedChange={(on) => setDraft({ ...draft, on })} />
          </div>
        </>
      )}
    </ChangeSheet>
  )
}

/** The names of the amounts in the reader's language. */
export function useAmountNames(): Record<AmountName, string> {
  const t = useTranslations('desk.options')
  return {
    amount_min: t('amountMin'),
    amount_max: t('amountMax'),
    exposure_max: t('exposureMax'),
    pool_debt_max: t('poolDebtMax'),
  }
}

/** The stakes that are taken, and the caps of what options may win. */
export function AmountFields({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const t = useTranslations('desk')
  const names = useAmountNames()
  const faults = faultsOf(draft)
  const errorOf = (name: AmountName) => {
    const fault = faults.get(name)
    return fault && t(`options.fault.${fault}`)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="pb-2 text-14 font-semibold">{t('options.groupAmounts')}</legend>
      <div className="grid items-end gap-3 tablet:grid-cols-2">
        {amountNames.map((name) => (
          <DecimalInput
            key={name}
            label={names[name]}
            value={draft.amounts[name]}
            decimals={6}
            unit="USDT"
            error={errorOf(name)}
            readAs={(figure) => t('common.readAs', { figure })}
            onValueChange={(value) => onChange({ ...draft, amounts: { ...draft.amounts, [name]: value } })}
          />
        ))}
      </div>
    </fieldset>
  )
}

function useWrittenChanges(terms: DeskOption, draft: Draft): readonly WrittenChange[] {
  const t = useTranslations('desk')
  const names = useAmountNames()
  const locale = useFigureLocale()
  const figure = (text: string) => (text === '' ? '–' : formatFigure(text, locale, { decimalsMin: 0 }))
  const mode = useWrittenMode()
  const before = draftOf(terms)
  const yesNo = (on: boolean) => (on ? t('common.yes') : t('common.no'))
  return [
    ...(sameModes(before.modes, draft.modes)
      ? []
      : [
          {
            name: t('options.modes'),
            from: before.modes.map(mode).join(' · '),
            to: draft.modes.map(mode).join(' · '),
          },
        ]),
    ...changedAmounts(terms, draft).map(({ name, from, to }) => ({
      name: names[name],
      from: figure(from),
      to: figure(to),
    })),
    ...(draft.on === terms.on ? [] : [{ name: t('options.on'), from: yesNo(terms.on), to: yesNo(draft.on) }]),
  ]
}

/** Writes a duration with its payout for the reader. */
export function useWrittenMode(): (mode: ModeDraft) => string {
  const percent = usePercent()
  const seconds = useSeconds()
  return ({ seconds: length, payout }) => `${seconds(Number(length))} ${percent(payout)}`
}
