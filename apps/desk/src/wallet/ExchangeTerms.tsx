import { useQuery } from '@tanstack/react-query'
import {
  deskExchangeTerms,
  deskExchangeTermsChange,
  type DeskExchangeTerms,
} from '@truemark/protocol/routes/deskTreasury'
import { formatFigure } from '@truemark/ui/figures/format'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { ChangeSheet, useDeed } from '../deed/door.ts'
import { Facts, LoadFailure } from '../table/door.ts'
import {
  exchangeBody,
  exchangeChanges,
  exchangeConsequences,
  exchangeDecimals,
  exchangeDraft,
  exchangeFaults,
  exchangeTermNames,
  isPercent,
  type ExchangeTerm,
} from './exchangeTerms.ts'

/** What exchanging one currency for another costs, and what bounds it. */
export function ExchangeTerms() {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_wallet_write')
  const written = useWritten()
  const [editing, setEditing] = useState(false)
  const query = useQuery({ queryKey: ['exchangeTerms'], queryFn: () => call(deskExchangeTerms, {}) })
  const { data: terms } = query
  const draft = terms && exchangeDraft(terms)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-20 font-semibold">{t('walletTerms.exchange.title')}</h2>
        {mayWrite && terms && (
          <Button kind="secondary" onClick={() => setEditing(true)}>
            {t('deed.edit')}
          </Button>
        )}
      </div>
      {query.isPending && <Skeleton className="h-48 w-full rounded-card" />}
      {query.isError && !terms && <LoadFailure query={query} />}
      {draft && (
        <Card>
          <Facts
            facts={exchangeTermNames.map((name) => ({
              name: t(`walletTerms.exchange.names.${name}`),
              value: <span className="figures">{written(name, draft[name])}</span>,
            }))}
          />
        </Card>
      )}
      {editing && terms && <ExchangeTermsSheet terms={terms} onClose={() => setEditing(false)} />}
    </section>
  )
}

/** Writes a term for the reader; a dash where there is none. */
function useWritten(): (name: ExchangeTerm, text: string) => string {
  const locale = useFigureLocale()
  return (name, text) => {
    if (text === '') return '–'
    return `${formatFigure(text, locale, { decimalsMin: 0 })} ${isPercent(name) ? '%' : 'USDT'}`
  }
}

/** Changes fee, spread and bounds of exchanges, for everyone. */
function ExchangeTermsSheet({ terms, onClose }: { terms: DeskExchangeTerms; onClose: () => void }) {
  const t = useTranslations('desk')
  const written = useWritten()
  const [draft, setDraft] = useState(() => exchangeDraft(terms))
  const faults = exchangeFaults(draft)
  const deed = useDeed({
    send: (reason: string) => call(deskExchangeTermsChange, { body: exchangeBody(draft, reason) }),
    touches: ['exchangeTerms', 'audit'],
    done: () => t('deed.saved'),
  })
  return (
    <ChangeSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('walletTerms.exchange.edit')}
      description={t('walletTerms.exchange.editExplained')}
      changes={exchangeChanges(terms, draft).map(({ name, from, to }) => ({
        name: t(`walletTerms.exchange.names.${name}`),
        from: written(name, from),
        to: written(name, to),
      }))}
      consequences={exchangeConsequences(terms, draft).map((name) => t(`walletTerms.exchange.consequence.${name}`))}
      faulty={faults.size > 0}
      busy={deed.busy}
      failure={deed.failure}
      onSave={(reason) => void deed.run(reason).then((done) => done && onClose())}
    >
      {() => (
        <div className="grid items-start gap-3 tablet:grid-cols-2">
          {exchangeTermNames.map((name) => {
            const fault = faults.get(name)
            return (
              <DecimalInput
                key={name}
                label={t(`walletTerms.exchange.names.${name}`)}
                value={draft[name]}
                decimals={exchangeDecimals(name)}
                unit={isPercent(name) ? '%' : 'USDT'}
                error={fault && t(`walletTerms.exchange.${fault}`)}
                readAs={(figure) => t('common.readAs', { figure })}
                onValueChange={(value) => setDraft({ ...draft, [name]: value })}
              />
            )
          })}
        </div>
      )}
    </ChangeSheet>
  )
}
