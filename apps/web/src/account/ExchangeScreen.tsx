import { parseDecimal } from '@truemark/core/money/decimal'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { useMutation } from '@tanstack/react-query'
import { type Quote, quoteAsk } from '@truemark/protocol/routes/account'
import { useState } from 'react'
import { deviceNow, learnServerTime } from '@truemark/ui/device/serverTime'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Select } from '@truemark/ui/primitives/Select'
import { ArrowDownUp } from 'lucide-react'
import { useSearch } from '../parts/router/useRouter.ts'
import { useAvailable } from '../data/account.ts'
import { isTextForm, useDraft } from '../data/draft.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import { useRefusalText, useScales } from '../wallet/door.ts'
import { call } from '../data/api.ts'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { FieldButton } from '../parts/TextLink.tsx'
import { type ExchangeDraft, exchangeFault, exchangeInSearch, turned, withCurrency } from './exchangeForm.ts'
import { FundFrame } from './FundFrame.tsx'
import { QuoteSheet } from './QuoteSheet.tsx'

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
  const search = useSearch()
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

/** A quote lives ten seconds, so the clock that counts it down must be right to a fifth of one. */
const clockToleranceMs = 200

async function askQuote({ source, target, amount }: ExchangeDraft): Promise<Quote> {
  const sentAt = deviceNow()
  const quote = await call(quoteAsk, { body: { source, target, amount } })
  learnServerTime(quote.time, sentAt, deviceNow(), clockToleranceMs)
  return quote
}

/** The quote that was asked for last, until the form changes; a failed new one leaves the old in sight. */
function useQuote() {
  const [quote, setQuote] = useState<Quote | null>(null)
  const { mutate, reset, isPending, isError, error } = useMutation({ mutationFn: askQuote, onSuccess: setQuote })
  return {
    quote,
    isPending,
    isError,
    error,
    ask: mutate,
    reset() {
      setQuote(null)
      reset()
    },
  }
}

interface ExchangeAmountProps {
  draft: ExchangeDraft
  scale: number
  /** What of the source can be given; undefined while it is fetched. */
  available: string | undefined
  fault: ReturnType<typeof exchangeFault>
  onChange: (draft: ExchangeDraft) => void
}

/** How much is given, of how much there is. */
function ExchangeAmount({ draft, scale, available, fault, onChange }: ExchangeAmountProps) {
  const t = useTranslations('funds.exchange')
  const errors = useTranslations('errors')
  const put = (amount: string) => onChange({ ...draft, amount })
  return (
    <FigureInput
      label={t('amount')}
      aside={<Available label={t('available')} value={available} unit={draft.source} />}
      value={draft.amount}
      decimals={scale}
      unit={draft.source}
      error={fault === null ? undefined : errors(fault)}
      after={
        <FieldButton disabled={available === undefined} onPress={() => put(available ?? '')}>
          {t('max')}
        </FieldButton>
      }
      onValueChange={put}
    />
  )
}

interface CurrencyEndsProps {
  draft: ExchangeDraft
  currencies: readonly string[]
  onChange: (draft: ExchangeDraft) => void
}

/** Which currency is given and which received; a press turns them round. */
function CurrencyEnds({ draft, currencies, onChange }: CurrencyEndsProps) {
  const t = useTranslations('funds.exchange')
  const options = currencies.map((code) => ({ value: code, label: code, mark: <CoinMark code={code} size={24} /> }))
  const end = (name: 'source' | 'target') => (
    <Select
      label={t(name)}
      value={draft[name]}
      options={options}
      onValueChange={(code) => onChange(withCurrency(draft, name, code))}
    />
  )
  return (
    <div className="flex items-center gap-2 rounded-card bg-surface p-4 pr-2">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {end('source')}
        {end('target')}
      </div>
      <IconButton label={t('swap')} onClick={() => onChange(turned(draft))}>
        <ArrowDownUp size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
