import { useQuery } from '@tanstack/react-query'
import { ownChecks } from '@truemark/protocol/routes/transparency'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../reader/door.ts'
import { Block, Findings } from './Block.tsx'

const names = ['evidence', 'owed', 'whole'] as const

/** What the server checks of itself, when it did last, and what does not hold. */
export function ChecksBlock() {
  const t = useTranslations('transparency.checksOwn')
  const dateTime = useDateTime()
  const { data } = useQuery({ queryKey: ['transparency', 'checks'], queryFn: () => call(ownChecks, {}) })
  if (data === undefined) return null
  return (
    <Block title={t('title')} text={t('text')}>
      <Findings
        findings={names.map((name) => {
          const check = data.find((one) => one.name === name)
          const told =
            check === undefined
              ? t('never')
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
  )
}
