import { liquidationChecks, readReckoning } from '@truemark/protocol/evidence/liquidationChecks'
import type { LiquidationEvidence, LiquidationReckoning } from '@truemark/protocol/routes/evidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, type Finding, Findings } from './Block.tsx'
import { sha256 } from './proof.ts'
import { useWritten } from './useWritten.ts'

/** What a liquidation was decided by, reckoned anew in this browser for its owner; nobody else is told. */
export function ReckonedBlock({ close, reckoning }: { close: LiquidationEvidence; reckoning: string | null }) {
  const t = useTranslations('transparency.liquidation')
  const told = reckoning === null ? null : readReckoning(reckoning)
  if (told === null)
    return close.reckoning_digest === undefined ? null : <p className="text-14 text-secondary">{t('ownerOnly')}</p>
  const findings = liquidationChecks(close, reckoning, sha256).map(({ name, holds }): Finding => ({
    key: name,
    holds,
    text: t(`checks.${name}`),
  }))
  const usdt = (text: string) => <Amount value={text} unit="USDT" decimalsMin={0} />
  return (
    <Block title={t('reckoned')} text={t('reckonedText')}>
      <Findings findings={findings} />
      <FactList
        facts={[
          { label: t('equity'), value: usdt(told.equity) },
          { label: t('maintenance'), value: usdt(told.maintenance) },
          { label: t('held'), value: usdt(told.held) },
          { label: t('available'), value: usdt(told.available) },
          { label: t('heldByOrders'), value: usdt(told.held_by_orders) },
        ]}
      />
      {told.positions.map((one) => (
        <PositionFacts key={one.position_id} position={one} />
      ))}
    </Block>
  )
}

function PositionFacts({ position }: { position: LiquidationReckoning['positions'][number] }) {
  const t = useTranslations('transparency.liquidation')
  const dateTime = useDateTime()
  const { figure, percent } = useWritten()
  const usdt = (text: string) => <Amount value={text} unit="USDT" decimalsMin={0} />
  const brackets = position.brackets
    .map(({ floor, maintenance_rate: rate }) => t('bracket', { floor: figure(floor), rate: percent(rate) }))
    .join(' · ')
  return (
    <FactList
      facts={[
        { label: position.symbol, value: <Amount value={position.lots} decimalsMin={0} /> },
        { label: t('mark'), value: usdt(position.mark), note: dateTime(position.mark_time) },
        { label: t('profit'), value: usdt(position.profit) },
        { label: t('maintenance'), value: usdt(position.maintenance), note: brackets },
      ]}
    />
  )
}
