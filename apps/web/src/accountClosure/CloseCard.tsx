import { useMutation } from '@tanstack/react-query'
import { accountClose } from '@truemark/protocol/routes/closing'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { signOutPerson, useSession } from '../data/session.ts'
import { type Proof, proven, ProofSheet } from '../wallet/door.ts'

/** Closes the account for good, after a proof of who asks. */
export function CloseCard() {
  const t = useTranslations('accountClosure.close')
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
  const t = useTranslations('accountClosure.close')
  const close = useMutation({
    mutationFn: async (proof: Proof) => call(accountClose, { body: await proven(proof) }),
    onSuccess() {
      signOutPerson()
      toast.success(t('done'))
    },
  })
  return (
    <ProofSheet
      title={t('title')}
      description={t('text')}
      confirm={t('confirm')}
      kind="danger"
      sending={close}
      onConfirm={close.mutate}
      onClose={onClose}
    />
  )
}
