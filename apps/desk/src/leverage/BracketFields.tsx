import { Button } from '@truemark/ui/primitives/Button'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { focusLastRow } from '../deed/door.ts'
import {
  bracketFaults,
  bracketsMax,
  faultKey,
  nextBracket,
  type BracketDraft,
  type BracketFaults,
  type BracketField,
} from './brackets.ts'

export interface BracketFieldsProps {
  drafts: readonly BracketDraft[]
  /** Saving was tried: what is still empty is said to be. */
  tried: boolean
  onChange: (drafts: readonly BracketDraft[]) => void
}

const fields = [
  { name: 'floor', decimals: 6, unit: 'USDT' },
  { name: 'rate', decimals: 7, unit: '%' },
  { name: 'multiple', decimals: 0, unit: '×' },
] as const satisfies readonly { name: BracketField; decimals: number; unit: string }[]

/** The brackets: each begins at a notional and says how much of it must be kept, and at what multiple at most. */
export function BracketFields({ drafts, tried, onChange }: BracketFieldsProps) {
  const t = useTranslations('desk.leverage')
  const faults = bracketFaults(drafts)
  const add = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className="flex flex-col gap-4">
      {drafts.map((draft, at) => (
        <BracketRow
          key={draft.key}
          draft={draft}
          number={at + 1}
          faults={faults}
          tried={tried}
          onChange={(next) => onChange(drafts.map((one) => (one.key === draft.key ? next : one)))}
          onRemove={
            drafts.length > 1
              ? () => {
                  // Its own button goes along, and the focus would go with it.
                  add.current?.focus()
                  onChange(drafts.filter((one) => one.key !== draft.key))
                }
              : null
          }
        />
      ))}
      {drafts.length < bracketsMax && (
        <Button
          ref={add}
          kind="secondary"
          compact
          onClick={() => {
            onChange([...drafts, nextBracket(drafts)])
            focusLastRow(box.current, fields.length)
          }}
        >
          <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          {t('addBracket')}
        </Button>
      )}
    </div>
  )
}

interface BracketRowProps {
  draft: BracketDraft
  number: number
  faults: BracketFaults
  tried: boolean
  onChange: (draft: BracketDraft) => void
  onRemove: (() => void) | null
}

function BracketRow({ draft, number, faults, tried, onChange, onRemove }: BracketRowProps) {
  const t = useTranslations('desk')
  const names = {
    floor: t('leverage.floor'),
    rate: t('leverage.maintenance'),
    multiple: t('leverage.multipleMax'),
  }
  const errorOf = (name: BracketField) => {
    const fault = tried || draft[name] !== '' ? faults.get(faultKey(draft.key, name)) : undefined
    return fault && t(`leverage.bracketFault.${fault}`)
  }
  return (
    <fieldset className="min-w-0 rounded-card bg-raised px-3 pb-3">
      <legend className="sr-only">{t('leverage.bracket', { number: String(number) })}</legend>
      <div className="flex min-h-11 items-center justify-between">
        <span aria-hidden="true" className="text-14 font-semibold">
          {t('leverage.bracket', { number: String(number) })}
        </span>
        {onRemove && (
          <IconButton label={t('leverage.removeBracket', { number: String(number) })} onClick={onRemove}>
            <Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        {fields.map(({ name, decimals, unit }) => (
          <div key={name} className={name === 'floor' ? 'col-span-2' : undefined}>
            <DecimalInput
              label={names[name]}
              value={draft[name]}
              decimals={decimals}
              unit={unit}
              className="bg-overlay"
              error={errorOf(name)}
              readAs={(figure) => t('common.readAs', { figure })}
              onValueChange={(value) => onChange({ ...draft, [name]: value })}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
