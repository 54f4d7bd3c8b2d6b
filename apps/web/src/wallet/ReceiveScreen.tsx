import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { addressToken } from '@truemark/protocol/routes/content'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Button, buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { Copy, TriangleAlert } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { Navigate } from '../parts/router/Navigate.tsx'
import { useSearch } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { useFigure } from '../parts/useFigure.ts'
import { useCopy } from '../i18n/door.ts'
import { Incoming } from './Incoming.tsx'
import type { Route } from './NetworkFields.tsx'
import { useRefusalText } from './refusal.ts'
import { routeInSearch } from './search.ts'
import { WalletFrame } from './WalletFrame.tsx'
import { walletKey } from './walletQueries.ts'
import { WholeAddress } from './WholeAddress.tsx'

/** The address that a deposit goes to, as a code and whole. */
export function ReceiveScreen() {
  const route = routeInSearch(useSearch())
  return (
    <WalletFrame title="receiveMoney" demo="demo_no_deposit">
      {route === null ? <Navigate to="/recharge/deposit" /> : <Receive route={route} />}
    </WalletFrame>
  )
}

function Receive({ route }: { route: Route }) {
  const t = useTranslations('wallet')
  const shell = useTranslations('shell')
  const refusalText = useRefusalText()
  const query = useQuery({
    queryKey: [...walletKey, 'address', route.currency, route.network],
    queryFn: () => call(addressToken, { body: route }),
  })
  if (query.data) return <Address given={query.data} />
  if (!query.isError) return <SkeletonRows rows={5} label={shell('state.loading')} />
  if (query.error instanceof ApiError && query.error.reason === 'real_money_closed') {
    return <EmptyState drawing="coins" title={t('deposit.closed')} text={t('deposit.closedText')} />
  }
  return (
    <ErrorState
      title={shell('failure.loadTitle')}
      text={refusalText(query.error)}
      retryLabel={shell('action.retry')}
      onRetry={() => void query.refetch()}
    />
  )
}

const codeSize = 208

function Address({ given }: { given: AnswerOf<typeof addressToken> }) {
  const t = useTranslations('wallet')
  const figure = useFigure()
  const { currency, network, address, own, memo, qr, amount_min: least, confirmations: needed } = given
  return (
    <div className="grid max-w-176 items-start gap-6 tablet:grid-cols-[auto_minmax(0,1fr)]">
      <div className="mx-auto rounded-card bg-[#ffffff] p-4">
        <QRCodeSVG value={qr} size={codeSize} level="M" bgColor="#ffffff" fgColor="#121212" title={t('deposit.qr')} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-col gap-1">
          <h2 className="text-20 font-semibold">{t('deposit.sendOnly', { currency, network })}</h2>
          <p className="text-14 text-warning">{t('deposit.sendOnlyText')}</p>
          {/[1-9]/.test(least) && (
            <p className="text-14 text-secondary">{t('deposit.min', { amount: `${figure(least)} ${currency}` })}</p>
          )}
        </div>
        {memo !== '' && <MemoWarning />}
        <div className="flex flex-col gap-2 rounded-card bg-surface p-4">
          <span className="text-14 text-quiet">{t('deposit.address')}</span>
          <WholeAddress address={address} />
          <CopyButton text={address} label={t('copy')} />
          {memo === '' && <p className="text-14 text-secondary">{own ? t('deposit.own') : t('deposit.shared')}</p>}
        </div>
        {memo !== '' && <Memo memo={memo} />}
        {needed === null && <p className="text-14 text-secondary">{t('deposit.sentNote')}</p>}
        {needed !== null && <Incoming route={{ currency, network }} needed={needed} />}
        <Link
          to="/recharge/submit-voucher"
          search={{ currency, network }}
          className={buttonClass(needed === null ? 'primary' : 'quiet', false, true)}
        >
          {needed === null ? t('deposit.sent') : t('incoming.instead')}
        </Link>
      </div>
    </div>
  )
}

/** Said before either is copied: the address alone credits nobody. */
function MemoWarning() {
  const t = useTranslations('wallet.deposit')
  return (
    <section aria-labelledby="both" className="flex gap-3 rounded-card bg-warning/12 p-4">
      <TriangleAlert size={22} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
      <div className="flex min-w-0 flex-col gap-1">
        <h3 id="both" className="text-16 font-semibold text-warning">
          {t('memoTitle')}
        </h3>
        <p className="text-14">{t('memoWarning')}</p>
      </div>
    </section>
  )
}

function Memo({ memo }: { memo: string }) {
  const t = useTranslations('wallet.deposit')
  return (
    <div className="flex flex-col gap-2 rounded-card bg-surface p-4">
      <span className="text-14 text-quiet">{t('memo')}</span>
      <span className="figures text-20 font-semibold select-all">{memo}</span>
      <CopyButton text={memo} label={t('copyMemo')} />
    </div>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = useCopy()
  return (
    <Button kind="secondary" compact onClick={() => copy(text)}>
      <Copy size={18} strokeWidth={1.5} aria-hidden="true" />
      {label}
    </Button>
  )
}
