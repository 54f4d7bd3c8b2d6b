import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { Suspense, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useNavigate, useParams, useRouter } from '../parts/router/useRouter.ts'
import { LinkButton } from '../parts/TextLink.tsx'
import { useShape } from '../i18n/door.ts'
import { Overview } from './Overview.tsx'
import { isPart, partIcons, partNames, type PartName } from './parts.ts'
import { TransparencyTexts } from './texts.tsx'

const views: Readonly<Record<PartName, ComponentType>> = {
  evidence: lazyPart(() => import('./EvidencePart.tsx').then((m) => m.EvidencePart)),
  liabilities: lazyPart(() => import('./LiabilitiesPart.tsx').then((m) => m.LiabilitiesPart)),
  rules: lazyPart(() => import('./RulesPart.tsx').then((m) => m.RulesPart)),
  terms: lazyPart(() => import('./TermsPart.tsx').then((m) => m.TermsPart)),
  prices: lazyPart(() => import('./PricesPart.tsx').then((m) => m.PricesPart)),
  counterparty: lazyPart(() => import('./CounterpartyPart.tsx').then((m) => m.CounterpartyPart)),
  insurance: lazyPart(() => import('./InsurancePart.tsx').then((m) => m.InsurancePart)),
  halts: lazyPart(() => import('./HaltsPart.tsx').then((m) => m.HaltsPart)),
  withdrawals: lazyPart(() => import('./WithdrawalsPart.tsx').then((m) => m.WithdrawalsPart)),
  approvals: lazyPart(() => import('./ApprovalsPart.tsx').then((m) => m.ApprovalsPart)),
}

/** What anyone may check, open to guests: an overview, and one page for each thing. */
export function TransparencyScreen() {
  return (
    <TransparencyTexts>
      <Frame />
    </TransparencyTexts>
  )
}

function Frame() {
  const t = useTranslations('transparency')
  const shell = useTranslations('shell')
  const router = useRouter()
  const navigate = useNavigate()
  const params = useParams()
  const name = params['part']
  const part = isPart(name) ? name : null
  const wide = useShape() === 'desk'
  const back = () => (part === null ? router.back() : void navigate({ to: '/transparency' }))
  return (
    <>
      <PageHeader
        title={part === null ? shell('title.transparency') : t(`parts.${part}.title`)}
        onBack={back}
        backLabel={shell('action.back')}
      />
      <div className="mx-auto grid w-full max-w-304 gap-8 px-4 pb-10 tablet:px-6 desk:mx-0 desk:grid-cols-[16rem_minmax(0,1fr)]">
        {wide && <PartMenu current={part} />}
        <div className="min-w-0">
          {part === null ? name === undefined ? <Overview /> : <Missing /> : <Part name={part} />}
        </div>
      </div>
    </>
  )
}

function Part({ name }: { name: PartName }) {
  const shell = useTranslations('shell')
  const t = useTranslations('transparency.parts')
  const View = views[name]
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-[72ch] text-16 text-secondary">{t(`${name}.lead`)}</p>
      <Suspense fallback={<SkeletonRows rows={5} label={shell('state.loading')} />}>
        <View />
      </Suspense>
    </div>
  )
}

function PartMenu({ current }: { current: PartName | null }) {
  const t = useTranslations('transparency')
  const shell = useTranslations('shell.title')
  return (
    <nav aria-label={shell('transparency')} className="sticky top-[calc(var(--strip,0px)+4rem)] self-start">
      <ul className="flex flex-col gap-0.5">
        {partNames.map((name) => {
          const Icon = partIcons[name]
          return (
            <li key={name}>
              <Link
                to="/transparency/$part"
                params={{ part: name }}
                aria-current={current === name ? 'page' : undefined}
                className="feedback flex min-h-11 items-center gap-3 rounded-control px-3 text-14 font-medium text-secondary hover:bg-raised hover:text-text aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
              >
                <Icon size={19} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
                {t(`parts.${name}.title`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Missing() {
  const shell = useTranslations('shell')
  return (
    <EmptyState
      drawing="path"
      title={shell('failure.notFoundTitle')}
      action={<LinkButton to="/transparency">{shell('title.transparency')}</LinkButton>}
    />
  )
}
