import { useSearch } from '@tanstack/react-router'
import { parseDecimal } from '@truemark/core/money/decimal'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { useAvailable } from '../data/account.ts'
import { isTextForm, useDraft } from '../data/draft.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import { useRefusalText, useScales } from '../wallet/door.ts'
import { CurrencyEnds } from './CurrencyEnds.tsx'
import { ExchangeAmount } from './ExchangeAmount.tsx'
import { exchangeFault, exchangeInSearch, type ExchangeDraft } from './exchangeForm.ts'
import { FundFrame } from './FundFrame.tsx'
import { QuoteSheet } from './QuoteSheet.tsx'
import { useQuote } from './useQuote.ts'

/** Exchanges one currency for another by a quote that stands for ten seconds. */
export function ExchangeScreen() {
  const shell = useTranslations('shell.title')
  const funds = useTranslations('funds')
  const coins = useScales()
  return (
    <FundFrame
      title={shell('exchange')}
      leads={{ to: '/fund/transfer_history', search: { tab: 'exchanges' }, label: funds('history.link') }}
    >
      <Loaded query={coins}>{(scaleOf) => <ExchangeForm scaleOf={scaleOf} />}</Loaded>
    </FundFrame>
  )
}

function ExchangeForm({ scaleOf }: { scaleOf: ReadonlyMap<string, number> }) {
  const t = useTranslations('funds.exchange')
  const search: Record<string, unknown> = useSearch({ strict: false })
  const refusalText = useRefusalText()
  const first = known(exchangeInSearch(search), scaleOf)
  const isMine = (kept: unknown): kept is ExchangeDraft => isExchange(kept) && known(kept, scaleOf) === kept
  const [draft, setDraft] = useDraft(`exchange ${first.source} ${first.target}`, first, isMine)
  const quoting = useQuote()
  const available = useAvailable('coin', draft.source)
  const scale = scaleOf.get(draft.source) ?? 0
  const fault = exchangeFault(draft.amount, scale, parseDecimal(available, scale) ?? 0n)
  const change = (next: ExchangeDraft) => {
    setDraft(next)
    setTried(false)
    quoting.reset()
  }
  const { tried, setTried, onSubmit } = useTried(
    fault !== null,
    () => quoting.ask(draft),
    available === undefined || quoting.isPending,
  )
  return (
    <>
      <form
        noValidate
        onSubmit={onSubmit}
        className="grid items-start gap-6 tablet:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]"
      >
        <div className="flex min-w-0 flex-col gap-4">
          <CurrencyEnds draft={draft} currencies={[...scaleOf.keys()]} onChange={change} />
          <ExchangeAmount
            draft={draft}
            scale={scale}
            available={available ?? undefined}
            fault={tried || fault !== 'amount_invalid' ? fault : null}
            onChange={change}
          />
          <Refused text={quoting.quote === null && quoting.isError ? refusalText(quoting.error) : undefined} />
          <Button
            type="submit"
            wide
            busy={quoting.isPending && quoting.quote === null}
            disabled={available === undefined}
          >
            {t('ask')}
          </Button>
        </div>
        <section className="flex flex-col gap-2 rounded-card bg-surface p-4 text-14 text-secondary">
          <p>{t('explained')}</p>
          <p className="text-quiet">{t('explainedPrice')}</p>
        </section>
      </form>
      {quoting.quote !== null && (
        <QuoteSheet
          quote={quoting.quote}
          asking={quoting.isPending}
          askFailure={quoting.isError ? quoting.error : null}
          onAsk={() => quoting.ask(draft)}
          onDone={() => change({ ...draft, amount: '' })}
          onClose={() => quoting.reset()}
        />
      )}
    </>
  )
}

const isExchange = isTextForm(['source', 'target', 'amount'])

// a pair that the address names and nobody lists is as none
function known(draft: ExchangeDraft, scaleOf: ReadonlyMap<string, number>): ExchangeDraft {
  return scaleOf.has(draft.source) && scaleOf.has(draft.target) ? draft : exchangeInSearch({})
}
