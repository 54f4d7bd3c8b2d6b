import { deskOperatorLink } from '@truemark/protocol/routes/deskOperators'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { CopyButton, FailureNote, useDeed } from '../deed/door.ts'

/** Makes the link of an invitation that another operator has approved, and shows it to whoever asked for it. */
export function InvitationLink({ id }: { id: string }) {
  const t = useTranslations('desk.operators')
  const [link, setLink] = useState<string | null>(null)
  const deed = useDeed({
    send: async () => setLink((await call(deskOperatorLink, { params: { id } })).link),
    touches: [],
    done: () => t('invited'),
  })
  if (link !== null) return <NewLink link={link} />
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-14 text-secondary">{t('showLinkText')}</p>
      <Button kind="secondary" busy={deed.busy} onClick={() => void deed.run(undefined)}>
        {t('showLink')}
      </Button>
      <FailureNote text={deed.failure} />
    </div>
  )
}

/** The one-time link of a new operator, which is shown this once. */
export function NewLink({ link }: { link: string }) {
  const t = useTranslations('desk.operators')
  const whole = new URL(link, window.location.href).href
  return (
    <div className="flex flex-col gap-2 rounded-control bg-info-soft p-3.5">
      <p className="text-14">{t('linkExplained')}</p>
      <div className="flex items-center gap-2">
        <code className="figures min-w-0 flex-1 text-12 break-all">{whole}</code>
        <CopyButton text={whole} />
      </div>
    </div>
  )
}
