import { deskWalletTermsChange, type DeskWalletTerms } from '@truemark/protocol/routes/deskTreasury'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet } from '../deed/door.ts'
import { useBounds, useTermNames, useWritten } from './termWords.ts'
import {
  bodyOf,
  changesOf,
  consequencesOf,
  decimalsOf,
  depositLimits,
  draftOf,
  faultsOf,
  notationOf,
  plainNames,
  withdrawalLimits,
} from './terms.ts'

const groups = [
  { name: 'groupPlain', terms: plainNames, open: false },
  { name: 'groupDeposits', terms: depositLimits, open: true },
  { name: 'groupWithdrawals', terms: withdrawalLimits, open: true },
] as const

/** Changes fees, least amounts, limits and the review's deadline, for everyone. */
export function TermsSheet({ terms, onClose }: { terms: DeskWalletTerms; onClose: () => void }) {
  const t = useTranslations('desk')
  const names = useTermNames()
  const written = useWritten()
  const bounds = useBounds()
  const [draft, setDraft] = useState(() => draftOf(terms))
  const faults = faultsOf(draft)
  const units = { percent: '%', usdt: 'USDT', count: t('walletTerms.hoursUnit') }
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('walletTerms.edit')}
      description={t('walletTerms.editExplained')}
      changes={changesOf(terms, draft).map(({ name, from, to }) => ({
        name: names[name],
        from: written(name, from),
        to: written(name, to),
      }))}
      consequences={consequencesOf(terms, draft).map((name) => t(`walletTerms.consequence.${name}`))}
      faulty={faults.size > 0}
      send={(reason) => call(deskWalletTermsChange, { body: bodyOf(draft, reason) })}
      touches={['walletTerms']}
    >
      {(tried) =>
        groups.map((group) => (
          <fieldset key={group.name} className="min-w-0">
            <legend className="pb-2 text-14 font-semibold">{t(`walletTerms.${group.name}`)}</legend>
            {group.open && <p className="pb-2 text-12 text-quiet">{t('walletTerms.emptyIsNone')}</p>}
            <div className="grid items-start gap-3 tablet:grid-cols-2">
              {group.terms.map((name) => {
                const fault = tried || draft[name] !== '' ? faults.get(name) : undefined
                return (
                  <DecimalInput
                    key={name}
                    label={names[name]}
                    value={draft[name]}
                    decimals={decimalsOf(name)}
                    unit={units[notationOf(name)]}
                    {...(group.open ? { placeholder: t('walletTerms.unlimited') } : {})}
                    hint={bounds(name)}
                    error={fault && (fault === 'bounds' ? bounds(name) : t('walletTerms.fault.figure'))}
                    readAs={(figure) => t('common.readAs', { figure })}
                    onValueChange={(value) => setDraft({ ...draft, [name]: value })}
                  />
                )
              })}
            </div>
          </fieldset>
        ))
      }
    </ChangeSheet>
  )
}
