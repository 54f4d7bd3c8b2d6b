import { Button } from '@truemark/ui/primitives/Button'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { focusLastRow } from '../deed/door.ts'
import { usePercent } from './optionWords.ts'
import { breakEvenOf, modeKey, modesMax, nextMode, type ModeDraft, type OptionFault } from './terms.ts'

export interface ModeFieldsProps {
  modes: readonly ModeDraft[]
  faults: ReadonlyMap<string, OptionFault>
  /** Saving was tried: what is still empty is said to be. */
  tried: boolean
  onChange: (modes: readonly ModeDraft[]) => void
}

const fields = [
  { name: 'seconds', decimals: 0 },
  { name: 'payout', decimals: 7 },
] as const

/** The durations on offer, each with its payout and the share of wins at which it comes to nothing. */
export function ModeFields({ modes, faults, tried, onChange }: ModeFieldsProps) {
  const t = useTranslations('desk')
  const percent = usePercent()
  const add = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  const names = { seconds: t('options.duration'), payout: t('options.payout') }
  const units = { seconds: t('options.secondsUnit'), payout: '%' }
  return (
    <fieldset ref={box} className="flex min-w-0 flex-col gap-4">
      <legend className="pb-2 text-14 font-semibold">{t('options.modes')}</legend>
      {modes.map((mode, at) => {
        const even = breakEvenOf(mode)
        return (
          <div key={mode.key} className="flex flex-col gap-1">
            <div className="flex items-start gap-2">
              {fields.map(({ name, decimals }) => {
                const fault = tried || mode[name] !== '' ? faults.get(modeKey(mode.key, name)) : undefined
                return (
                  <div key={name} className="min-w-0 flex-1">
                    <DecimalInput
                      label={`${names[name]} ${at + 1}`}
                      value={mode[name]}
                      decimals={decimals}
                      unit={units[name]}
                      error={fault && t(`options.fault.${fault}`)}
                      readAs={(figure) => t('common.readAs', { figure })}
                      onValueChange={(value) =>
                        onChange(modes.map((one) => (one.key === mode.key ? { ...one, [name]: value } : one)))
                      }
                    />
                  </div>
                )
              })}
              {modes.length > 1 && (
                <IconButton
                  label={t('options.removeMode', { number: String(at + 1) })}
                  className="mt-7"
                  onClick={() => {
                    // Its own button goes along, and the focus would go with it.
                    add.current?.focus()
                    onChange(modes.filter((one) => one.key !== mode.key))
                  }}
                >
                  <Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />
                </IconButton>
              )}
            </div>
            {even !== null && (
              <p className="text-12 text-quiet">{t('options.breakEven', { percent: percent(even) })}</p>
            )}
          </div>
        )
      })}
      {modes.length < modesMax && (
        <Button
          ref={add}
          kind="secondary"
          compact
          onClick={() => {
            onChange([...modes, nextMode(modes)])
            focusLastRow(box.current, fields.length)
          }}
        >
          <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          {t('options.addMode')}
        </Button>
      )}
    </fieldset>
  )
}
