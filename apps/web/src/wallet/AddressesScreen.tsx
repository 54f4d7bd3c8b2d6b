import { addressRemove, type WalletAddress } from '@truemark/protocol/routes/payees'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { HeldUntil } from './HeldUntil.tsx'
import { HoldSwitch } from './HoldSwitch.tsx'
import { shortAddress } from './payeeText.ts'
import { RemovePayee } from './RemovePayee.tsx'
import { useAddresses } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** The addresses that money can be withdrawn to. */
export function AddressesScreen() {
  const t = useTranslations('wallet')
  return (
    <WalletFrame title="addressManagement" demo="demo_no_addresses">
      <div className="flex max-w-160 flex-col gap-4">
        <Addresses />
        <HoldSwitch />
        <Link to="/withdrawal/manage-bankcard" className={`${rowClass} rounded-card bg-surface`}>
          <ListRowContent title={t('address.cards')} leads />
        </Link>
      </div>
    </WalletFrame>
  )
}

function Addresses() {
  const t = useTranslations('wallet')
  const query = useAddresses()
  const [asked, ask] = useState<WalletAddress | null>(null)
  const add = (
    <Link to="/withdrawal/add-wallet" className={buttonClass('primary', false, true)}>
      {t('cashout.addAddress')}
    </Link>
  )
  return (
    <Loaded query={query}>
      {(addresses) =>
        addresses.length === 0 ? (
          <EmptyState drawing="path" title={t('address.emptyTitle')} text={t('address.emptyText')} action={add} />
        ) : (
          <>
            <ul className="overflow-hidden rounded-card bg-surface">
              {addresses.map((address) => (
                <li key={address.id} className="flex items-center gap-1 py-2 pr-1 pl-4 hairline-b last:shadow-none">
                  <AddressLine address={address} />
                  <IconButton
                    label={`${t('address.remove')}: ${address.label} ${shortAddress(address.address)}`}
                    onClick={() => ask(address)}
                  >
                    <Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
            {add}
            {asked !== null && (
              <RemovePayee
                title={t('address.removeTitle')}
                remove={() => call(addressRemove, { params: { id: asked.id } })}
                onDone={() => ask(null)}
              >
                <span className="figures break-all">{asked.address}</span>
                <MemoOf memo={asked.memo} />
              </RemovePayee>
            )}
          </>
        )
      }
    </Loaded>
  )
}

/** The memo that stands beside an address; nothing where there is none. */
function MemoOf({ memo }: Pick<WalletAddress, 'memo'>) {
  const t = useTranslations('wallet.address')
  if (memo === null || memo === '') return null
  return <span className="figures break-all">{t('withMemo', { memo })}</span>
}

function AddressLine({ address }: { address: WalletAddress }) {
  const { currency, network, label } = address
  const short = <span className="figures">{shortAddress(address.address)}</span>
  return (
    <ListRowContent
      before={<CoinMark code={currency} />}
      title={label === '' ? short : label}
      note={
        <span className="flex flex-col">
          <span>
            {label !== '' && <>{short} · </>}
            {currency} · {network}
          </span>
          <MemoOf memo={address.memo} />
          <HeldUntil usableFrom={address.usable_from} />
        </span>
      }
    />
  )
}
