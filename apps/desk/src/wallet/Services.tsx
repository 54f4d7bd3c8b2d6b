import { useQuery } from '@tanstack/react-query'
import {
  deskServiceTerms,
  deskServiceTermsChange,
  type DeskServiceTerms,
  serviceBounds,
} from '@truemark/protocol/routes/serviceTerms'
import { Card } from '@truemark/ui/primitives/Card'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { Facts } from '../table/door.ts'
import { servicesConsequences, servicesDraft, servicesFaults, servicesRead } from './services.ts'
import { TermsSection } from './TermsSection.tsx'

/** What is paid out to bank cards, within how many hours an identity is reviewed, and what was changed of both. */
export function Services() {
  const t = useTranslations('desk.walletTerms.services')
  const query = useQuery({ queryKey: ['serviceTerms'], queryFn: () => call(deskServiceTerms, {}) })
  return (
    <TermsSection
      title={t('title')}
      query={query}
      sheet={(terms, onClose) => <ServicesSheet terms={terms} onClose={onClose} />}
    >
      {(terms) => <Standing terms={terms} />}
    </TermsSection>
  )
}

function Standing({ terms }: { terms: DeskServiceTerms }) {
  const t = useTranslations('desk.walletTerms.services')
  const dateTime = useDateTime()
  const names: Readonly<Record<string, string>> = { card_currencies: t('cards'), identity_hours: t('hours') }
  return (
    <Card className="flex flex-col gap-4">
      <Facts
        facts={[
          {
            name: t('cards'),
            value: <span className="figures">{terms.card_currencies.join(' ') || t('noCards')}</span>,
          },
          {
            name: t('hours'),
            value: <span className="figures">{t('inHours', { count: String(terms.identity_hours) })}</span>,
          },
        ]}
      />
      <div className="flex flex-col gap-1.5">
        <h3 className="text-14 font-medium">{t('history')}</h3>
        {terms.changes.length === 0 && <p className="text-14 text-quiet">{t('unchanged')}</p>}
        <ul className="flex flex-col gap-1 text-14 text-secondary">
          {terms.changes.map(({ time, figures }) => (
            <li key={time} className="figures flex flex-wrap gap-x-3">
              <span className="text-quiet">{dateTime(time)}</span>
              {figures.map(({ name, before, after }) => (
                <span key={name}>{t('changed', { name: names[name] ?? name, before: before ?? '–', after })}</span>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function ServicesSheet({ terms, onClose }: { terms: DeskServiceTerms; onClose: () => void }) {
  const t = useTranslations('desk.walletTerms.services')
  const before = servicesDraft(terms)
  const [draft, setDraft] = useState(before)
  const faults = servicesFaults(draft)
  const after = servicesRead(draft)
  const { cardsMax, hoursMin, hoursMax } = serviceBounds
  const written = servicesDraft(after)
  const changes = [
    { name: t('cards'), from: before.cards || '–', to: written.cards || '–' },
    { name: t('hours'), from: before.hours, to: written.hours },
  ].filter(({ from, to }) => from !== to)
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('edit')}
      description={t('editExplained')}
      changes={faults.size > 0 ? [] : changes}
      consequences={servicesConsequences(terms, after).map((name) => t(name))}
      faulty={faults.size > 0}
      send={(reason) => call(deskServiceTermsChange, { body: { ...after, reason } })}
      touches={['serviceTerms']}
    >
      {() => (
        <>
          <TextInput
            label={t('cards')}
            hint={t('cardsHint')}
            autoComplete="off"
            maxLength={300}
            value={draft.cards}
            error={faults.has('cards') ? t('cardsWrong', { max: String(cardsMax) }) : undefined}
            onChange={(event) => setDraft({ ...draft, cards: event.target.value })}
          />
          <TextInput
            label={t('hours')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={draft.hours}
            error={faults.has('hours') ? t('hoursWrong', { min: String(hoursMin), max: String(hoursMax) }) : undefined}
            onChange={(event) => setDraft({ ...draft, hours: event.target.value })}
          />
        </>
      )}
    </ChangeSheet>
  )
}
