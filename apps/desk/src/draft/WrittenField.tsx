import { locales, type LocaleId } from '@truemark/protocol/locale'
import { Field } from '@truemark/ui/primitives/Field'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

type Texts = Readonly<Partial<Record<LocaleId, string>>>

interface WrittenFieldProps {
  label: string
  hint: string
  texts: Texts
  onChange: (texts: Texts) => void
}

const textLengthMax = 2_000

/** A text in as many languages as it is written in, one at a time. */
export function WrittenField({ label, hint, texts, onChange }: WrittenFieldProps) {
  const t = useTranslations('desk.draft')
  const [chosen, choose] = useState<LocaleId>('en')
  const written = locales.filter(({ id }) => (texts[id]?.trim() ?? '') !== '').map(({ name }) => name)
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={t('language')}
        value={chosen}
        options={locales.map(({ id, name }) => ({ value: id, label: name }))}
        hint={t('written', { languages: written.length === 0 ? '–' : written.join(', ') })}
        onValueChange={choose}
      />
      <Field label={label} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            value={texts[chosen] ?? ''}
            lang={locales.find(({ id }) => id === chosen)?.tag}
            rows={5}
            maxLength={textLengthMax}
            spellCheck
            onChange={(event) => onChange({ ...texts, [chosen]: event.target.value })}
            className="min-h-32 w-full resize-y rounded-control bg-raised px-3.5 py-3 text-16 hairline outline-none focus:shadow-[inset_0_0_0_1.5px_var(--primary)]"
          />
        )}
      </Field>
    </div>
  )
}

interface SourceFieldProps<Draft extends { readonly source: Texts }> {
  draft: Draft
  hint: string
  onChange: (draft: Draft) => void
}

/** Where the yield of a product comes from: without it in English nothing is published. */
export function SourceField<Draft extends { readonly source: Texts }>(props: SourceFieldProps<Draft>) {
  const { draft, hint, onChange } = props
  const t = useTranslations('desk.draft')
  const write = (source: Texts) => onChange({ ...draft, source })
  return <WrittenField label={t('source')} hint={hint} texts={draft.source} onChange={write} />
}
