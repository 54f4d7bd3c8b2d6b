import { deskMiningDraftChange, deskMiningDraftMake, type MiningDraft } from '@truemark/protocol/routes/deskMining'
import { localeDefault, localeOf, locales, type LocaleId } from '@truemark/protocol/locale'
import { Button } from '@truemark/ui/primitives/Button'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'
import { WrittenField } from '../invest/door.ts'
import { percentDecimals } from '../markets/door.ts'
import { bodyOf, faultsOf, type Draft, type DraftField } from './draft.ts'

export interface DraftSheetProps {
  /** The draft that is written anew; null for a new one. */
  written: MiningDraft | null
  start: Draft
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Writes a draft: nobody but the desk sees it before it is published. */
export function DraftSheet({ written, start, open, onOpenChange }: DraftSheetProps) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const faults = faultsOf(draft)
  const deed = useDeed({
    send: (body: ReturnType<typeof bodyOf>) =>
      written === null
        ? call(deskMiningDraftMake, { body })
        : call(deskMiningDraftChange, { params: { id: written.draft_id }, body }),
    touches: ['mining', 'audit'],
    done: () => t('mining.saved'),
  })
  const save = () => {
    setTried(true)
    if (faults.size > 0) return focusFault()
    if (!deed.busy) void deed.run(bodyOf(draft)).then((done) => done && onOpenChange(false))
  }
  const title = written !== null ? 'mining.edit' : draft.productId === null ? 'mining.add' : 'mining.change'
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t(title)}
      closeLabel={t('common.close')}
      footer={
        <Button className="flex-1" busy={deed.busy} onClick={save}>
          {t('mining.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Names draft={draft} onChange={setDraft} />
        <Terms draft={draft} faults={tried ? faults : new Set()} onChange={setDraft} />
        <WrittenField
          label={t('mining.field.source')}
          hint={t('mining.sourceHint')}
          texts={draft.source}
          onChange={(source) => setDraft({ ...draft, source })}
        />
        <p className="text-12 text-quiet">{t('audited')}</p>
        <FailureNote text={deed.failure} />
      </div>
    </Sheet>
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
        <DecimalInput
          key={field}
          label={t(`mining.field.${field}`)}
          value={draft[field]}
          decimals={decimalsOf[unit]}
          {...(unitOf[unit] === undefined ? {} : { unit: unitOf[unit] })}
          error={faults.has(field) ? t('mining.fault') : undefined}
          readAs={(figure) => t('common.readAs', { figure })}
          onValueChange={(text) => onChange({ ...draft, [field]: text })}
        />
      ))}
    </div>
  )
}
