import { Amount, type AmountProps } from '@truemark/ui/primitives/Amount'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { useAccountFailed } from '../data/account.ts'
import { useAppearance } from '../i18n/door.ts'

/** An amount that somebody owns: veiled where the reader wants it so, its place kept while it is on its way, two dashes where it did not come. */
export function Owned({ value, ...rest }: AmountProps) {
  const t = useTranslations('account.balance')
  const hidden = useAppearance((state) => state.amountsHidden)
  const failed = useAccountFailed()
  // what could not be read is not on its way
  if (value === undefined && !failed) return <Skeleton className={rest.hero ? 'h-12 w-56' : 'h-5 w-24'} />
  if (!hidden || value === undefined) return <Amount value={value} {...rest} />
  return (
    <span className={rest.hero ? 'text-40 leading-12 tracking-widest' : 'tracking-widest'}>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">{t('hidden')}</span>
    </span>
  )
}
