import { serverNow } from '@truemark/ui/device/serverTime'
import {
  deskInvestDraftChange,
  deskInvestDraftMake,
  type DeskInvestProduct,
} from '@truemark/protocol/routes/deskInvest'
import { Button } from '@truemark/ui/primitives/Button'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'
import { percentDecimals } from '../markets/door.ts'
import { useDateTime } from '../reader/door.ts'
import { bodyOf, faultsOf, periods, saleEndOf, type Draft, type DraftField } from './draft.ts'
import { WrittenField } from './WrittenField.tsx'

export interface DraftSheetProps {
  /** The draft that is written anew; null for a new one. */
  product: DeskInvestProduct | null
  start: Draft
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Writes a draft: nobody but the desk sees it before it is published. */
export function DraftSheet({ product, start, open, onOpenChange }: DraftSheetProps) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [openedAt] = useState(() => serverNow())
  const faults = faultsOf(draft, openedAt)
  const deed = useDeed({
    send: (body: ReturnType<typeof bodyOf>) =>
      product === null
        ? call(deskInvestDraftMake, { body })
        : call(deskInvestDraftChange, { params: { id: product.draft_id }, body }),
    touches: ['invest', 'audit'],
    done: () => t('invest.saved'),
  })
  const save = () => {
    setTried(true)
    if (faults.size > 0) return focusFault()
    if (!deed.busy) void deed.run(bodyOf(draft)).then((done) => done && onOpenChange(false))
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={product === null ? t('invest.add') : t('invest.edit')}
      closeLabel={t('common.close')}
      footer={
        <Button className="flex-1" busy={deed.busy} onClick={save}>
          {t('invest.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Kind draft={draft} onChange={setDraft} />
        <Terms draft={draft} faults={tried ? faults : new Set()} onChange={setDraft} />
        <WrittenField
          label={t('invest.field.source')}
          hint={t('invest.sourceHint')}
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

function Kind({ draft, onChange }: PartProps) {
  const t = useTranslations('desk')
  return (
    <>
      <Segmented
        label={t('invest.field.realm')}
        value={draft.realm}
        items={(['real', 'demo'] as const).map((value) => ({ value, label: t(`common.${value}`) }))}
        onValueChange={(realm) => onChange({ ...draft, realm })}
      />
      <TextInput
        label={t('invest.field.name')}
        value={draft.name}
        maxLength={60}
        autoCapitalize="sentences"
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <div className="grid gap-3 tablet:grid-cols-2">
        <Select
          label={t('invest.field.symbol')}
          value={draft.symbol}
          options={['BTCUSDT', 'ETHUSDT'].map((value) => ({ value, label: value }))}
          onValueChange={(symbol) => onChange({ ...draft, symbol })}
        />
        <Select
          label={t('invest.field.direction')}
          value={draft.direction}
          options={(['sell_high', 'buy_low'] as const).map((value) => ({
            value,
            label: t(`invest.direction.${value}`),
          }))}
          onValueChange={(direction) => onChange({ ...draft, direction })}
        />
      </div>
    </>
  )
}

const priceDecimals = 8

function Terms({ draft, faults, onChange }: PartProps & { faults: ReadonlySet<DraftField> }) {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const saleEnd = saleEndOf(draft)
  const error = (field: DraftField) => (faults.has(field) ? t('invest.fault') : undefined)
  const readAs = (figure: string) => t('common.readAs', { figure })
  const currency = draft.direction === 'sell_high' ? draft.symbol.replace('USDT', '') : 'USDT'
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      <DecimalInput
        label={t('invest.field.reference')}
        value={draft.reference}
        decimals={priceDecimals}
        unit="USDT"
        error={error('reference')}
        readAs={readAs}
        onValueChange={(reference) => onChange({ ...draft, reference })}
      />
      <DecimalInput
        label={t('invest.field.rate')}
        value={draft.percent}
        decimals={percentDecimals}
        unit="%"
        error={error('percent')}
        readAs={readAs}
        onValueChange={(percent) => onChange({ ...draft, percent })}
      />
      <Select
        label={t('invest.field.period')}
        value={String(draft.days)}
        options={periods.map((days) => ({ value: String(days), label: t('invest.field.days', { days }) }))}
        onValueChange={(days) => onChange({ ...draft, days: Number(days) })}
      />
      <div className="tablet:col-span-2">
        <TextInput
          label={t('invest.field.maturity')}
          type="datetime-local"
          value={draft.maturity}
          hint={saleEnd === null ? undefined : `${t('invest.field.saleEnd')}: ${dateTime(saleEnd)}`}
          error={error('maturity')}
          onChange={(event) => onChange({ ...draft, maturity: event.target.value })}
        />
      </div>
      <DecimalInput
        label={t('invest.field.singlePrice')}
        value={draft.singlePrice}
        decimals={priceDecimals}
        unit={currency}
        error={error('singlePrice')}
        readAs={readAs}
        onValueChange={(singlePrice) => onChange({ ...draft, singlePrice })}
      />
      <DecimalInput
        label={t('invest.field.shares')}
        value={draft.shares}
        decimals={0}
        error={error('shares')}
        readAs={readAs}
        onValueChange={(shares) => onChange({ ...draft, shares })}
      />
    </div>
  )
}
