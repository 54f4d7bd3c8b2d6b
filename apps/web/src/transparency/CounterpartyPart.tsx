import { useQuery } from '@tanstack/react-query'
import type { HouseProfit } from '@truemark/protocol/routes/deskDerivative'
import { optionVoids } from '@truemark/protocol/routes/option'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { housePublic, lossesPublic } from '@truemark/protocol/routes/transparency'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, FigureTable } from './Block.tsx'
import { useWritten } from './useWritten.ts'

const products = ['spot', 'derivative', 'option'] as const

/** Against whom one trades, what that has brought the operator, and how many options ended void. */
export function CounterpartyPart() {
  const t = useTranslations('transparency.counterparty')
  const house = useQuery({ queryKey: ['transparency', 'house'], queryFn: () => call(housePublic, {}) })
  const losses = useQuery({ queryKey: ['transparency', 'losses'], queryFn: () => call(lossesPublic, {}) }).data
  const voids = useQuery({ queryKey: ['transparency', 'voids'], queryFn: () => call(optionVoids, {}) })
  return (
    <div className="flex flex-col gap-10">
      <Block title={t('who')}>
        <ul className="flex flex-col overflow-hidden rounded-card bg-surface">
          {(['book', 'derivatives', 'options', 'never'] as const).map((name) => (
            <li key={name} className="flex flex-col gap-0.5 px-4 py-3 hairline-b last:shadow-none">
              <span className="text-16 font-medium">{t(`${name}.title`)}</span>
              <span className="max-w-[72ch] text-14 text-secondary">{t(`${name}.text`)}</span>
            </li>
          ))}
        </ul>
      </Block>
      <Loaded query={house}>
        {(rows) => (
          <>
            <Result realm="real" rows={rows} />
            <Result realm="demo" rows={rows} />
          </>
        )}
      </Loaded>
      {losses !== undefined && <Losses rows={losses.products} days={losses.days} />}
      <Loaded query={voids}>
        {(rows) =>
          rows.length === 0 ? (
            <Block title={t('voids')}>
              <p className="text-14 text-secondary">{t('noVoids')}</p>
            </Block>
          ) : (
            <Block title={t('voids')} text={t('voidsText')}>
              <FigureTable
                label={t('voids')}
                rows={rows}
                rowKey={({ symbol, reason }) => `${symbol} ${reason}`}
                columns={[
                  { head: t('market'), start: true, cell: ({ symbol }) => symbol },
                  { head: t('reason'), start: true, cell: ({ reason }) => t(`voidReason.${reason}`) },
                  { head: t('voidCount'), cell: ({ count }) => count },
                  { head: t('settledCount'), cell: ({ settled }) => settled },
                ]}
              />
            </Block>
          )
        }
      </Loaded>
    </div>
  )
}

function Result({ realm, rows }: { realm: HouseProfit['realm']; rows: readonly HouseProfit[] }) {
  const t = useTranslations('transparency.counterparty')
  const own = rows.flatMap((row) => {
    const product = products.find((name) => name === row.product)
    return row.realm === realm && product !== undefined ? [{ ...row, product }] : []
  })
  const amount = (text: string | null) => <Amount value={text ?? undefined} decimalsMin={2} decimalsMax={2} signed />
  return (
    <Block title={t(`result.${realm}`)} text={t(`resultText.${realm}`)}>
      <FigureTable
        label={t(`result.${realm}`)}
        rows={own}
        rowKey={({ product }) => product}
        columns={[
          { head: t('product'), start: true, cell: ({ product }) => t(`products.${product}`) },
          { head: t('trading'), cell: ({ trading }) => amount(trading) },
          { head: t('fees'), cell: ({ fees }) => amount(fees) },
          { head: t('profit'), cell: ({ profit }) => amount(profit) },
        ]}
      />
    </Block>
  )
}

type Losing = AnswerOf<typeof lossesPublic>['products'][number]

/** How many of those who traded what can cost more than it brings lost by it. */
function Losses({ rows, days }: { rows: readonly Losing[]; days: number }) {
  const t = useTranslations('transparency.counterparty')
  const { figure } = useWritten()
  const share = ({ people, losing }: Losing) =>
    losing === null ? t('tooFew') : `${Math.round((100 * losing) / people)} %`
  return (
    <Block title={t('losses')} text={t('lossesText', { days: String(days) })}>
      {rows.length === 0 ? (
        <p className="text-14 text-secondary">{t('noLosses')}</p>
      ) : (
        <FigureTable
          label={t('losses')}
          rows={rows}
          rowKey={({ realm, product }) => `${realm} ${product}`}
          columns={[
            {
              head: t('product'),
              start: true,
              cell: ({ realm, product }) => t(`lossesOf.${realm}`, { product: t(`products.${product}`) }),
            },
            { head: t('people'), cell: ({ people }) => figure(String(people)) },
            { head: t('lost'), cell: share },
          ]}
        />
      )}
    </Block>
  )
}
