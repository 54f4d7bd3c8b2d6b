import { deskHouseMove, movableAccounts } from '@truemark/protocol/routes/deskTreasury'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { AskSheet } from './AskSheet.tsx'
import { MoneyFields, moneyOf, noMoney } from './MoneyFields.tsx'

type Movable = (typeof movableAccounts)[number]

/** Asks for a move between accounts of the house, the outside world among them. */
export function MoveSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk')
  const [realm, setRealm] = useState<'real' | 'demo'>('real')
  const [from, setFrom] = useState<Movable>('external')
  const [to, setTo] = useState<Movable>('treasury')
  const [money, setMoney] = useState(noMoney)
  const sent = moneyOf(money)
  const options = movableAccounts.map((value) => ({ value, label: t('treasury.accountName', { account: value }) }))
  return (
    <AskSheet
      title={t('treasury.move')}
      text={t('treasury.moveExplained')}
      ready={sent !== null && from !== to}
      send={(reason) => call(deskHouseMove, { body: { realm, from, to, ...(sent ?? money), reason } })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Segmented
            label={t('users.realm')}
            value={realm}
            items={(['real', 'demo'] as const).map((value) => ({ value, label: t(`common.${value}`) }))}
            onValueChange={setRealm}
          />
          <Select label={t('treasury.from')} value={from} options={options} onValueChange={setFrom} />
          <Select
            label={t('treasury.to')}
            error={tried && from === to ? t('treasury.sameAccount') : undefined}
            value={to}
            options={options}
            onValueChange={setTo}
          />
          <MoneyFields money={money} tried={tried} onChange={setMoney} />
        </>
      )}
    </AskSheet>
  )
}
