import { serverNow } from '@truemark/ui/device/serverTime'
import { deskMiningRates, type DeskMiningProduct } from '@truemark/protocol/routes/deskMining'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { Button } from '@truemark/ui/primitives/Button'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, ReasonField, focusFault, isReasonText, useDeed } from '../deed/door.ts'
import { percentDecimals, percentOf } from '../markets/door.ts'
import { OwnSheet } from '../table/door.ts'
import { daysAhead, nameOf, ratesOf } from './draft.ts'

const shownDays = 14

/** Publishes the rates of the days ahead: what is left empty pays the lowest, what is published is final. */
export function RatesSheet({ product, onClose }: { product: DeskMiningProduct; onClose: () => void }) {
  const t = useTranslations('desk')
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [days] = useState(() => daysAhead(serverNow(), shownDays))
  const rates = ratesOf(typed, product)
  const deed = useDeed({
    send: (body: { rates: { date: number; rate: string }[]; reason: string }) =>
      call(deskMiningRates, { params: { id: product.product_id }, body }),
    touches: ['mining'],
    done: () => t('mining.rates.done'),
  })
  const isEmpty = rates !== null && rates.length === 0
  const publish = () => {
    setTried(true)
    if (rates === null || isEmpty || !isReasonText(reason)) return focusFault()
    if (!deed.busy) void deed.run({ rates, reason: reason.trim() }).then((done) => done && onClose())
  }
  const range = { min: percentOf(product.daily_return_rate_min), max: percentOf(product.daily_return_rate_max) }
  return (
    <OwnSheet
      onClose={onClose}
      title={`${t('mining.rates.title')}: ${nameOf(product)}`}
      description={t('mining.rates.text', range)}
      footer={
        <Button className="flex-1" busy={deed.busy} onClick={publish}>
          {t('mining.rates.open')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid items-start gap-3 tablet:grid-cols-2">
          {days.map((date) => (
            <DayField
              key={date}
              date={date}
              known={product.rates.find((one) => one.date === date)?.rate}
              value={typed.get(date) ?? ''}
              onChange={(text) => setTyped(new Map(typed).set(date, text))}
            />
          ))}
        </div>
        {tried && isEmpty && (
          <p role="alert" className="text-14 text-danger">
            {t('mining.rates.none')}
          </p>
        )}
        {tried && rates === null && (
          <p role="alert" className="text-14 text-danger">
            {t('mining.rates.text', range)}
          </p>
        )}
        <ReasonField
          label={t('deed.reason')}
          value={reason}
          onValueChange={setReason}
          tried={tried}
          onEnter={publish}
        />
        <FailureNote text={deed.failure} />
      </div>
    </OwnSheet>
  )
}

interface DayFieldProps {
  date: number
  known: string | undefined
  value: string
  onChange: (text: string) => void
}

function DayField({ date, known, value, onChange }: DayFieldProps) {
  const t = useTranslations('desk')
  // the days are those of UTC, whatever the desk's own zone is
  const label = `${formatUtcDay(date)} UTC`
  return (
    <DecimalInput
      label={label}
      value={known === undefined ? value : percentOf(known)}
      decimals={percentDecimals}
      unit="%"
      disabled={known !== undefined}
      hint={known === undefined ? undefined : t('mining.rates.known')}
      readAs={(figure) => t('common.readAs', { figure })}
      onValueChange={onChange}
    />
  )
}
