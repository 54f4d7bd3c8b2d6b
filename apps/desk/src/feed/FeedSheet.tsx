import { deskFeedChange, type DeskFeed } from '@truemark/protocol/routes/deskFeed'
import { Select } from '@truemark/ui/primitives/Select'
import { joined } from '@truemark/ui/primitives/joined'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet, type WrittenChange } from '../deed/door.ts'
import { bodyOf, changedSources, consequencesOf, draftOf, faultsOf, kindsOf, toggled, type FeedDraft } from './draft.ts'

/** Sets where prices come from, for every user alike. */
export function FeedSheet({ feed, onClose }: { feed: DeskFeed; onClose: () => void }) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(() => draftOf(feed))
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('feed.edit')}
      description={t('feed.editExplained')}
      changes={useWrittenChanges(feed, draft)}
      consequences={consequencesOf(feed, draft).map((name) => t(`feed.consequence.${name}`))}
      faulty={faultsOf(draft).length > 0}
      send={(reason) => call(deskFeedChange, { body: bodyOf(draft, reason) })}
      touches={['feed']}
      done={t('feed.saved')}
    >
      {() => (
        <>
          <Select
            label={t('feed.kind')}
            value={draft.kind}
            options={kindsOf(feed).map((value) => ({ value, label: t(`feed.kinds.${value}`) }))}
            onValueChange={(kind) => setDraft({ ...draft, kind })}
          />
          <SourceFields feed={feed} draft={draft} onChange={setDraft} />
        </>
      )}
    </ChangeSheet>
  )
}

interface SourceFieldsProps {
  feed: DeskFeed
  draft: FeedDraft
  onChange: (draft: FeedDraft) => void
}

function SourceFields({ feed, draft, onChange }: SourceFieldsProps) {
  const t = useTranslations('desk.feed')
  const faults = faultsOf(draft)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 className="text-14 font-semibold">{t('sources')}</h3>
        <p className="text-12 text-quiet">{t('sourcesHint')}</p>
      </div>
      {feed.symbols.map(({ symbol, offered }) => {
        const isFaulty = faults.includes(symbol)
        return (
          <fieldset key={symbol} className="min-w-0" aria-describedby={isFaulty ? `no-source-${symbol}` : undefined}>
            <legend className="pb-1 text-14 text-secondary">{symbol}</legend>
            <div className="flex flex-wrap gap-2">
              {offered.map((source) => {
                const isOn = draft.sources[symbol]?.includes(source) === true
                return (
                  <button
                    key={source}
                    type="button"
                    aria-pressed={isOn}
                    aria-label={`${symbol} ${source}`}
                    onClick={() => onChange(toggled(draft, symbol, source))}
                    className={joined(
                      'feedback min-h-11 rounded-control px-3.5 text-14 capitalize',
                      isOn ? 'bg-primary-soft font-medium text-primary' : 'bg-raised text-quiet',
                    )}
                  >
                    {source}
                  </button>
                )
              })}
            </div>
            {isFaulty && (
              <p id={`no-source-${symbol}`} className="pt-1 text-12 text-danger">
                {t('noSource')}
              </p>
            )}
          </fieldset>
        )
      })}
    </div>
  )
}

function useWrittenChanges(feed: DeskFeed, draft: FeedDraft): readonly WrittenChange[] {
  const t = useTranslations('desk.feed')
  const sources = changedSources(feed, draft).map(({ symbol, from, to }) => ({ name: symbol, from, to: to || '–' }))
  if (draft.kind === feed.kind) return sources
  return [{ name: t('kind'), from: t(`kinds.${feed.kind}`), to: t(`kinds.${draft.kind}`) }, ...sources]
}
