import type { OptionType } from '@truemark/protocol/routes/option'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { useOpenOptions } from '../data/account.ts'
import { useChannels } from '../data/live.ts'
import { OpenOption } from './OpenOption.tsx'

/** The options that wait or run, newest first, of one market or all, each with the time that is left. */
export function OpenOptions({ symbol, type }: { symbol?: string | undefined; type?: OptionType | undefined }) {
  const t = useTranslations('option')
  const shell = useTranslations('shell.state')
  const all = useOpenOptions()
  const options = all?.filter(
    (option) => (symbol ?? option.symbol) === option.symbol && (type ?? option.type) === option.type,
  )
  const symbols = [...new Set(options?.map((option) => option.symbol))]
  useChannels(symbols.map((each) => ({ kind: 'book', symbol: each })))
  if (options === undefined) return <SkeletonRows rows={3} label={shell('loading')} />
  if (options.length === 0) return <EmptyState drawing="orders" title={t('noOpen')} text={t('noOpenText')} />
  return (
    <ul className="@container flex flex-col">
      {options.map((option) => (
        <OpenOption key={option.order_id} option={option} />
      ))}
    </ul>
  )
}
