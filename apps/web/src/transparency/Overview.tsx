import { useQuery } from '@tanstack/react-query'
import { liabilities } from '@truemark/protocol/routes/liabilities'
import { manualEntriesPublic, transparencyRules } from '@truemark/protocol/routes/transparency'
import { Badge } from '@truemark/ui/primitives/Badge'
import { rowClass } from '@truemark/ui/primitives/ListRow'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { useAppData } from '../data/appData.ts'
import { useDateTime } from '../i18n/door.ts'
import { Block, Digest, FactList } from './Block.tsx'
import { ChecksBlock } from './ChecksBlock.tsx'
import { EvidenceSearch } from './EvidenceSearch.tsx'
import { HeadCheckBlock } from './HeadCheckBlock.tsx'
import { HeadMailBlock } from './HeadMailBlock.tsx'
import { KeysBlock } from './KeysBlock.tsx'
import { MemoryBlock } from './MemoryBlock.tsx'
import { ReceiptsBlock } from './ReceiptsBlock.tsx'
import { WitnessBlock } from './WitnessBlock.tsx'
import { partIcons, partNames } from './parts.ts'

/** What can be checked here, how things stand now, and the one question that most come with. */
export function Overview() {
  const t = useTranslations('transparency')
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-2">
        <p className="max-w-[24ch] text-28 leading-tight font-semibold">{t('hero')}</p>
        <p className="max-w-[64ch] text-16 text-secondary">{t('heroText')}</p>
      </header>
      <EvidenceSearch />
      <Standing />
      <ul className="grid gap-px overflow-hidden rounded-card bg-line tablet:grid-cols-2">
        {partNames.map((name) => {
          const Icon = partIcons[name]
          return (
            <li key={name} className="bg-surface">
              <Link to="/transparency/$part" params={{ part: name }} className={`${rowClass} h-full py-4`}>
                <span
                  aria-hidden="true"
                  className="grid size-10 shrink-0 place-items-center rounded-control bg-primary-soft text-primary"
                >
                  <Icon size={20} strokeWidth={1.5} />
                </span>
                <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                  <span className="text-16 font-medium">{t(`parts.${name}.title`)}</span>
                  <span className="text-14 text-secondary">{t(`parts.${name}.short`)}</span>
                </span>
                <ChevronRight size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
              </Link>
            </li>
          )
        })}
      </ul>
      <ChecksBlock />
      <MemoryBlock />
      <ReceiptsBlock />
      <WitnessBlock />
      <HeadMailBlock />
      <KeysBlock />
      <Build />
      <HeadCheckBlock />
    </div>
  )
}

/** What runs here, to be held against a build of one's own. */
function Build() {
  const t = useTranslations('transparency.build')
  const { data } = useQuery({ queryKey: ['transparency', 'rules'], queryFn: () => call(transparencyRules, {}) })
  if (data === undefined) return null
  const { commit, changed, web, desk, server } = data.build
  const shown = (hex: string | null) => (hex === null ? t('unknown') : <Digest hex={hex} />)
  return (
    <Block title={t('title')} text={t('text')}>
      <FactList
        facts={[
          { label: t('commit'), value: '', note: shown(commit) },
          ...(changed ? [{ label: t('changed'), value: '', note: t('changedText') }] : []),
          { label: t('web'), value: '', note: shown(web) },
          { label: t('server'), value: '', note: shown(server) },
          { label: t('desk'), value: '', note: shown(desk) },
        ]}
      />
    </Block>
  )
}

/** What is simulated, who approves, and when what is owed was last proved. */
function Standing() {
  const t = useTranslations('transparency.standing')
  const dateTime = useDateTime()
  const app = useAppData()
  const rules = useQuery({ queryKey: ['transparency', 'rules'], queryFn: () => call(transparencyRules, {}) }).data
  const manual = useQuery({ queryKey: ['transparency', 'manual'], queryFn: () => call(manualEntriesPublic, {}) }).data
  const proof = useQuery({
    queryKey: ['transparency', 'liabilities', 'newest'],
    queryFn: () => call(liabilities, { query: { limit: '1' } }),
  }).data?.items[0]
  const kind = rules?.symbols[0]?.kind
  return (
    <dl className="grid gap-3 tablet:grid-cols-3">
      <Tile label={t('prices')}>
        {kind === undefined ? null : kind === 'live' ? (
          t('live')
        ) : (
          <Badge tone="info">{kind === 'replay' ? t('replayed') : t('simulated')}</Badge>
        )}
        {app?.demo_only === true && <span className="text-14 text-secondary">{t('demoOnly')}</span>}
      </Tile>
      <Tile label={t('approvals')}>
        {manual === undefined ? null : manual.single_operator ? (
          <Badge tone="warning">{t('onePerson')}</Badge>
        ) : (
          t('twoPeople')
        )}
      </Tile>
      <Tile label={t('proved')}>
        {proof === undefined ? t('notProved') : <span className="figures">{dateTime(proof.time)}</span>}
      </Tile>
    </dl>
  )
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-20 flex-col gap-1 rounded-card bg-surface px-4 py-3">
      <dt className="text-12 text-quiet">{label}</dt>
      <dd className="flex flex-col items-start gap-1 text-16 font-medium">{children}</dd>
    </div>
  )
}
