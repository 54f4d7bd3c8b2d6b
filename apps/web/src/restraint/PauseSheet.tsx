import type { PauseLength } from '@truemark/protocol/routes/restraint'
import { Button } from '@truemark/ui/primitives/Button'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { focusFault } from '../identity/door.ts'
import { isAboutProof, isProofWhole, Refused, StepUpFields, useProof, useRefusalText } from '../wallet/door.ts'
import { usePause } from './restraints.ts'

/** Asks who it is before a pause so long that a stolen session must not begin it. */
export function PauseSheet({ length, onClose }: { length: PauseLength; onClose: () => void }) {
  const t = useTranslations('restraint.pause')
  const action = useTranslations('shell.action')
  const refusalText = useRefusalText()
  const [proof, setProof] = useProof()
  const [tried, setTried] = useState(false)
  const form = useId()
  const set = usePause({
    onKept() {
      onClose()
      toast.success(t('done'))
    },
    onRefused: () => undefined,
  })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && !set.isPending && onClose()}
      title={t('confirmTitle', { length: t(`lengths.${length}`) })}
      description={t('confirmText')}
      closeLabel={action('close')}
      footer={
        <Button kind="danger" wide type="submit" form={form} busy={set.isPending}>
          {t('button')}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isProofWhole(proof)) return focusFault(event.currentTarget)
          if (!set.isPending) set.mutate({ length, proof })
        }}
        className="flex flex-col gap-3"
      >
        <StepUpFields proof={proof} tried={tried} failure={set.error} onChange={setProof} />
        <Refused text={set.isError && !isAboutProof(set.error) ? refusalText(set.error) : undefined} />
      </form>
    </Sheet>
  )
}
