import { compareFigures } from '@truemark/ui/figures/compare'
import { Sparkline } from '@truemark/ui/primitives/Sparkline'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useWorth } from '../account/door.ts'
import { useAssets } from '../data/account.ts'
import { useAppearance } from '../i18n/door.ts'

const fewest = 3

/** The course of all that is owned over the last days, as far as it was recorded; it leads to the whole of it. */
export default function WorthCourse() {
  const t = useTranslations('home')
  const hidden = useAppearance((state) => state.amountsHidden)
  const now = useAssets()?.total_value
  const recorded = useWorth('week').data?.points ?? []
  const values = [...recorded.map(({ total }) => total), ...(now === undefined ? [] : [now])]
  if (hidden || values.length < fewest) return null
  const falls = (compareFigures(values.at(-1) ?? '0', values[0] ?? '0') ?? 0) < 0
  return (
    <Link
      to="/assetsInfo"
      aria-label={t('worthWeek')}
      className="feedback flex h-14 items-center rounded-control py-1 hover:bg-surface"
    >
      <Sparkline values={values} width={320} height={44} tone={falls ? 'down' : 'up'} className="h-11 w-full" />
    </Link>
  )
}
