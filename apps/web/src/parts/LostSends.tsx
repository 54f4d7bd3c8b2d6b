import { useMutation } from '@tanstack/react-query'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { Button } from '@truemark/ui/primitives/Button'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { useLostSends, type LostSend } from '../data/pending.ts'
import { useDateTime, useErrorText } from '../i18n/door.ts'

/** What a lost request would do, as its person reads it, and how it is sent once more. */
export interface Lost {
  readonly what: ReactNode
  /** Sends the body as it was kept, so that it is byte for byte the request whose key it bears, and takes the answer. */
  readonly again: () => Promise<void>
}

interface LostSendsProps {
  route: RouteDefinition
  /** Reads a kept body; null where it is none of the route's. */
  read: (body: unknown) => Lost | null
}

/** Orders that were sent and whose answers were lost, also before a reload: sent again they are carried out once at most. */
export function LostSends({ route, read }: LostSendsProps) {
  const { sends, look } = useLostSends(route)
  return sends.map((send) => {
    const lost = read(send.body)
    return lost && <LostNotice key={send.madeAt} send={send} {...lost} onDone={look} />
  })
}

function LostNotice({ send, what, again, onDone }: Lost & { send: LostSend; onDone: () => void }) {
  const t = useTranslations('spot')
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const dateTime = useDateTime()
  const retry = useMutation({
    mutationFn: again,
    onSuccess: () => void toast.success(notices('orderCreated')),
    onError: (failure) => void toast.error(errorText(failure)),
    onSettled() {
      void refreshAccount()
      onDone()
    },
  })
  return (
    <div role="alert" className="mx-4 my-2 flex flex-col gap-2 rounded-card bg-surface p-4 text-14">
      <p className="font-semibold text-warning">{t('lostTitle')}</p>
      <p className="text-secondary">
        {what} · <span className="figures">{dateTime(send.madeAt)}</span>
      </p>
      <p className="text-secondary">{t('lostText')}</p>
      <div className="flex gap-2">
        <Button kind="secondary" compact busy={retry.isPending} onClick={() => retry.mutate()}>
          {t('lostRetry')}
        </Button>
        <Button kind="quiet" compact disabled={retry.isPending} onClick={send.forget}>
          {t('lostForget')}
        </Button>
      </div>
    </div>
  )
}
