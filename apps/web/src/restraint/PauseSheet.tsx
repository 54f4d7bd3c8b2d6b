import type { PauseLength } from '@truemark/protocol/routes/restraint'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { ProofSheet } from '../wallet/door.ts'
import { usePause } from './restraints.ts'

/** Asks who it is before a pause so long that a stolen session must not begin it. */
export function PauseSheet({ length, onClose }: { length: PauseLength; onClose: () => void }) {
  const t = useTranslations('restraint.pause')
  const set = usePause({
    onKept() {
      onClose()
      toast.success(t('done'))
    },
    onRefused: () => undefined,
  })
  return (
    <ProofSheet
      title={t('confirmTitle', { length: t(`lengths.${length}`) })}
      description={t('confirmText')}
      confirm={t('button')}
      kind="danger"
      sending={set}
      onConfirm={(proof) => set.mutate({ length, proof })}
      onClose={onClose}
    />
  )
}
