import { type Product, products } from '@truemark/core/capability/products'
import { deskProductSwitch } from '@truemark/protocol/routes/deskDerivative'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { ReasonDialog } from '../deed/door.ts'
import type { Country } from './countries.ts'

export interface ProductCardProps {
  country: Country
  isOn: (product: Product) => boolean
  /** Whether all conditions for real money are met; without them nothing can be switched on. */
  met: boolean
}

/** The switches of one country. */
export function ProductCard({ country, isOn, met }: ProductCardProps) {
  const t = useTranslations('desk.products')
  const common = useTranslations('desk.common')
  const mayWrite = useMay('desk_market_write')
  const [doing, setDoing] = useState<{ product: Product; on: boolean; turn: number } | null>(null)
  const [open, setOpen] = useState(false)
  const noteId = 'products-unmet'
  return (
    <>
      <ul className="flex flex-col">
        {products.map((name) => {
          const on = isOn(name)
          return (
            <li key={name} className="flex min-h-14 items-center justify-between gap-3 hairline-b last:shadow-none">
              <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-16">
                {t(`product.${name}`)}
                <Badge tone={on ? 'up' : 'plain'}>{on ? common('on') : common('off')}</Badge>
              </span>
              {mayWrite && (
                <Button
                  kind="secondary"
                  compact
                  aria-label={`${on ? t('switchOff') : t('switchOn')}: ${t(`product.${name}`)}`}
                  aria-describedby={!on && !met ? noteId : undefined}
                  disabled={!on && !met}
                  onClick={() => {
                    setDoing((last) => ({ product: name, on: !on, turn: (last?.turn ?? 0) + 1 }))
                    setOpen(true)
                  }}
                >
                  {on ? t('switchOff') : t('switchOn')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {!met && (
        <p id={noteId} className="text-14 text-warning">
          {t('unmetExplained')}
        </p>
      )}
      {doing && (
        <SwitchDialog
          key={doing.turn}
          country={country}
          product={doing.product}
          on={doing.on}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface SwitchDialogProps {
  country: Country
  product: Product
  on: boolean
  open: boolean
  onClose: () => void
}

function SwitchDialog({ country, product: which, on, open, onClose }: SwitchDialogProps) {
  const t = useTranslations('desk.products')
  const words = { country: country.name, product: t(`product.${which}`) }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={on ? t('titleOn', words) : t('titleOff', words)}
      description={on ? t('consequenceOn', words) : t('consequenceOff', words)}
      confirmLabel={on ? t('switchOn') : t('switchOff')}
      confirmKind={on ? 'primary' : 'danger'}
      send={(reason) =>
        call(deskProductSwitch, { params: { country: country.code, product: which }, body: { on, reason } })
      }
      touches={['products']}
      done={on ? t('doneOn', words) : t('doneOff', words)}
    />
  )
}
