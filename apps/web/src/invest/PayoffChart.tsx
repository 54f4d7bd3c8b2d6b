import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Card } from '@truemark/ui/primitives/Card'
import { useTranslations } from 'use-intl'
import { useFigure } from '../parts/useFigure.ts'
import { TableHead } from '../parts/TableHead.tsx'
import { placesOf } from './chartPlaces.ts'
import { pointsOf, usdtText } from './payoff.ts'

interface PayoffChartProps {
  product: InvestProduct
  coinScale: number
  shares: bigint
}

const drawn = [80, 100, 120]
/** On a wide screen the picture is stretched, its strokes are not. */
const thin = { vectorEffect: 'non-scaling-stroke' } as const
const listed = [80, 90, 95, 100, 105, 110, 120]

/** What the shares are worth at maturity by the settlement price, beside having held what was put in. */
export function PayoffChart({ product, coinScale, shares }: PayoffChartProps) {
  const t = useTranslations('invest')
  const points = pointsOf(product, coinScale, shares, drawn)
  const {
    product: line,
    held,
    reference,
    now,
  } = placesOf(points, product.linked_reference_price, product.current_price)
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-14 font-medium">{t('chart.title')}</h2>
      <svg
        viewBox="0 0 320 150"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-auto max-h-60 w-full overflow-visible"
      >
        <line {...thin} x1="0" x2="320" y1="149" y2="149" stroke="var(--line)" />
        <line {...thin} x1={reference} x2={reference} y1="0" y2="149" stroke="var(--line)" strokeDasharray="3 4" />
        {now !== null && (
          <line {...thin} x1={now} x2={now} y1="0" y2="149" stroke="var(--info)" strokeDasharray="1 4" />
        )}
        <polyline
          points={held}
          fill="none"
          stroke="var(--quiet)"
          strokeWidth="1.5"
          strokeDasharray="5 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={line}
          fill="none"
          stroke="var(--primary)"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Axis product={product} from={points[0]?.price ?? ''} to={points[2]?.price ?? ''} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-secondary">
        <Key className="border-t-2 border-primary">{t('chart.product')}</Key>
        <Key className="border-t-2 border-dashed border-quiet">{t('chart.held')}</Key>
        {now !== null && <Key className="border-t-2 border-dotted border-info">{t('chart.now')}</Key>}
      </ul>
      <Figures product={product} coinScale={coinScale} shares={shares} />
    </Card>
  )
}

function Axis({ product, from, to }: { product: InvestProduct; from: string; to: string }) {
  const t = useTranslations('invest')
  const figure = useFigure()
  return (
    <div className="grid grid-cols-3 text-12 text-quiet">
      <span className="figures">{figure(from)}</span>
      <span className="text-center">
        <span className="figures block text-secondary">{figure(product.linked_reference_price)}</span>
        {t('chart.reference')}
      </span>
      <span className="figures text-right">{figure(to)}</span>
    </div>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={`w-5 ${className}`} />
      {children}
    </li>
  )
}

// the chart in figures, for those who do not see it and those who want to know exactly
function Figures({ product, coinScale, shares }: PayoffChartProps) {
  const t = useTranslations('invest')
  const figure = useFigure()
  return (
    <details className="text-14">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-control font-medium text-primary">
        {t('chart.table')}
      </summary>
      <table className="w-full text-right text-12">
        <TableHead heads={[t('field.settlementPrice'), t('chart.product'), t('chart.held')]} />
        <tbody>
          {pointsOf(product, coinScale, shares, listed).map((point) => (
            <tr key={point.price}>
              <th scope="row" className="figures py-1.5 pr-2 text-left font-normal">
                {figure(point.price)}
              </th>
              <td className="py-1.5 pl-2">
                <Amount value={usdtText(point.product)} decimalsMax={2} />
              </td>
              <td className="py-1.5 pl-2">
                <Amount value={usdtText(point.held)} decimalsMax={2} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
