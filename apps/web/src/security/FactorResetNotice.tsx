import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { factorResetRead, factorResetRefuse } from '@truemark/protocol/routes/factorReset'
import { Button } from '@truemark/ui/primitives/Button'
import { ShieldAlert } from 'lucide-react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { useDeadline, useErrorText } from '../i18n/door.ts'

const resetQuery = (uid: string | undefined) =>
  queryOptions({ queryKey: ['factorReset', uid], queryFn: () => call(factorResetRead, {}) })

/** That somebody says this account's authenticator is lost, and the owner's no to it. Nothing where nobody does. */
export function FactorResetNotice() {
  const t = useTranslations('security.factorReset')
  const deadline = useDeadline()
  const errorText = useErrorText()
  const queries = useQueryClient()
  const uid = useSession((state) => userOf(state)?.uid)
  const query = resetQuery(uid)
  const { data } = useQuery({ ...query, enabled: uid !== undefined })
  const refuse = useMutation({
    mutationFn: () => call(factorResetRefuse, {}),
    onSuccess: () => void toast.success(t('refused')),
    onError: (failure) => void toast.error(errorText(failure)),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  })
  const reset = data?.reset ?? null
  if (reset === null) return null
  return (
    <section aria-label={t('title')} className="flex gap-3 rounded-card bg-danger-soft px-4 py-3 text-14">
      <ShieldAlert size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <h2 className="font-medium">{t('title')}</h2>
        <p className="text-secondary">{reset.due === null ? t('asked') : t('due', { time: deadline(reset.due) })}</p>
        <Button kind="danger" compact busy={refuse.isPending} onClick={() => !refuse.isPending && refuse.mutate()}>
          {t('refuse')}
        </Button>
      </div>
    </section>
  )
}
