import { useQuery } from '@tanstack/react-query'
import { deskProducts, type ProductSwitch } from '@truemark/protocol/routes/deskDerivative'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Card } from '@truemark/ui/primitives/Card'
import { Select } from '@truemark/ui/primitives/Select'
import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { Heading, LoadFailure, TableSkeleton } from '../table/door.ts'
import { Conditions } from './Conditions.tsx'
import { countriesIn } from './countries.ts'
import { MailTest } from './MailTest.tsx'
import { ProductCard } from './ProductCard.tsx'
import { SwitchedOn } from './SwitchedOn.tsx'

const refreshMs = 10_000

/** Which products real accounts of which country may trade, and what real money still waits for. */
export function ProductsScreen() {
  const t = useTranslations('desk')
  const query = useQuery({ queryKey: ['products'], queryFn: () => call(deskProducts, {}), refetchInterval: refreshMs })
  return (
    <>
      <Heading title={t('menu.products')} text={t('products.explained')} />
      {query.isPending && <TableSkeleton rows={5} />}
      {query.isError && query.data === undefined && (
        <Card>
          <LoadFailure query={query} />
        </Card>
      )}
      {query.data && <Switches data={query.data} />}
    </>
  )
}

function Switches({ data }: { data: AnswerOf<typeof deskProducts> }) {
  const t = useTranslations('desk.products')
  const tag = useLocale()
  const countries = useMemo(() => countriesIn(tag), [tag])
  const [country, setCountry] = useState<string | null>(data.switches[0]?.country ?? null)
  const met = data.conditions.every((condition) => condition.met)
  const isOn = (product: ProductSwitch['product']) =>
    data.switches.some((one) => one.country === country && one.product === product && one.on)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <Conditions conditions={data.conditions} />
        <div className="flex flex-col gap-4">
          <Card className="flex flex-col gap-1">
            <h2 className="text-16 font-semibold">{t('demoTitle')}</h2>
            <p className="text-14 text-pretty text-secondary">{t('demoExplained')}</p>
          </Card>
          <MailTest />
        </div>
      </div>
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <h2 className="text-20 font-semibold">{t('realTitle')}</h2>
          <div className="w-full tablet:w-72">
            <Select
              label={t('country')}
              value={country}
              placeholder={t('countryChoose')}
              options={countries.map(({ code, name }) => ({ value: code, label: name }))}
              onValueChange={setCountry}
            />
          </div>
        </div>
        {country === null ? (
          <p className="text-14 text-secondary">{t('countryFirst')}</p>
        ) : (
          <ProductCard
            key={country}
            country={{ code: country, name: countries.find(({ code }) => code === country)?.name ?? country }}
            isOn={isOn}
            met={met}
          />
        )}
      </Card>
      <SwitchedOn switches={data.switches} countries={countries} onChoose={setCountry} />
    </div>
  )
}
