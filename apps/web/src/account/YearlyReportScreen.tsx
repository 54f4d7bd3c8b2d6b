import { useMutation } from '@tanstack/react-query'
import { type GainReport, gainsCsv } from '@truemark/protocol/routes/gains'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { Select } from '@truemark/ui/primitives/Select'
import { Printer, Sheet as SheetIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { callFile } from '../data/file.ts'
import { AmountLine, Line } from '../parts/Line.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { useRefusalText } from '../wallet/door.ts'
import { FundFrame } from './FundFrame.tsx'
import { useGainYears, useGains } from './fundQueries.ts'
import { Gain } from './Gain.tsx'
import { GainCoins } from './GainCoins.tsx'
import { GainMatches } from './GainMatches.tsx'
import { printByDaylight } from './printByDaylight.ts'
import { saveFile } from './saveFile.ts'

/** What coins brought in a year, first in first out: to read, to print, and as a file. */
export function YearlyReportScreen() {
  const t = useTranslations('funds.gains')
  const shell = useTranslations('shell.title')
  const years = useGainYears()
  const [chosen, choose] = useState<string | null>(null)
  return (
    <FundFrame title={shell('yearlyReport')}>
      <div className="grid items-start gap-6 tablet:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] print:block">
        <Loaded query={years}>
          {({ items }) => {
            const year = chosen ?? items[0]?.year
            return (
              <div className="flex min-w-0 flex-col gap-6">
                {items.length > 1 && (
                  <Select
                    label={t('year')}
                    value={year ?? null}
                    options={items.map((item) => ({ value: item.year, label: item.year }))}
                    onValueChange={choose}
                  />
                )}
                {year !== undefined && <Report year={year} />}
              </div>
            )
          }}
        </Loaded>
        <section className="flex flex-col gap-2 rounded-card bg-surface p-4 text-14 text-secondary">
          <p>{t('explained')}</p>
          <p>{t('explainedMoves')}</p>
          <p className="text-quiet">{t('noAdvice')}</p>
        </section>
      </div>
    </FundFrame>
  )
}

function Report({ year }: { year: string }) {
  const query = useGains(year)
  return (
    <Loaded query={query} rows={8}>
      {(report) => (
        <div className="flex min-w-0 flex-col gap-6">
          <Totals report={report} />
          <Beside report={report} />
          <GainCoins coins={report.coins} />
          <GainMatches matches={report.matches} more={report.more} />
        </div>
      )}
    </Loaded>
  )
}

function Totals({ report }: { report: GainReport }) {
  const t = useTranslations('funds.gains')
  const label = useTranslations('shell.label')
  const isPart = report.coins.some(({ unknown }) => /[1-9]/.test(unknown))
  return (
    <section className="flex flex-col gap-4 rounded-card bg-surface p-4" aria-label={t('gain')}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="figures text-20 font-semibold">{report.year}</h2>
        {report.simulated && <Badge tone="info">{label('simulated')}</Badge>}
      </div>
      <dl className="flex flex-col gap-1 text-14">
        <Line label={t('gain')}>
          <Gain value={report.gain} strong />
        </Line>
        <AmountLine label={t('proceeds')} value={report.proceeds} unit="USDT" decimalsMax={2} />
        <AmountLine label={t('cost')} value={report.cost} unit="USDT" decimalsMax={2} />
      </dl>
      {isPart && <p className="text-12 text-warning">{t('unknown')}</p>}
      {!report.ended && <p className="text-12 text-quiet">{t('running')}</p>}
      <Actions year={report.year} />
    </section>
  )
}

function Actions({ year }: { year: string }) {
  const t = useTranslations('funds.gains')
  const saved = useTranslations('funds.statements')
  const refusalText = useRefusalText()
  const name = `gains-${year}.csv`
  const download = useMutation({
    mutationFn: () => callFile(gainsCsv, { params: { year } }, () => undefined),
    onSuccess(file) {
      saveFile(file, name)
      toast.success(saved('saved', { name }))
    },
    onError: (failure) => void toast.error(refusalText(failure)),
  })
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button kind="secondary" compact disabled={download.isPending} onClick={() => download.mutate()}>
        <SheetIcon size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('csv')}
      </Button>
      <Button kind="secondary" compact onClick={printByDaylight}>
        <Printer size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('print')}
      </Button>
    </div>
  )
}

/** Income, and what contracts and options brought: beside the gains of coins, not among them. */
function Beside({ report: { income, products } }: { report: GainReport }) {
  const t = useTranslations('funds.gains')
  const product = useTranslations('funds.profit.product')
  if (income.length === 0 && products.length === 0) return null
  return (
    <div className="grid gap-3 tablet:grid-cols-2">
      {income.length > 0 && (
        <section className="flex flex-col gap-2 rounded-card bg-surface p-4">
          <h2 className="text-14 font-medium">{t('income')}</h2>
          <dl className="flex flex-col gap-1 text-14">
            {income.map(({ currency, amount, worth }) => (
              <AmountLine
                key={currency}
                label={<Worth worth={worth} />}
                value={amount}
                unit={currency}
                decimalsMax={8}
              />
            ))}
          </dl>
        </section>
      )}
      {products.length > 0 && (
        <section className="flex flex-col gap-2 rounded-card bg-surface p-4">
          <h2 className="text-14 font-medium">{t('products')}</h2>
          <dl className="flex flex-col gap-1 text-14">
            {products.map((one) => (
              <Line key={one.product} label={product(one.product)}>
                <Gain value={one.amount} />
              </Line>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

function Worth({ worth }: { worth: string | null }) {
  const t = useTranslations('funds.gains')
  return worth === null ? t('notKnown') : <Gain value={worth} />
}
