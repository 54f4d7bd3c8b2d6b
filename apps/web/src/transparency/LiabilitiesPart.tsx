import { useQuery } from '@tanstack/react-query'
import { formatDecimal } from '@truemark/core/money/decimal'
import { liabilities, type LiabilityEpoch } from '@truemark/protocol/routes/liabilities'
import { signingKeys } from '@truemark/protocol/routes/signingKeys'
import type { Realm } from '@truemark/protocol/values'
import { Amount } from '@truemark/ui/primitives/Amount'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { tokenOf, useSession } from '../data/session.ts'
import { LinkButton } from '../parts/TextLink.tsx'
import { useDateTime } from '../i18n/door.ts'
import { AssetsBlock } from './AssetsBlock.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, Digest, FactList, FigureTable, Findings } from './Block.tsx'
import { OwnBalance } from './OwnBalance.tsx'
import { isHeadTrue, isSigned, readHead } from './proof.ts'
import { useWritten } from './useWritten.ts'

/** What is owed to users in all, proved so that each of them can check that their balance is in it. */
export function LiabilitiesPart() {
  const t = useTranslations('transparency.liabilities')
  const query = useQuery({
    queryKey: ['transparency', 'liabilities', 'page'],
    queryFn: () => call(liabilities, { query: { limit: '10' } }),
  })
  return (
    <Loaded query={query}>
      {({ items, key }) => {
        const [newest, before] = items
        if (newest === undefined) return <EmptyState drawing="ledger" title={t('noneTitle')} text={t('noneText')} />
        return (
          <div className="flex flex-col gap-10">
            <Totals epoch={newest} realm="real" />
            <AssetsBlock epoch={newest} epochs={items} />
            <Own epoch={newest} publicKey={key} />
            <Checks epoch={newest} before={before} publicKey={key} />
            <Totals epoch={newest} realm="demo" />
            <Earlier epochs={items} />
            <Limits />
          </div>
        )
      }}
    </Loaded>
  )
}

function Totals({ epoch, realm }: { epoch: LiabilityEpoch; realm: Realm }) {
  const t = useTranslations('transparency.liabilities')
  const dateTime = useDateTime()
  const trees = epoch.trees.filter((tree) => tree.realm === realm)
  return (
    <Block title={t(`totals.${realm}`)} text={t(`totalsText.${realm}`, { time: dateTime(epoch.time) })}>
      {trees.length === 0 ? (
        <p className="text-14 text-secondary">{t(`nothing.${realm}`)}</p>
      ) : (
        <FactList
          facts={trees.map(({ currency, sum, scale, root }) => ({
            key: currency,
            label: currency,
            value: <Amount value={formatDecimal(BigInt(sum), scale)} decimalsMin={2} unit={currency} />,
            note: <Digest hex={root} />,
          }))}
        />
      )}
    </Block>
  )
}

function Own({ epoch, publicKey }: { epoch: LiabilityEpoch; publicKey: string }) {
  const t = useTranslations('transparency.liabilities')
  const signedIn = useSession((state) => tokenOf(state) !== null)
  return (
    <Block title={t('own')} text={t('ownText')}>
      {signedIn ? (
        <OwnBalance epoch={epoch} publicKey={publicKey} />
      ) : (
        <LinkButton
          kind="primary"
          to="/login"
          search={{ redirect: '/transparency/liabilities' }}
          className="self-start"
        >
          {t('logIn')}
        </LinkButton>
      )}
    </Block>
  )
}

interface ChecksProps {
  epoch: LiabilityEpoch
  before: LiabilityEpoch | undefined
  publicKey: string
}

function Checks({ epoch, before, publicKey }: ChecksProps) {
  const t = useTranslations('transparency.liabilities')
  const { figure } = useWritten()
  const signed = useQuery({
    queryKey: ['transparency', 'signed', epoch.digest, publicKey],
    queryFn: async () => isSigned(epoch, publicKey, (await call(signingKeys, {})).rotations),
    staleTime: Infinity,
  })
  const said = readHead(epoch.head)
  const follows = before === undefined ? null : said?.previous === before.digest
  return (
    <Block title={t('head')} text={t('headText')}>
      <Findings
        findings={[
          { key: 'digest', holds: isHeadTrue(epoch), text: t('check.digest') },
          {
            key: 'signature',
            holds: signed.data ?? null,
            text: signed.data === null ? t('check.signatureUnknown') : t('check.signature'),
          },
          {
            key: 'chain',
            holds: follows,
            text: before === undefined ? t('check.first') : t('check.chain', { number: String(before.epoch) }),
          },
        ]}
      />
      <FactList
        facts={[
          { label: t('number'), value: figure(String(epoch.epoch)) },
          { label: t('moment'), value: t(epoch.asked ? 'momentAsked' : 'momentChosenByNobody') },
          { label: t('journalRow'), value: figure(String(epoch.seq)) },
          { label: t('digest'), value: '', note: <Digest hex={epoch.digest} /> },
          { label: t('signature'), value: '', note: <Digest hex={epoch.signature} /> },
          { label: t('key'), value: '', note: <Digest hex={publicKey} /> },
        ]}
      />
    </Block>
  )
}

function Earlier({ epochs }: { epochs: readonly LiabilityEpoch[] }) {
  const t = useTranslations('transparency.liabilities')
  const dateTime = useDateTime()
  const owed = ({ trees }: LiabilityEpoch) => trees.find((tree) => tree.realm === 'real' && tree.currency === 'USDT')
  return (
    <Block title={t('earlier')}>
      <FigureTable
        label={t('earlier')}
        rows={epochs}
        rowKey={({ epoch }) => String(epoch)}
        columns={[
          { head: t('number'), start: true, cell: ({ epoch }) => epoch },
          { head: t('time'), start: true, cell: ({ time }) => dateTime(time) },
          {
            head: 'USDT',
            cell: (epoch) => {
              const tree = owed(epoch)
              return tree === undefined ? (
                '0'
              ) : (
                <Amount value={formatDecimal(BigInt(tree.sum), tree.scale)} decimalsMin={2} />
              )
            },
          },
          {
            head: t('digest'),
            start: true,
            cell: ({ digest }) => <code className="text-12 text-quiet">{digest.slice(0, 16)}…</code>,
          },
        ]}
      />
    </Block>
  )
}

function Limits() {
  const t = useTranslations('transparency.liabilities')
  return (
    <Block title={t('limits')}>
      <ul className="flex max-w-[72ch] list-disc flex-col gap-1.5 pl-5 text-14 text-secondary">
        {(['solvency', 'products', 'profit', 'privacy', 'split'] as const).map((name) => (
          <li key={name}>{t(`limit.${name}`)}</li>
        ))}
      </ul>
    </Block>
  )
}
