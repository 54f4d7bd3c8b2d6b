import { useQuery } from '@tanstack/react-query'
import { formatDecimal } from '@truemark/core/money/decimal'
import { isSignedByAddress } from '@truemark/payee/addressSignature'
import {
  assetShare,
  assetSignatureCounts,
  assetText,
  assetTotals,
  type AssetTotal,
} from '@truemark/protocol/evidence/assetStatement'
import { assetsPublic, type AssetPlace } from '@truemark/protocol/routes/assets'
import type { LiabilityEpoch } from '@truemark/protocol/routes/liabilities'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, Digest, FigureTable } from './Block.tsx'
import { Unfold } from './Unfold.tsx'
import { useWritten } from './useWritten.ts'

/** Whether this browser finds that the address' key signed what is shown here, beside a proof that is known here. */
function isSigned(place: AssetPlace, installation: string, epochs: readonly LiabilityEpoch[]): boolean {
  const { amount, currency, form, network, place: address, signature } = place
  if (form === null || signature === null) return false
  const { digest, epoch } = signature
  const known = epochs.find((one) => one.epoch === epoch)
  if (known !== undefined && known.digest !== digest) return false
  const text = assetText({ installation, epoch, digest, currency, network, place: address, amount })
  return isSignedByAddress(form, address, text, signature.signature)
}

interface AssetsBlockProps {
  epoch: LiabilityEpoch
  /** The proofs that are known here. */
  epochs: readonly LiabilityEpoch[]
}

/** What the operator states to hold beside what is owed; each signature is checked in this browser. */
export function AssetsBlock({ epoch, epochs }: AssetsBlockProps) {
  const t = useTranslations('transparency.assets')
  const { figure } = useWritten()
  const query = useQuery({ queryKey: ['transparency', 'assets'], queryFn: () => call(assetsPublic, {}) })
  return (
    <Block title={t('title')} text={t('text', { number: figure(String(epoch.epoch)) })}>
      <Loaded query={query}>
        {({ installation, places }) => {
          const signs = (place: AssetPlace) => isSigned(place, installation, epochs)
          return (
            <div className="flex flex-col gap-4">
              <Totals totals={assetTotals(epoch, places, signs)} />
              {places.length === 0 ? (
                <p className="text-14 text-secondary">{t('none')}</p>
              ) : (
                <Places epoch={epoch} places={places} signs={signs} />
              )}
              <Link
                to="/transparency/$part"
                params={{ part: 'terms' }}
                className="-my-1 inline-flex min-h-11 items-center self-start text-14 text-primary"
              >
                {t('history')}
              </Link>
              <Limits />
            </div>
          )
        }}
      </Loaded>
    </Block>
  )
}

function Totals({ totals }: { totals: readonly AssetTotal[] }) {
  const t = useTranslations('transparency.assets')
  const { percent } = useWritten()
  if (totals.length === 0) return null
  const held = (of: bigint, { owed, scale }: AssetTotal) => {
    const share = assetShare(of, owed)
    return (
      <span className="flex flex-col items-end">
        <Amount value={formatDecimal(of, scale)} decimalsMin={2} />
        {share !== null && (
          <span className="text-12 font-normal text-quiet">{percent(formatDecimal(share.units, share.decimals))}</span>
        )}
      </span>
    )
  }
  return (
    <FigureTable
      label={t('title')}
      rows={totals}
      rowKey={({ currency }) => currency}
      columns={[
        { head: t('currency'), start: true, cell: ({ currency }) => currency },
        {
          head: t('owed'),
          cell: ({ owed, scale }) => <Amount value={formatDecimal(owed, scale)} decimalsMin={2} />,
        },
        { head: t('stated'), cell: (total) => held(total.stated, total) },
        { head: t('signed'), cell: (total) => held(total.signed, total) },
      ]}
    />
  )
}

interface PlacesProps {
  epoch: LiabilityEpoch
  places: readonly AssetPlace[]
  signs: (place: AssetPlace) => boolean
}

function Places({ epoch, places, signs }: PlacesProps) {
  const t = useTranslations('transparency.assets')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  return (
    <ul aria-label={t('places')} className="overflow-hidden rounded-card bg-surface">
      {places.map((one) => {
        const { amount, currency, entry, network, place, signature, time } = one
        return (
          <li key={entry} className="flex flex-col gap-1.5 px-4 py-3 text-14 hairline-b last:shadow-none">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="text-secondary">{network === '' ? t('account') : t('onNetwork', { network })}</span>
              <span className="figures text-16 font-medium">
                <Amount value={amount} unit={currency} />
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {network === '' ? <span className="break-words">{place}</span> : <Digest hex={place} />}
              <Mark isOld={!assetSignatureCounts(one, epoch)} isSigned={signature !== null} holds={signs(one)} />
            </span>
            <span className="text-12 text-quiet">
              {t('statedAt', { time: dateTime(time), entry: figure(String(entry)) })}
            </span>
            {signature !== null && (
              <Unfold name={t('show')}>
                <span className="flex flex-col gap-2 pb-1">
                  <span className="text-secondary">
                    {t('proof', { number: figure(String(signature.epoch)), time: dateTime(signature.proof_time) })}
                  </span>
                  <Digest hex={signature.text} />
                  <Digest hex={signature.signature} />
                </span>
              </Unfold>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Mark({ holds, isOld, isSigned: signed }: { holds: boolean; isOld: boolean; isSigned: boolean }) {
  const t = useTranslations('transparency.assets.mark')
  if (!signed) return <Badge tone="plain">{t('stated')}</Badge>
  if (!holds) return <Badge tone="danger">{t('wrong')}</Badge>
  return isOld ? <Badge tone="warning">{t('old')}</Badge> : <Badge tone="up">{t('signed')}</Badge>
}

function Limits() {
  const t = useTranslations('transparency.assets')
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-14 font-medium">{t('limits')}</h3>
      <ul className="flex max-w-[72ch] list-disc flex-col gap-1.5 pl-5 text-14 text-secondary">
        {(['key', 'amount', 'time'] as const).map((name) => (
          <li key={name}>{t(`limit.${name}`)}</li>
        ))}
      </ul>
    </div>
  )
}
