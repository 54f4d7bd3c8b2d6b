import { useMutation, useQueryClient } from '@tanstack/react-query'
import { priceAlertMake } from '@truemark/protocol/routes/notification'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { Button } from '@truemark/ui/primitives/Button'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Switch } from '@truemark/ui/primitives/Switch'
import { useState, type FormEvent } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { usePrice } from '../data/prices.ts'
import { FigureInput } from '../parts/FigureInput.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { useErrorText } from '../i18n/door.ts'
import { useFigureText } from './useFigureText.ts'
import { AlertRow } from './AlertRow.tsx'
import { alertsKey, useAlerts } from './alertsQuery.ts'
import { NotificationTexts } from './texts.tsx'

interface AlertSheetProps {
  market: SymbolView
  onClose: () => void
}

interface AlertForm {
  readonly direction: 'above' | 'below'
  readonly source: 'last' | 'mark'
  readonly price: string
  readonly repeats: boolean
}

/** Has the reader told when a market's price gets somewhere. */
export function AlertSheet(props: AlertSheetProps) {
  return (
    <NotificationTexts>
      <Known {...props} />
    </NotificationTexts>
  )
}

function Known({ market, onClose }: AlertSheetProps) {
  const t = useTranslations('notification.alert')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const [form, setForm] = useState<AlertForm>({ direction: 'above', source: 'last', price: '', repeats: false })
  const save = useMutation({
    mutationFn: () => call(priceAlertMake, { body: { ...form, symbol: market.symbol } }),
    async onSuccess() {
      toast.success(t('added'))
      await queries.invalidateQueries({ queryKey: alertsKey })
      onClose()
    },
  })
  const change = (next: Partial<AlertForm>) => {
    setForm({ ...form, ...next })
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.price !== '' && !save.isPending) save.mutate()
  }
  return (
    <OwnSheet onClose={onClose} title={t('title')} description={t('explained')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Fields
          market={market}
          form={form}
          onChange={change}
          error={save.isError ? errorText(save.error) : undefined}
        />
        <Button type="submit" wide busy={save.isPending} disabled={form.price === ''}>
          {t('set')}
        </Button>
      </form>
      <Waiting symbol={market.symbol} />
    </OwnSheet>
  )
}

interface FieldsProps {
  market: SymbolView
  form: AlertForm
  onChange: (next: Partial<AlertForm>) => void
  error: string | undefined
}

function Fields({ market, form, onChange, error }: FieldsProps) {
  const t = useTranslations('notification.alert')
  const figure = useFigureText()
  const price = usePrice(market.symbol)?.price
  return (
    <>
      <Segmented
        label={t('direction')}
        value={form.direction}
        items={[
          { value: 'above', label: t('above') },
          { value: 'below', label: t('below') },
        ]}
        onValueChange={(direction) => onChange({ direction })}
      />
      <FigureInput
        label={t('price')}
        aside={price === undefined ? undefined : <span className="figures">{t('now', { price: figure(price) })}</span>}
        value={form.price}
        decimals={market.price_decimals}
        unit={market.quote}
        error={error}
        onValueChange={(next) => onChange({ price: next })}
      />
      <Segmented
        label={t('source')}
        value={form.source}
        items={[
          { value: 'last', label: t('last') },
          { value: 'mark', label: t('mark') },
        ]}
        onValueChange={(source) => onChange({ source })}
      />
      <div className="flex items-center justify-between gap-3">
        <span className="flex flex-col">
          <span className="text-16">{t('repeats')}</span>
          <span className="text-12 text-quiet">{t('repeatsHint')}</span>
        </span>
        <Switch label={t('repeats')} checked={form.repeats} onCheckedChange={(repeats) => onChange({ repeats })} />
      </div>
    </>
  )
}

/** What is already waited for in this market. */
function Waiting({ symbol }: { symbol: string }) {
  const { data = [] } = useAlerts(symbol)
  if (data.length === 0) return null
  return (
    <ul className="mt-5 overflow-hidden rounded-card bg-raised">
      {data.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  )
}
