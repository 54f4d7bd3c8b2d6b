import { deskIeoDraftChange, deskIeoDraftMake } from '@truemark/protocol/routes/deskIeo'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { DraftFrame, FigureField, MomentField, RealmField, WrittenField, type DraftSheetProps } from '../draft/door.ts'
import { bodyOf, faultsOf, type Draft, type DraftField } from './draft.ts'

/** Writes the draft of a launch. */
export function DraftSheet(sheet: DraftSheetProps<Draft>) {
  const t = useTranslations('desk')
  return (
    <DraftFrame
      sheet={sheet}
      faultsOf={faultsOf}
      make={(draft) => call(deskIeoDraftMake, { body: bodyOf(draft) })}
      change={(id, draft) => call(deskIeoDraftChange, { params: { id }, body: bodyOf(draft) })}
      touches={['ieo']}
    >
      {({ draft, setDraft, faults }) => (
        <>
          <RealmField value={draft.realm} onChange={(realm) => setDraft({ ...draft, realm })} />
          <Names draft={draft} faults={faults} onChange={setDraft} />
          <Amounts draft={draft} faults={faults} onChange={setDraft} />
          <Moments draft={draft} faults={faults} onChange={setDraft} />
          <WrittenField
            label={t('ieo.field.description')}
            hint={t('ieo.descriptionHint')}
            texts={draft.description}
            onChange={(description) => setDraft({ ...draft, description })}
          />
        </>
      )}
    </DraftFrame>
  )
}

interface PartProps {
  draft: Draft
  faults: ReadonlySet<DraftField>
  onChange: (draft: Draft) => void
}

function Names({ draft, faults, onChange }: PartProps) {
  const t = useTranslations('desk')
  const error = (field: DraftField) => (faults.has(field) ? t('draft.fault') : undefined)
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      <TextInput
        label={t('ieo.field.name')}
        value={draft.name}
        maxLength={60}
        autoCapitalize="sentences"
        error={error('name')}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <TextInput
        label={t('ieo.field.currency')}
        value={draft.currency}
        maxLength={12}
        autoComplete="off"
        error={error('currency')}
        onChange={(event) => onChange({ ...draft, currency: event.target.value.toUpperCase() })}
      />
    </div>
  )
}

const decimals = 8

function Amounts({ draft, faults, onChange }: PartProps) {
  const t = useTranslations('desk.ieo.field')
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      {(['price', 'supply', 'piece', 'min', 'max'] as const).map((field) => (
        <FigureField
          key={field}
          label={t(field)}
          value={draft[field]}
          decimals={decimals}
          unit={field === 'price' ? 'USDT' : draft.currency}
          isWrong={faults.has(field)}
          onChange={(value) => onChange({ ...draft, [field]: value })}
        />
      ))}
    </div>
  )
}

function Moments({ draft, faults, onChange }: PartProps) {
  const t = useTranslations('desk.ieo.field')
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      {(['opens', 'closes', 'market'] as const).map((field) => (
        <MomentField
          key={field}
          label={t(field)}
          value={draft[field]}
          isWrong={faults.has(field)}
          onChange={(value) => onChange({ ...draft, [field]: value })}
        />
      ))}
    </div>
  )
}
