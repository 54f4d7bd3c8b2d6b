import { useMutation } from '@tanstack/react-query'
import { accountClose } from '@truemark/protocol/routes/closing'
import { Button } from '@truemark/ui/primitives/Button'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { signOutPerson, useSession } from '../data/session.ts'
import { focusFault } from '../identity/door.ts'
import { isAboutProof, isProofWhole, proven, Refused, StepUpFields, useProof, useRefusalText } from '../wallet/door.ts'

/** Closes the account for good, after a proof of who asks. */
export function CloseCard() {
  const t = useTranslations('leaving.close')
  const isReal = useSession((state) => state.mode === 'real')
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="close" className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <h2 id="close" className="text-16 font-medium">
        {t('title')}
      </h2>
      <p className="text-14 text-secondary">{isReal ? t('text') : t('demo')}</p>
      {isReal && (
        <Button kind="danger" wide onClick={() => setOpen(true)}>
          {t('button')}
        </Button>
      )}
      {open && <CloseSheet onClose={() => setOpen(false)} />}
    </section>
  )
}

function CloseSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('leaving.close')
  const action = useTranslations('shell.action')
  const refusalText = useRefusalText()
  const [proof, setProof] = useProof()
  const [tried, setTried] = useState(false)
  const form = useId()
  const close = useMutation({
    mutationFn: async () => call(accountClose, { body: await proven(proof) }),
    onSuccess() {
      signOutPerson()
      toast.success(t('done'))
    },
  })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && !close.isPending && onClose()}
      title={t('title')}
      description={t('text')}
      closeLabel={action('close')}
      footer={
        <Button kind="danger" wide type="submit" form={form} busy={close.isPending}>
          {t('confirm')}
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
          if (!close.isPending) close.mutate()
        }}
        className="flex flex-col gap-3"
      >
        <StepUpFields proof={proof} tried={tried} failure={close.error} onChange={setProof} />
        <Refused text={close.isError && !isAboutProof(close.error) ? refusalText(close.error) : undefined} />
      </form>
    </Sheet>
  )
}
