import { serverNow } from '@truemark/ui/device/serverTime'
import { deskIeoDraftChange, deskIeoDraftMake, type DeskIeoProject } from '@truemark/protocol/routes/deskIeo'
import { Button } from '@truemark/ui/primitives/Button'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'
import { WrittenField } from '../invest/door.ts'
import { bodyOf, faultsOf, type Draft, type DraftField } from './draft.ts'

export interface DraftSheetProps {
  /** The draft that is written anew; null for a new one. */
  project: DeskIeoProject | null
  start: Draft
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Writes the draft of a launch: nobody but the desk sees it before it is announced. */
export function DraftSheet({ project, start, open, onOpenChange }: DraftSheetProps) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [openedAt] = useState(() => serverNow())
  const faults = faultsOf(draft, openedAt)
  const deed = useDeed({
    send: (body: ReturnType<typeof bodyOf>) =>
      project === null
        ? call(deskIeoDraftMake, { body })
        : call(deskIeoDraftChange, { params: { id: project.draft_id }, body }),
    touches: ['ieo', 'audit'],
    done: () => t('invest.saved'),
  })
  const save = () => {
    setTried(true)
    if (faults.size > 0) return focusFault()
    if (!deed.busy) void deed.run(bodyOf(draft)).then((done) => done && onOpenChange(false))
  }
  const part = { draft, faults: tried ? faults : new Set<DraftField>(), onChange: setDraft }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={project === null ? t('invest.add') : t('invest.edit')}
      closeLabel={t('common.close')}
      footer={
        <Button className="flex-1" busy={deed.busy} onClick={save}>
          {t('invest.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label={t('invest.field.realm')}
          value={draft.realm}
          items={(['real', 'demo'] as const).map((value) => ({ value, label: t(`common.${value}`) }))}
          onValueChange={(realm) => setDraft({ ...draft, realm })}
        />
        <Names {...part} />
        <Amounts {...part} />
        <Moments {...part} />
        <WrittenField
          label={t('ieo.field.description')}
          hint={t('ieo.descriptionHint')}
          texts={draft.description}
          onChange={(description) => setDraft({ ...draft, description })}
        />
        <p className="text-12 text-quiet">{t('audited')}</p>
        <FailureNote text={deed.failure} />
      </div>
    </Sheet>
  )
}

interface PartProps {
  draft: Draft
  faults: ReadonlySet<DraftField>
  onChange: (draft: Draft) => void
}

function Names({ draft, faults, onChange }: PartProps) {
  const t = useTranslations('desk')
  const error = (field: DraftField) => (faults.has(field) ? t('invest.fault') : undefined)
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
  const t = useTranslations('desk')
  const fields = [
    { field: 'price', label: t('ieo.field.price'), unit: 'USDT' },
    { field: 'supply', label: t('ieo.field.supply'), unit: draft.currency },
    { field: 'piece', label: t('ieo.field.piece'), unit: draft.currency },
    { field: 'min', label: t('ieo.field.min'), unit: draft.currency },
    { field: 'max', label: t('ieo.field.max'), unit: draft.currency },
  ] as const
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      {fields.map(({ field, label, unit }) => (
        <DecimalInput
          key={field}
          label={label}
          value={draft[field]}
          decimals={decimals}
          unit={unit}
          error={faults.has(field) ? t('invest.fault') : undefined}
          readAs={(figure) => t('common.readAs', { figure })}
          onValueChange={(value) => onChange({ ...draft, [field]: value })}
        />
      ))}
    </div>
  )
}

function Moments({ draft, faults, onChange }: PartProps) {
  const t = useTranslations('desk')
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      {(['opens', 'closes', 'market'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`ieo.field.${field}`)}
          type="datetime-local"
          value={draft[field]}
          error={faults.has(field) ? t('invest.fault') : undefined}
          onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
        />
      ))}
    </div>
  )
}
