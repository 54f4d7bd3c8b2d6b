import { useTranslations } from 'use-intl'
import { Loaded } from '../parts/Loaded.tsx'
import { FrozenNotice } from '../security/door.ts'
import { CashoutForm } from './CashoutForm.tsx'
import type { CashoutFacts } from './cashoutForm.ts'
import { useAddresses, useCards, useScales, useWalletTerms } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** Taking money out, to an address or a bank card. */
export function CashoutScreen() {
  const t = useTranslations('wallet')
  return (
    <WalletFrame
      title="cashout"
      demo="demo_no_withdraw"
      leads={{ to: '/withdrawal/withdraw-records', label: t('records') }}
    >
      <div className="flex flex-col gap-4">
        <FrozenNotice leadsOut={false} />
        <Cashout />
      </div>
    </WalletFrame>
  )
}

function Cashout() {
  const terms = useWalletTerms()
  const scales = useScales()
  const addresses = useAddresses()
  const cards = useCards()
  const queries = [terms, scales, addresses, cards]
  const isReady = terms.data && scales.data && addresses.data && cards.data
  const facts: CashoutFacts | undefined = isReady
    ? { terms: terms.data, scaleOf: scales.data, addresses: addresses.data, cards: cards.data }
    : undefined
  const query = {
    data: facts,
    isError: queries.some((one) => one.isError),
    refetch: () => queries.filter((one) => one.isError).forEach((one) => void one.refetch()),
  }
  return <Loaded query={query}>{(known) => <CashoutForm facts={known} />}</Loaded>
}
