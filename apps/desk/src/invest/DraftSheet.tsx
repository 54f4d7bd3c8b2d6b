import { deskInvestDraftChange, deskInvestDraftMake } from '@truemark/protocol/routes/deskInvest'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { DraftFrame, FigureField, MomentField, RealmField, SourceField, type DraftSheetProps } from '../draft/door.ts'
import { percentDecimals } from '../markets/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { bodyOf, faultsOf, periods, saleEndOf, type Draft, type DraftField } from './draft.ts'

/** Writes the draft of a dual investment. */
export function DraftSheet(sheet: DraftSheetProps<Draft>) {
  const t = useTranslations('desk')
  return (
    <DraftFrame
      sheet={sheet}
      faultsOf={faultsOf}
      make={(draft) => call(deskInvestDraftMake, { body: bodyOf(draft) })}
      change={(id, draft) => call(deskInvestDraftChange, { params: { id }, body: bodyOf(draft) })}
      touches={['invest']}
    >
      {({ draft, setDraft, faults }) => (
        <>
          <Kind draft={draft} onChange={setDraft} />
          <Terms draft={draft} faults={faults} onChange={setDraft} />
          <SourceField draft={draft} hint={t('invest.sourceHint')} onChange={setDraft} />
        </>
      )}
    </DraftFrame>
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
      <RealmField value={draft.realm} onChange={(realm) => onChange({ ...draft, realm })} />
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
  const t = useTranslations('desk.invest.field')
  const dateTime = useDateTime()
  const saleEnd = saleEndOf(draft)
  const currency = draft.direction === 'sell_high' ? draft.symbol.replace('USDT', '') : 'USDT'
  const figure = (field: 'reference' | 'percent' | 'singlePrice' | 'shares') => ({
    value: draft[field],
    isWrong: faults.has(field),
    onChange: (value: string) => onChange({ ...draft, [field]: value }),
  })
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      <FigureField label={t('reference')} decimals={priceDecimals} unit="USDT" {...figure('reference')} />
      <FigureField label={t('rate')} decimals={percentDecimals} unit="%" {...figure('percent')} />
      <Select
        label={t('period')}
        value={String(draft.days)}
        options={periods.map((days) => ({ value: String(days), label: t('days', { days }) }))}
        onValueChange={(days) => onChange({ ...draft, days: Number(days) })}
      />
      <div className="tablet:col-span-2">
        <MomentField
          label={t('maturity')}
          value={draft.maturity}
          hint={saleEnd === null ? undefined : `${t('saleEnd')}: ${dateTime(saleEnd)}`}
          isWrong={faults.has('maturity')}
          onChange={(maturity) => onChange({ ...draft, maturity })}
        />
      </div>
      <FigureField label={t('singlePrice')} decimals={priceDecimals} unit={currency} {...figure('singlePrice')} />
      <FigureField label={t('shares')} decimals={0} {...figure('shares')} />
    </div>
  )
}
