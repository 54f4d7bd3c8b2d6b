import type { Reason } from '@truemark/protocol/errors'
import { writeParams } from '@truemark/ui/figures/paramFigures'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'

interface FormFault {
  readonly reason: Reason
  readonly params: Readonly<Record<string, string>>
}

/** Whether a price that was typed is zero; nothing typed is none. */
export function isZeroPrice(price: string): boolean {
  return price !== '' && !/[1-9]/.test(price)
}

/** Says why a form can't be sent; a price of zero has words of its own. */
export function useFormFault(): (fault: FormFault | null, price: string) => string | undefined {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const locale = useFigureLocale()
  return (fault, price) => {
    if (fault === null) return undefined
    const isZero = fault.reason === 'price_invalid' && isZeroPrice(price)
    return isZero ? notices('priceNotPositive') : errors(fault.reason, writeParams(fault.params, locale))
  }
}
