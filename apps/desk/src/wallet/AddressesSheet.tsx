import { addressesMax, deskAddressesAdd, type DeskNetwork } from '@truemark/protocol/routes/deskWallet'
import { Field, inputClass } from '@truemark/ui/primitives/Field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet } from '../deed/door.ts'
import { addressesIn, faultOf } from './addressList.ts'

/** Puts addresses of a network in store, each to be one user's for good. */
export function AddressesSheet({ network: row, onClose }: { network: DeskNetwork; onClose: () => void }) {
  const t = useTranslations('desk')
  const [text, setText] = useState('')
  const addresses = addressesIn(text)
  const fault = faultOf(addresses)
  const { currency, network, free } = row
  const after = String(free + addresses.length)
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('networks.fillTitle', { network: `${currency} ${network}` })}
      description={t('networks.fillExplained')}
      changes={addresses.length === 0 ? [] : [{ name: t('networks.free'), from: String(free), to: after }]}
      consequences={addresses.length === 0 ? [] : [t('networks.fillConsequence')]}
      faulty={fault !== null}
      send={(reason) => call(deskAddressesAdd, { body: { currency, network, addresses, reason } })}
      touches={['networks', 'depositAddresses']}
    >
      {(tried) => (
        <Field
          label={t('networks.addresses')}
          hint={t('networks.addressesHint', { max: String(addressesMax) })}
          error={fault !== null && (tried || fault !== 'none') ? t(`networks.listFault.${fault}`) : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              rows={8}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              maxLength={20_000}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={`${inputClass} figures min-h-48 rounded-control bg-raised py-2.5 text-16`}
            />
          )}
        </Field>
      )}
    </ChangeSheet>
  )
}
