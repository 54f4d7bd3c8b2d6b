import {
  deskBracketsAnnounce,
  deskDerivativeChange,
  type DeskDerivative,
} from '@truemark/protocol/routes/deskDerivative'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet, type WrittenChange } from '../deed/door.ts'
import { BracketFields } from './BracketFields.tsx'
import {
  bracketDrafts,
  bracketFaults,
  bracketsOf,
  isStricter,
  multiplesOf,
  sameBrackets,
  type BracketDraft,
} from './brackets.ts'

export interface BracketSheetProps {
  terms: DeskDerivative
  open: boolean
  onClose: () => void
}

/** Changes the multiples that can be chosen and the brackets of maintenance of a market. */
export function BracketSheet({ terms, open, onClose }: BracketSheetProps) {
  const t = useTranslations('desk')
  const [before] = useState(() => bracketDrafts(terms))
  const [drafts, setDrafts] = useState(before)
  const [text, setText] = useState(terms.multiples.join(', '))
  const [from, setFrom] = useState('')
  const fromTime = from === '' ? null : Date.parse(`${from}Z`)
  const multiples = multiplesOf(text)
  const changedMultiples = multiples?.join() !== terms.multiples.join()
  const changedBrackets = !sameBrackets(before, drafts)
  const changes = useWrittenBrackets(before, drafts)
  const removed = terms.multiples.filter((one) => multiples !== null && !multiples.includes(one))
  return (
    <ChangeSheet
      open={open}
      onClose={onClose}
      title={t('leverage.bracketsOf', { symbol: `${terms.base}/${terms.quote}` })}
      description={t('leverage.bracketsExplained')}
      changes={[
        ...(changedMultiples ? [{ name: t('leverage.multiples'), from: terms.multiples.join(', '), to: text }] : []),
        ...(changedBrackets ? changes : []),
      ]}
      consequences={useConsequences(terms, { changedBrackets, stricter: isStricter(before, drafts), removed })}
      faulty={multiples === null || Number.isNaN(fromTime ?? 0) || bracketFaults(drafts).size > 0}
      send={async (reason) => {
        const params = { symbol: terms.symbol }
        if (fromTime !== null) {
          const body = { brackets: bracketsOf(drafts), effective_time: fromTime, reason }
          await call(deskBracketsAnnounce, { params, body })
          return
        }
        const body = {
          ...(changedMultiples && multiples ? { multiples } : {}),
          ...(changedBrackets ? { brackets: bracketsOf(drafts) } : {}),
          reason,
        }
        await call(deskDerivativeChange, { params, body })
      }}
      touches={['derivatives']}
    >
      {(tried) => (
        <>
          <TextInput
            label={t('leverage.multiples')}
            hint={t('leverage.multiplesHint')}
            error={multiples === null ? t('leverage.fault.multiples') : undefined}
            inputMode="text"
            autoComplete="off"
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <BracketFields drafts={drafts} tried={tried} onChange={setDrafts} />
          <MeasureField value={from} onChange={setFrom} />
        </>
      )}
    </ChangeSheet>
  )
}

/** From when on open positions take the brackets too; the server asks for a day's notice at least. */
function MeasureField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('desk.leverage')
  return (
    <TextInput
      label={t('measureFrom')}
      hint={t('measureHint')}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface Effects {
  readonly changedBrackets: boolean
  readonly stricter: boolean | null
  readonly removed: readonly number[]
}

function useConsequences(terms: DeskDerivative, { changedBrackets, stricter, removed }: Effects): string[] {
  const t = useTranslations('desk.leverage.consequence')
  const locale = useFigureLocale()
  const usdt = (text: string) => `${formatFigure(text, locale)} USDT`
  const open = { openReal: usdt(terms.open_interest.real), openDemo: usdt(terms.open_interest.demo) }
  return [
    ...(changedBrackets && stricter !== null ? [stricter ? t('stricter', open) : t('looser', open)] : []),
    ...(removed.length > 0 ? [t('removed', { multiples: removed.map((one) => `${one}×`).join(', ') })] : []),
  ]
}

function useWrittenBrackets(before: readonly BracketDraft[], after: readonly BracketDraft[]): readonly WrittenChange[] {
  const t = useTranslations('desk.leverage')
  const locale = useFigureLocale()
  const figure = (text: string) => (text === '' ? '–' : formatFigure(text, locale, { decimalsMin: 0 }))
  const written = (draft: BracketDraft | undefined) =>
    draft === undefined ? '–' : `${figure(draft.floor)} · ${figure(draft.rate)} % · ${figure(draft.multiple)}×`
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    name: t('bracket', { number: String(at + 1) }),
    from: written(before[at]),
    to: written(after[at]),
  })).filter(({ from, to }) => from !== to)
}
