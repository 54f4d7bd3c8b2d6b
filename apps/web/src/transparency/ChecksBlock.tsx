import { useQuery } from '@tanstack/react-query'
import { ownCheckNames } from '@truemark/protocol/ownChecks'
import { ownCheckFailures, ownChecks } from '@truemark/protocol/routes/publicChecks'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { useDateTime } from '../i18n/door.ts'
import { Block, Findings } from './Block.tsx'

/** What the server checks of itself, when it did last, and what does not hold. */
export function ChecksBlock() {
  const t = useTranslations('transparency.checksOwn')
  const dateTime = useDateTime()
  const { data } = useQuery({ queryKey: ['transparency', 'checks'], queryFn: () => call(ownChecks, {}) })
  if (data === undefined) return null
  return (
    <>
      <Block title={t('title')} text={t('text')}>
        <Findings
          findings={ownCheckNames.map((name) => {
            const check = data.find((one) => one.name === name)
            const told =
              check === undefined
                ? t(name === 'witnesses' ? 'noWitness' : 'never')
                : check.holds
                  ? t(name === 'evidence' ? 'many' : 'one', { time: dateTime(check.checked), count: check.passed })
                  : t('failed', { time: dateTime(check.failed_last ?? check.checked) })
            const text = (
              <>
                <span className="block">{t(`name.${name}`)}</span>
                <span className={check?.holds === false ? 'text-danger' : 'text-secondary'}>{told}</span>
              </>
            )
            return { key: name, holds: check?.holds ?? null, text }
          })}
        />
      </Block>
      <Failures />
    </>
  )
}

/** Every time that one of them failed: none is forgotten. */
function Failures() {
  const t = useTranslations('transparency.checksOwn')
  const dateTime = useDateTime()
  const query = usePages(['transparency', 'failures'], (page) =>
    call(ownCheckFailures, { query: { limit: '10', ...page } }),
  )
  return (
    <Block title={t('failures')} text={t('failuresText')}>
      <PagedList
        query={query}
        empty={<p className="text-14 text-secondary">{t('noFailures')}</p>}
        more={t('moreFailures')}
      >
        {(items) => (
          <ul className="overflow-hidden rounded-card bg-surface">
            {items.map(({ name, from, until }) => (
              <li
                key={`${name} ${from}`}
                className="flex flex-col gap-0.5 px-4 py-3 text-14 hairline-b last:shadow-none"
              >
                <span>{t(`name.${name}`)}</span>
                <span className={until === null ? 'figures text-danger' : 'figures text-secondary'}>
                  {until === null
                    ? t('since', { from: dateTime(from) })
                    : t('fromUntil', { from: dateTime(from), until: dateTime(until) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Block>
  )
}
