import { useTranslations } from 'use-intl'
import { useDisclosures } from '../disclosure/door.ts'
import { useDateTime } from '../reader/door.ts'

/** What a person was told of the risks of each product and understood, word by word, and when. */
export function DisclosureCard() {
  const t = useTranslations('restraint.disclosures')
  const dateTime = useDateTime()
  const { data } = useDisclosures()
  if (data === undefined) return null
  const understood = data.flatMap(({ product, accepted }) => accepted.map((one) => ({ ...one, product })))
  return (
    <section aria-labelledby="disclosures" className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <h2 id="disclosures" className="text-16 font-medium">
        {t('title')}
      </h2>
      {understood.length === 0 && <p className="text-14 text-secondary">{t('none')}</p>}
      {understood.map(({ product, version, time, lines: [title, ...lines] }) => (
        <details key={`${product} ${version}`} className="group text-14">
          <summary className="feedback flex min-h-11 cursor-pointer flex-col justify-center rounded-control">
            <span className="font-medium">{title}</span>
            <span className="figures text-12 text-quiet">{t('accepted', { version, time: dateTime(time) })}</span>
          </summary>
          <div className="flex flex-col gap-2 pt-2 text-secondary">
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </details>
      ))}
    </section>
  )
}
