import { useMutation } from '@tanstack/react-query'
import { statementCsv, statementPdf, type StatementMonth } from '@truemark/protocol/routes/holdings'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { Select } from '@truemark/ui/primitives/Select'
import { FileText, ReceiptText, Sheet as SheetIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { callFile } from '../data/file.ts'
import { Link } from '../parts/router/Link.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useRefusalText } from '../wallet/door.ts'
import { FundFrame } from './FundFrame.tsx'
import { useStatements } from './fundQueries.ts'
import { saveFile } from './saveFile.ts'

/** The statement of each month, to keep: as a sheet for a spreadsheet, or to print. */
export function StatementsScreen() {
  const t = useTranslations('funds.statements')
  const gains = useTranslations('funds.gains')
  const shell = useTranslations('shell.title')
  const query = useStatements()
  return (
    <FundFrame title={shell('statements')}>
      <div className="grid items-start gap-6 tablet:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <Link to="/setting/yearly-report" className={`${rowClass} rounded-card bg-surface tablet:col-span-2`}>
          <ListRowContent
            before={<ReceiptText size={22} strokeWidth={1.5} className="text-primary" aria-hidden="true" />}
            title={gains('link')}
            note={gains('linkNote')}
            leads
          />
        </Link>
        <Loaded query={query}>
          {({ items, csv_lines_max, pdf_lines_max }) =>
            items.length === 0 ? (
              <EmptyState drawing="ledger" title={t('emptyTitle')} text={t('emptyText')} />
            ) : (
              <ul className="flex flex-col gap-3">
                {items.map((month) => (
                  <MonthCard key={month.month} month={month} csvMax={csv_lines_max} pdfMax={pdf_lines_max} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <section className="flex flex-col gap-2 rounded-card bg-surface p-4 text-14 text-secondary">
          <p>{t('explained')}</p>
          <p className="text-quiet">{t('explainedUtc')}</p>
        </section>
      </div>
    </FundFrame>
  )
}

interface MonthCardProps {
  month: StatementMonth
  csvMax: number
  pdfMax: number
}

function MonthCard({ month, csvMax, pdfMax }: MonthCardProps) {
  const t = useTranslations('funds.statements')
  const { lines, ended } = month
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="figures text-16 font-medium">{month.month}</h2>
        <span className="text-12 text-quiet">
          {t('lines', { count: lines })}
          {!ended && ` · ${t('running')}`}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Download kind="pdf" month={month.month} parts={Math.ceil(lines / pdfMax)} />
        <Download kind="csv" month={month.month} parts={Math.ceil(lines / csvMax)} />
      </div>
      {lines > pdfMax && <p className="text-12 text-quiet">{t('inParts')}</p>}
    </li>
  )
}

const routes = { csv: statementCsv, pdf: statementPdf } as const

interface DownloadProps {
  kind: 'csv' | 'pdf'
  month: string
  /** How many files the month takes; where several, one is chosen. */
  parts: number
}

function Download({ kind, month, parts }: DownloadProps) {
  const t = useTranslations('funds.statements')
  const figure = useFigure()
  const refusalText = useRefusalText()
  const [received, setReceived] = useState(0)
  const [chosen, choose] = useState('1')
  const query: Readonly<Record<string, string>> = parts > 1 ? { part: chosen } : {}
  const name = `statement-${month}${parts > 1 ? `-part-${chosen}` : ''}.${kind}`
  const download = useMutation({
    mutationFn: () => callFile(routes[kind], { params: { month }, query }, setReceived),
    onMutate: () => setReceived(0),
    onSuccess(file) {
      saveFile(file, name)
      toast.success(t('saved', { name }))
    },
    onError: (failure) => void toast.error(refusalText(failure)),
  })
  const Icon = kind === 'pdf' ? FileText : SheetIcon
  const partText = (part: string) => t('part', { part: figure(part), parts: figure(String(parts)) })
  return (
    <div className="flex min-w-32 flex-1 flex-col justify-end gap-2">
      {parts > 1 && (
        <Select
          label={t('parts', { kind: kind.toUpperCase() })}
          value={chosen}
          options={Array.from({ length: parts }, (_, place) => String(place + 1)).map((value) => ({
            value,
            label: partText(value),
          }))}
          onValueChange={choose}
        />
      )}
      <Button
        kind="secondary"
        compact
        disabled={download.isPending}
        aria-label={t('download', { kind: kind.toUpperCase(), month })}
        onClick={() => download.mutate()}
      >
        <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
        <output aria-live="polite">
          {download.isPending
            ? t('progress', { size: figure(String(Math.ceil(received / 1024))) })
            : kind.toUpperCase()}
        </output>
      </Button>
    </div>
  )
}
