import { useMutation, useQueryClient } from '@tanstack/react-query'
import { walletSettingsChange } from '@truemark/protocol/routes/payees'
import { Button } from '@truemark/ui/primitives/Button'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { Switch } from '@truemark/ui/primitives/Switch'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { focusFault } from '../identity/door.ts'
import { Refused } from './Refused.tsx'
import { useRefusalText } from './refusal.ts'
import { isProofWhole, proven, useProof } from './proof.ts'
import { isAboutProof, StepUpFields } from './stepUp.tsx'
import { useWalletSettings, walletKey } from './walletQueries.ts'

/** Whether what is newly saved waits for a day; a change is proved anew. */
export function HoldSwitch() {
  const t = useTranslations('wallet.address')
  const { data } = useWalletSettings()
  const [asked, ask] = useState(false)
  if (data === undefined) return null
  return (
    <section className="flex items-center gap-3 rounded-card bg-surface py-3 pr-2 pl-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <h2 className="text-16 font-medium">{t('holdTitle')}</h2>
        <p className="text-12 text-quiet">{t('holdText')}</p>
      </div>
      <Switch label={t('holdTitle')} checked={data.payee_hold} onCheckedChange={() => ask(true)} />
      {asked && <HoldSheet hold={!data.payee_hold} onClose={() => ask(false)} />}
    </section>
  )
}

function HoldSheet({ hold, onClose }: { hold: boolean; onClose: () => void }) {
  const t = useTranslations('wallet.address')
  const action = useTranslations('shell.action')
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const [proof, setProof] = useProof()
  const [tried, setTried] = useState(false)
  const form = useId()
  const save = useMutation({
    mutationFn: async () => call(walletSettingsChange, { body: await proven({ payee_hold: hold, ...proof }) }),
    onSuccess() {
      toast.success(t(hold ? 'holdOn' : 'holdOff'))
      void queries.invalidateQueries({ queryKey: walletKey })
      onClose()
    },
  })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title={t('holdTitle')}
      description={t(hold ? 'holdText' : 'holdOff')}
      closeLabel={action('close')}
      footer={
        <Button wide type="submit" form={form} busy={save.isPending}>
          {action('confirm')}
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
          if (!save.isPending) save.mutate()
        }}
        className="flex flex-col gap-3"
      >
        <StepUpFields proof={proof} tried={tried} failure={save.error} onChange={setProof} />
        <Refused text={save.isError && !isAboutProof(save.error) ? refusalText(save.error) : undefined} />
      </form>
    </Sheet>
  )
}
