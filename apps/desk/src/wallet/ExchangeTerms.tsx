import { useQuery } from '@tanstack/react-query'
import {
  deskExchangeTerms,
  deskExchangeTermsChange,
  type DeskExchangeTerms,
} from '@truemark/protocol/routes/deskTreasury'
import { formatFigure } from '@truemark/ui/figures/format'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet } from '../deed/door.ts'
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
import { TermFacts, TermsSection } from './TermsSection.tsx'

/** What exchanging one currency for another costs, and what bounds it. */
export function ExchangeTerms() {
  const t = useTranslations('desk')
  const written = useWritten()
  const query = useQuery({ queryKey: ['exchangeTerms'], queryFn: () => call(deskExchangeTerms, {}) })
  return (
    <TermsSection
      title={t('walletTerms.exchange.title')}
      query={query}
      sheet={(terms, onClose) => <ExchangeTermsSheet terms={terms} onClose={onClose} />}
    >
      {(terms) => {
        const draft = exchangeDraft(terms)
        const nameOf = (name: ExchangeTerm) => t(`walletTerms.exchange.names.${name}`)
        return <TermFacts facts={exchangeTermNames.map((name) => [nameOf(name), written(name, draft[name])])} />
      }}
    </TermsSection>
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
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('walletTerms.exchange.edit')}
      description={t('walletTerms.exchange.editExplained')}
      changes={exchangeChanges(terms, draft).map(({ name, from, to }) => ({
        name: t(`walletTerms.exchange.names.${name}`),
        from: written(name, from),
        to: written(name, to),
      }))}
      consequences={exchangeConsequences(terms, draft).map((name) => t(`walletTerms.exchange.consequence.${name}`))}
      faulty={faults.size > 0}
      send={(reason) => call(deskExchangeTermsChange, { body: exchangeBody(draft, reason) })}
      touches={['exchangeTerms']}
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
