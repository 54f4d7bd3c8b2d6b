import { liveSources, type LiveSource } from '@truemark/protocol/routes/deskFeed'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import type { SourceDraft, SourceFault, SourcesDraft } from './draft.ts'

export interface SourceFieldsProps {
  sources: SourcesDraft
  /** Empty until saving was tried. */
  faults: ReadonlySet<string>
  onChange: (sources: SourcesDraft) => void
}

const venueNames: Readonly<Record<LiveSource, string>> = {
  binance: 'Binance',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  okx: 'OKX',
}

/** Which venues are heard for a market, and by which names. */
export function SourceFields({ sources, faults, onChange }: SourceFieldsProps) {
  const t = useTranslations('desk')
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-2 text-14 font-semibold">{t('listing.groupSources')}</legend>
      {faults.has('sources') && (
        <p role="alert" className="text-12 text-danger">
          {t('feed.noSource')}
        </p>
      )}
      {liveSources.map((source) => (
        <Venue
          key={source}
          source={source}
          draft={sources[source]}
          faults={faults}
          onChange={(draft) => onChange({ ...sources, [source]: draft })}
        />
      ))}
    </fieldset>
  )
}

interface VenueProps {
  source: LiveSource
  draft: SourceDraft
  faults: ReadonlySet<string>
  onChange: (draft: SourceDraft) => void
}

function Venue({ source, draft, faults, onChange }: VenueProps) {
  const t = useTranslations('desk.listing')
  const isFaulty = (fault: SourceFault) => faults.has(fault)
  return (
    <div className="flex flex-col gap-3 rounded-card bg-raised p-3.5">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <span className="text-16">{venueNames[source]}</span>
        <Switch label={venueNames[source]} checked={draft.on} onCheckedChange={(on) => onChange({ ...draft, on })} />
      </div>
      {draft.on && (
        <>
          <Segmented
            label={t('quotedIn')}
            value={draft.quote}
            items={(['USDT', 'USD'] as const).map((value) => ({ value, label: value }))}
            onValueChange={(quote) => onChange({ ...draft, quote })}
          />
          <div className="grid items-start gap-3 tablet:grid-cols-2">
            <TextInput
              label={t('socketName')}
              value={draft.code}
              maxLength={32}
              autoComplete="off"
              error={isFaulty(`${source}.code`) ? t('fault.code') : undefined}
              onChange={(event) => onChange({ ...draft, code: event.target.value })}
            />
            <TextInput
              label={t('restName')}
              value={draft.rest_code}
              maxLength={32}
              autoComplete="off"
              error={isFaulty(`${source}.rest_code`) ? t('fault.restCode') : undefined}
              onChange={(event) => onChange({ ...draft, rest_code: event.target.value })}
            />
          </div>
        </>
      )}
    </div>
  )
}
