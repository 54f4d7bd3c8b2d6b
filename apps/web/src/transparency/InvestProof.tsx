import { investChecks } from '@truemark/protocol/evidence/investChecks'
import type { InvestEvidence } from '@truemark/protocol/routes/evidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { ProofHead } from './ProofHead.tsx'
import { SampleTable } from './SampleTable.tsx'
import { useWritten } from './useWritten.ts'

/** How many of the seconds that counted are shown; all of them are reckoned with. */
const shownMax = 20

/** What an investment was settled on: its terms, and the mean of the index reckoned anew from each second of it. */
export function InvestProof({ investment }: { investment: InvestEvidence }) {
  const t = useTranslations('transparency.investment')
  const check = useTranslations('transparency.check')
  const { figure } = useWritten()
  const { settlement_price: price, symbol, samples, state } = investment
  const last = samples.at(-1)
  const words = { count: figure(String(samples.length)), min: String(investment.sources_min) }
  const paid = investment.paid_coin === true ? investment.coin : 'USDT'
  return (
    <div className="flex flex-col gap-8">
      <ProofHead title={t('title', { symbol })}>
        {price === null ? (
          <p className="text-14 text-secondary">{t(state === 'void' ? 'void' : 'running')}</p>
        ) : (
          <p className="text-28 font-semibold">
            <Amount value={price} unit="USDT" decimalsMin={0} />
          </p>
        )}
      </ProofHead>
      {price !== null && (
        <Block title={check('title')} text={check('lead')}>
          <Findings
            findings={investChecks(investment).map(({ name, holds }) => ({
              key: name,
              holds,
              text: name === 'samples' ? t('samples', words) : name === 'mean' ? t('mean') : t('outcome', { paid }),
            }))}
          />
        </Block>
      )}
      <Terms investment={investment} />
      {last !== undefined && (
        <Block title={t('last')} text={t('lastText', { count: words.count })}>
          <SampleTable symbol={symbol} samples={samples.slice(-shownMax)} marked={null} />
        </Block>
      )}
    </div>
  )
}

function Terms({ investment }: { investment: InvestEvidence }) {
  const t = useTranslations('transparency.investment')
  const dateTime = useDateTime()
  const { percent, figure } = useWritten()
  return (
    <Block title={t('facts')}>
      <FactList
        facts={[
          { label: t('direction'), value: t(`directions.${investment.direction}`) },
          {
            label: t('reference'),
            value: <Amount value={investment.linked_reference_price} unit="USDT" decimalsMin={0} />,
          },
          { label: t('rate'), value: percent(investment.annualized_return) },
          { label: t('days'), value: figure(String(investment.holding_period)) },
          { label: t('maturity'), value: dateTime(investment.maturity_date) },
        ]}
      />
    </Block>
  )
}
