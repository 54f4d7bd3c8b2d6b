import { useMutation, useQueryClient } from '@tanstack/react-query'
import { walletSettingsChange } from '@truemark/protocol/routes/payees'
import { Switch } from '@truemark/ui/primitives/Switch'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { type Proof, proven } from './proof.ts'
import { ProofSheet } from './ProofSheet.tsx'
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
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: async (proof: Proof) =>
      call(walletSettingsChange, { body: await proven({ payee_hold: hold, ...proof }) }),
    onSuccess() {
      toast.success(t(hold ? 'holdOn' : 'holdOff'))
      void queries.invalidateQueries({ queryKey: walletKey })
      onClose()
    },
  })
  return (
    <ProofSheet
      title={t('holdTitle')}
      description={t(hold ? 'holdText' : 'holdOff')}
      confirm={action('confirm')}
      sending={save}
      onConfirm={save.mutate}
      onClose={onClose}
    />
  )
}
