import type { ProductSwitch } from '@truemark/protocol/routes/deskDerivative'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Globe } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { DataTable, RowButton, type Column } from '../table/door.ts'
import type { Country } from './countries.ts'

export interface SwitchedOnProps {
  switches: readonly ProductSwitch[]
  countries: readonly Country[]
  onChoose: (code: string) => void
}

interface Row extends Country {
  readonly products: readonly ProductSwitch['product'][]
}

/** The countries whose real accounts may trade something. */
export function SwitchedOn({ switches, countries, onChoose }: SwitchedOnProps) {
  const t = useTranslations('desk.products')
  const rows = countries
    .map((country): Row => ({
      ...country,
      products: switches.filter((one) => one.on && one.country === country.code).map((one) => one.product),
    }))
    .filter(({ products }) => products.length > 0)
  const columns: readonly Column<Row>[] = [
    { key: 'country', head: t('country'), cell: ({ name }) => name },
    {
      key: 'products',
      head: t('productsOn'),
      cell: ({ products }) => (
        <span className="inline-flex flex-wrap gap-1 max-wide:justify-end">
          {products.map((name) => (
            <Badge key={name} tone="up">
              {t(`product.${name}`)}
            </Badge>
          ))}
        </span>
      ),
    },
  ]
  return (
    <section className="flex flex-col gap-3 pt-2">
      <h2 className="text-20 font-semibold">{t('countriesTitle')}</h2>
      {rows.length === 0 ? (
        <p className="rounded-card bg-surface p-4 text-14 text-secondary">{t('countriesNone')}</p>
      ) : (
        <DataTable
          label={t('countriesTitle')}
          columns={columns}
          rows={rows}
          rowKey={({ code }) => code}
          actions={({ code, name }) => (
            <RowButton icon={Globe} label={t('change')} of={name} onPress={() => onChoose(code)} />
          )}
        />
      )}
    </section>
  )
}
