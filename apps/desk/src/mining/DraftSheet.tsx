import { deskMiningDraftChange, deskMiningDraftMake } from '@truemark/protocol/routes/deskMining'
import { localeDefault, localeOf, locales, type LocaleId } from '@truemark/protocol/locale'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { DraftFrame, FigureField, SourceField, type DraftSheetProps } from '../draft/door.ts'
import { percentDecimals } from '../markets/door.ts'
import { bodyOf, faultsOf, type Draft, type DraftField } from './draft.ts'

/** Writes the draft of a product, or of new terms for one. */
export function DraftSheet(sheet: DraftSheetProps<Draft>) {
  const t = useTranslations('desk')
  return (
    <DraftFrame
      sheet={sheet}
      title={sheet.start.productId === null ? undefined : t('mining.change')}
      faultsOf={faultsOf}
      make={(draft) => call(deskMiningDraftMake, { body: bodyOf(draft) })}
      change={(id, draft) => call(deskMiningDraftChange, { params: { id }, body: bodyOf(draft) })}
      touches={['mining']}
    >
      {({ draft, setDraft, faults }) => (
        <>
          <Names draft={draft} onChange={setDraft} />
          <Terms draft={draft} faults={faults} onChange={setDraft} />
          <SourceField draft={draft} hint={t('mining.sourceHint')} onChange={setDraft} />
        </>
      )}
    </DraftFrame>
  )
}

interface PartProps {
  draft: Draft
  onChange: (draft: Draft) => void
}

const nameMax = 60

function Names({ draft, onChange }: PartProps) {
  const t = useTranslations('desk')
  const write = (id: LocaleId, text: string) => onChange({ ...draft, name: { ...draft.name, [id]: text } })
  const field = (id: LocaleId) => {
    const { name, tag } = localeOf(id)
    return (
      <TextInput
        key={id}
        label={`${t('mining.field.name')}: ${name}`}
        lang={tag}
        value={draft.name[id] ?? ''}
        maxLength={nameMax}
        autoCapitalize="sentences"
        hint={id === localeDefault ? t('mining.nameHint') : undefined}
        onChange={(event) => write(id, event.target.value)}
      />
    )
  }
  const others = locales.filter(({ id }) => id !== localeDefault)
  return (
    <div className="flex flex-col gap-1">
      {field(localeDefault)}
      <details>
        <summary className="min-h-11 cursor-pointer content-center text-14 font-medium text-primary">
          {t('mining.otherLanguages')}
        </summary>
        <div className="grid gap-3 pt-2 tablet:grid-cols-2">{others.map(({ id }) => field(id))}</div>
      </details>
    </div>
  )
}

const amountDecimals = 8

const fields = [
  { field: 'rateMin', unit: 'percent' },
  { field: 'rateMax', unit: 'percent' },
  { field: 'days', unit: 'none' },
  { field: 'early', unit: 'percent' },
  { field: 'minimum', unit: 'currency' },
  { field: 'maximum', unit: 'currency' },
  { field: 'capacity', unit: 'currency' },
] as const satisfies readonly { field: DraftField; unit: string }[]

function Terms({ draft, faults, onChange }: PartProps & { faults: ReadonlySet<DraftField> }) {
  const t = useTranslations('desk')
  const decimalsOf = { percent: percentDecimals, currency: amountDecimals, none: 0 }
  const unitOf = { percent: '%', currency: draft.currency, none: undefined }
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      <TextInput
        label={t('mining.field.currency')}
        value={draft.currency}
        maxLength={12}
        autoCapitalize="characters"
        // what open orders lock is counted in it
        disabled={draft.productId !== null}
        onChange={(event) => onChange({ ...draft, currency: event.target.value.trim().toUpperCase() })}
      />
      {fields.map(({ field, unit }) => (
        <FigureField
          key={field}
          label={t(`mining.field.${field}`)}
          value={draft[field]}
          decimals={decimalsOf[unit]}
          unit={unitOf[unit]}
          isWrong={faults.has(field)}
          onChange={(text) => onChange({ ...draft, [field]: text })}
        />
      ))}
    </div>
  )
}
