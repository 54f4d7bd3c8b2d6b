import { Link, useRouter } from '@tanstack/react-router'
import type { DrawingName } from '@truemark/ui/marks/Drawing'
import { Badge } from '@truemark/ui/primitives/Badge'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { useTranslations } from 'use-intl'
import type { ComingText, ScreenName } from './routeTable.ts'

const drawings: Partial<Record<ComingText, DrawingName>> = {
  option: 'market',
  finance: 'coins',
  deposit: 'coins',
  withdraw: 'coins',
  exchange: 'coins',
  transfer: 'coins',
  support: 'mail',
  transparency: 'shield',
  certificates: 'ledger',
  order: 'orders',
}

const aboutMoney: ReadonlySet<ComingText> = new Set([
  'option',
  'finance',
  'deposit',
  'withdraw',
  'exchange',
  'transfer',
])

/** Says honestly that a screen is still to be built, and what will be there. */
export function ComingScreen({ name, text, root = false }: { name: ScreenName; text: ComingText; root?: boolean }) {
  const t = useTranslations()
  const router = useRouter()
  const title = t(`shell.title.${name}`)
  return (
    <>
      <PageHeader
        title={title}
        {...(root ? {} : { onBack: () => router.history.back(), backLabel: t('shell.action.back') })}
        actions={<Badge className="mr-2">{t('coming.label')}</Badge>}
      />
      <EmptyState
        drawing={drawings[text] ?? 'path'}
        title={t('coming.title', { screen: title })}
        text={t(`coming.${text}`)}
        action={<Next text={text} />}
      />
    </>
  )
}

/** What one can do meanwhile; nothing where nothing comes near it. */
function Next({ text }: { text: ComingText }) {
  const t = useTranslations()
  const look = buttonClass('secondary', true)
  if (text === 'support') {
    return (
      <Link to="/setting/faq" className={look}>
        {t('shell.title.faq')}
      </Link>
    )
  }
  if (!aboutMoney.has(text)) return null
  return (
    <Link to="/market/trade/BTCUSDT" className={look}>
      {t('coming.next')}
    </Link>
  )
}
