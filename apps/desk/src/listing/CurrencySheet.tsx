import { currencyScaleMax } from '@truemark/core/book/listing'
import { deskCurrencyList } from '@truemark/protocol/routes/deskListing'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet } from '../deed/door.ts'
import { currencyBody, currencyFaults, firstCurrency, type CurrencyDraft } from './draft.ts'
import { useFieldNames } from './useFieldNames.ts'

/** Lists a currency that the exchange keeps for good. */
export function CurrencySheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk.listing')
  const names = useFieldNames()
  const [draft, setDraft] = useState(firstCurrency)
  const faults = currencyFaults(draft)
  const texts: Record<keyof CurrencyDraft, string> = {
    currency: t('fault.currency'),
    name: t('fault.name'),
    scale: t('fault.whole', { min: '0', max: String(currencyScaleMax) }),
  }
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('listCurrency')}
      description={t('currencyExplained')}
      changes={(['currency', 'name', 'scale'] as const)
        .filter((field) => !faults.has(field))
        .map((field) => ({ name: names[field], from: '–', to: draft[field] }))}
      faulty={faults.size > 0}
      send={(reason) => call(deskCurrencyList, { body: currencyBody(draft, reason) })}
      touches={['listings']}
      done={t('currencyDone', { code: draft.currency })}
    >
      {(tried) => {
        const error = (field: keyof CurrencyDraft) => (tried && faults.has(field) ? texts[field] : undefined)
        return (
          <div className="grid items-start gap-3 tablet:grid-cols-2">
            <TextInput
              label={names.currency}
              value={draft.currency}
              maxLength={12}
              autoComplete="off"
              autoCapitalize="characters"
              error={error('currency')}
              onChange={(event) => setDraft({ ...draft, currency: event.target.value.toUpperCase() })}
            />
            <TextInput
              label={names.name}
              value={draft.name}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="words"
              error={error('name')}
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
            <TextInput
              label={names.scale}
              hint={t('scaleHint')}
              value={draft.scale}
              inputMode="numeric"
              autoComplete="off"
              error={error('scale')}
              onChange={(event) => setDraft({ ...draft, scale: event.target.value })}
            />
          </div>
        )
      }}
    </ChangeSheet>
  )
}
