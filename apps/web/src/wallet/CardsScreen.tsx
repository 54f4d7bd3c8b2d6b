import { cardRemove, type BankCard } from '@truemark/protocol/routes/payees'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { Landmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { HeldUntil } from './HeldUntil.tsx'
import { payeeName } from './PayeeField.tsx'
import { RemovePayee } from './RemovePayee.tsx'
import { useCards } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** The bank cards that money can be withdrawn to. */
export function CardsScreen() {
  const shell = useTranslations('shell.title')
  return (
    <WalletFrame title="manageCards" demo="demo_no_cards">
      <div className="flex max-w-160 flex-col gap-4">
        <Cards />
        <Link to="/setting/crypto-address-management" className={`${rowClass} rounded-card bg-surface`}>
          <ListRowContent title={shell('addressManagement')} leads />
        </Link>
      </div>
    </WalletFrame>
  )
}

function Cards() {
  const t = useTranslations('wallet')
  const query = useCards()
  const [asked, ask] = useState<BankCard | null>(null)
  const add = (
    <Link to="/withdrawal/add-bankcard" className={buttonClass('primary', false, true)}>
      {t('cashout.addCard')}
    </Link>
  )
  return (
    <Loaded query={query}>
      {(cards) =>
        cards.length === 0 ? (
          <EmptyState drawing="ledger" title={t('card.emptyTitle')} text={t('card.emptyText')} action={add} />
        ) : (
          <>
            <ul className="overflow-hidden rounded-card bg-surface">
              {cards.map((card) => (
                <CardLine key={card.id} card={card} onRemove={() => ask(card)} />
              ))}
            </ul>
            {add}
            {asked !== null && (
              <RemovePayee
                title={t('card.removeTitle')}
                remove={() => call(cardRemove, { params: { id: asked.id } })}
                onDone={() => ask(null)}
              >
                {asked.bank_name} · <span className="figures break-all">{asked.account_number}</span>
              </RemovePayee>
            )}
          </>
        )
      }
    </Loaded>
  )
}

function CardLine({ card, onRemove }: { card: BankCard; onRemove: () => void }) {
  const t = useTranslations('wallet')
  const name = payeeName({ method: 'card', of: card })
  return (
    <li className="flex items-center gap-1 py-2 pr-1 pl-4 hairline-b last:shadow-none">
      <ListRowContent
        before={<Landmark size={22} strokeWidth={1.5} className="text-primary" aria-hidden="true" />}
        title={<span className="figures">{name}</span>}
        note={
          <span className="flex flex-col">
            <span>
              {card.payee_name} · {t(`card.${card.bank_type}`)}
            </span>
            <HeldUntil usableFrom={card.usable_from} />
          </span>
        }
      />
      <Link
        to="/withdrawal/add-bankcard"
        search={{ id: card.id }}
        aria-label={`${t('card.edit')}: ${name}`}
        title={t('card.edit')}
        className="feedback inline-grid size-11 shrink-0 place-items-center rounded-control text-secondary hover:bg-raised hover:text-text"
      >
        <Pencil size={18} strokeWidth={1.5} aria-hidden="true" />
      </Link>
      <IconButton label={`${t('address.remove')}: ${name}`} onClick={onRemove}>
        <Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
