import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useTranslations } from 'use-intl'
import { Article } from './Article.tsx'

/** The user agreement over the screen one is on, for a guest who is about to accept it. */
export function AgreementSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('shell')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title.userAgreement')} closeLabel={t('action.close')}>
      {open && <Article kind="userAgreement" />}
    </Sheet>
  )
}
