import type { Product } from '@truemark/core/capability/products'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useSession } from '../data/session.ts'
import { AccountModeButton } from '../identity/door.ts'
import { LinkButton } from '../parts/TextLink.tsx'
import { leadsToVerification } from './bar.ts'
import { useBar, useBarText } from './useBar.ts'

/** Above a form: why this account can't open anything in a product yet, and the way on. Nothing where nothing bars it. */
export function BarNotice({ product }: { product: Product }) {
  const bar = useBar(product)
  const text = useBarText()
  if (bar === null) return null
  const way = leadsToVerification(bar) ? <VerificationLink reason={bar} /> : <AccountModeButton wide />
  return <Notice text={text(bar)} way={way} />
}

function Notice({ text, way }: { text: string; way: ReactNode }) {
  return (
    <output className="flex flex-col gap-3 rounded-card bg-info-soft p-3 text-14 text-info">
      <span className="flex gap-3">
        <Info size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
        {text}
      </span>
      {way}
    </output>
  )
}

/** On the first pages of a real account: that no real money moves on this installation yet, and the way to the demo. */
export function DemoOnlyNotice() {
  const t = useTranslations('shell.eligibility')
  const app = useAppData()
  const real = useSession((state) => state.mode === 'real' && state.real !== null)
  if (!real || app?.demo_only !== true) return null
  return <Notice text={t('demoOnly')} way={<AccountModeButton wide />} />
}

/** The way to where a person says who they are, or looks how far that has come. */
export function VerificationLink({ reason }: { reason: string }) {
  const t = useTranslations('shell.eligibility')
  return <LinkButton to="/setting/authentication">{t(reason === 'real_name_pending' ? 'see' : 'verify')}</LinkButton>
}
