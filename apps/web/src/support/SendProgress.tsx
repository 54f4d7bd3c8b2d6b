import { useTranslations } from 'use-intl'

/** Which share of a form has gone, from 0 to 1. */
export function SendProgress({ share }: { share: number }) {
  const t = useTranslations('support.ticket')
  const percent = Math.round(share * 100)
  const label = share < 1 ? t('sending', { percent: String(percent) }) : t('checking')
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="figures text-12 text-quiet">
        {label}
      </span>
      <progress
        aria-label={label}
        value={percent}
        max={100}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  )
}
