import { useTranslations } from 'use-intl'

/** One change in words: what, from what, to what. */
export interface WrittenChange {
  readonly name: string
  readonly from: string
  readonly to: string
}

export interface ChangeListProps {
  changes: readonly WrittenChange[]
  consequences: readonly string[]
}

/** What would change, from what to what, and what follows from it. */
export function ChangeList({ changes, consequences }: ChangeListProps) {
  const t = useTranslations('desk.deed')
  return (
    <section aria-live="polite" className="flex flex-col gap-1.5 rounded-card bg-raised px-3.5 py-3">
      <h3 className="text-14 font-semibold">{t('changes')}</h3>
      {changes.length === 0 ? (
        <p className="text-14 text-quiet">{t('noChange')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {changes.map((change) => (
            <li key={change.name} className="flex flex-wrap justify-between gap-x-4 text-14">
              <span className="text-secondary">{change.name}</span>
              <span className="figures">
                <span className="text-quiet">{change.from}</span>
                <span aria-hidden="true"> → </span>
                <span className="font-medium text-primary">{change.to}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {consequences.map((sentence) => (
        <p key={sentence} className="pt-1 text-14 text-pretty text-warning">
          {sentence}
        </p>
      ))}
    </section>
  )
}
