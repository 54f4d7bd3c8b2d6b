import { localeOf } from '@truemark/protocol/locale'
import { boxClass, Field } from '@truemark/ui/primitives/Field'
import { joined } from '@truemark/ui/primitives/joined'
import { rowClass } from '@truemark/ui/primitives/ListRow'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { ChevronDown, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { countriesIn, matchingCountries, type Country } from './countries.ts'

export interface CountryFieldProps {
  /** What the country is of; that of residence where none is given. */
  label?: string
  value: string
  error: string | undefined
  onValueChange: (code: string) => void
}

/** A country, found by typing a part of its name. */
export function CountryField({ label, value, error, onValueChange }: CountryFieldProps) {
  const t = useTranslations('identity.register')
  const tag = useSession((state) => localeOf(state.locale).tag)
  const countries = useMemo(() => countriesIn(tag), [tag])
  const [open, setOpen] = useState(false)
  const chosen = countries.find((country) => country.code === value)
  return (
    <>
      <Field label={label ?? t('country')} hint={label === undefined ? t('countryHint') : undefined} error={error}>
        {(control) => (
          <button
            type="button"
            id={control.id}
            aria-describedby={control['aria-describedby']}
            aria-haspopup="dialog"
            data-fault={error === undefined ? undefined : ''}
            onClick={() => setOpen(true)}
            className={joined(
              boxClass,
              'justify-between px-3.5 text-left',
              error !== undefined && 'shadow-[inset_0_0_0_1.5px_var(--danger)]',
            )}
          >
            <span className={joined('min-w-0 flex-1 truncate', !chosen && 'text-quiet')}>
              {chosen?.name ?? t('countryChoose')}
            </span>
            <ChevronDown size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
          </button>
        )}
      </Field>
      <CountrySheet
        open={open}
        onOpenChange={setOpen}
        title={label ?? t('country')}
        countries={countries}
        onChoose={(code) => {
          onValueChange(code)
          setOpen(false)
        }}
      />
    </>
  )
}

interface CountrySheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  countries: readonly Country[]
  onChoose: (code: string) => void
}

function CountrySheet({ open, onOpenChange, title, countries, onChoose }: CountrySheetProps) {
  const t = useTranslations('identity.register')
  const [typed, setTyped] = useState('')
  const matching = matchingCountries(countries, typed)
  return (
    <OwnSheet open={open} onClose={() => onOpenChange(false)} title={title}>
      <div className="sticky top-0 z-10 bg-overlay pb-2">
        <TextInput
          label={t('countrySearch')}
          labelHidden
          type="search"
          placeholder={t('countrySearch')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          before={<Search size={18} strokeWidth={1.5} className="ml-3.5 shrink-0 text-quiet" aria-hidden="true" />}
        />
      </div>
      {matching.length === 0 && <p className="py-6 text-center text-14 text-quiet">{t('countryNone')}</p>}
      <ul className="-mx-5 min-h-[50dvh]">
        {matching.map((country) => (
          <li key={country.code}>
            <button type="button" className={joined(rowClass, 'min-h-12 px-5')} onClick={() => onChoose(country.code)}>
              <span className="min-w-0 flex-1 text-16">{country.name}</span>
              <span className="figures text-14 text-quiet">{country.dial}</span>
            </button>
          </li>
        ))}
      </ul>
    </OwnSheet>
  )
}
