import { deskManualEntry } from '@truemark/protocol/routes/deskTreasury'
import { id } from '@truemark/protocol/values'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { isReasonText } from '../deed/door.ts'
import { AskSheet } from './AskSheet.tsx'
import { MoneyFields, moneyOf, noMoney } from './MoneyFields.tsx'

/** Asks for an entry by hand for a user: against the treasury, with its evidence. */
export function EntrySheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk')
  const [kind, setKind] = useState<'deposit' | 'withdrawal'>('deposit')
  const [user, setUser] = useState('')
  const [evidence, setEvidence] = useState('')
  const [money, setMoney] = useState(noMoney)
  const sent = moneyOf(money)
  const isUser = id.safeParse(user.trim()).success
  const isEvidence = isReasonText(evidence)
  const send = (reason: string) =>
    call(deskManualEntry, {
      body: { uid: user.trim(), kind, ...(sent ?? money), evidence: evidence.trim(), reason },
    })
  return (
    <AskSheet
      title={t('treasury.entry')}
      text={t('treasury.entryExplained')}
      ready={sent !== null && isUser && isEvidence}
      send={send}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Segmented
            label={t('treasury.direction')}
            value={kind}
            items={[
              { value: 'deposit', label: t('treasury.manualIn') },
              { value: 'withdrawal', label: t('treasury.manualOut') },
            ]}
            onValueChange={setKind}
          />
          <TextInput
            label={t('users.uid')}
            error={tried && !isUser ? t('fault.required') : undefined}
            autoComplete="off"
            maxLength={64}
            value={user}
            onChange={(event) => setUser(event.target.value)}
          />
          <MoneyFields money={money} tried={tried} onChange={setMoney} />
          <TextInput
            label={t('treasury.evidence')}
            hint={t('treasury.evidenceHint')}
            error={tried && !isEvidence ? t('fault.reason') : undefined}
            autoCapitalize="sentences"
            autoComplete="off"
            maxLength={200}
            value={evidence}
            onChange={(event) => setEvidence(event.target.value)}
          />
        </>
      )}
    </AskSheet>
  )
}
