import { deskClientErrorSeen, type ClientError } from '@truemark/protocol/routes/deskClientErrors'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, useDeed } from '../deed/door.ts'
import { Facts, OwnSheet } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

/** One group of errors, with the frames of its last report. */
export function ClientErrorSheet({ group, onClose }: { group: ClientError; onClose: () => void }) {
  const t = useTranslations('desk.clientErrors')
  const dateTime = useDateTime()
  const mayWrite = useMay('desk_content_write')
  const isNew = group.seen === null || group.seen < group.last
  const deed = useDeed({
    send: () => call(deskClientErrorSeen, { params: { id: group.id } }),
    touches: ['clientErrors'],
    done: () => t('seenDone'),
  })
  const facts = [
    { name: t('count'), value: String(group.count) },
    { name: t('version'), value: group.version },
    { name: t('browser'), value: group.browser || '–' },
    { name: t('page'), value: group.page },
    { name: t('first'), value: dateTime(group.first) },
    { name: t('last'), value: dateTime(group.last) },
  ]
  return (
    <OwnSheet onClose={onClose} title={group.message}>
      <div className="flex flex-col gap-4 pb-2">
        <Facts facts={facts} />
        <section className="flex flex-col gap-2">
          <h3 className="text-14 font-semibold">{t('stack')}</h3>
          <pre className="overflow-x-auto rounded-card bg-raised px-3.5 py-3 text-12 whitespace-pre-wrap break-all">
            {group.stack || '–'}
          </pre>
        </section>
        <FailureNote text={deed.failure} />
        {mayWrite && isNew && (
          <Button
            busy={deed.busy}
            onClick={() => !deed.busy && void deed.run(undefined).then((done) => done && onClose())}
          >
            {t('seen')}
          </Button>
        )}
      </div>
    </OwnSheet>
  )
}
