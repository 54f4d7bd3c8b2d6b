import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { OwnSheet } from '../parts/OwnSheet.tsx'

const Article = lazyPart(() => import('./Article.tsx').then((m) => m.Article))

/** The user agreement over the screen one is on, for a guest who is about to accept it. */
export function AgreementSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('shell')
  return (
    <OwnSheet open={open} onClose={() => onOpenChange(false)} title={t('title.userAgreement')}>
      {open && (
        <Suspense fallback={<Skeleton className="h-40 w-full rounded-card" />}>
          <Article kind="userAgreement" />
        </Suspense>
      )}
    </OwnSheet>
  )
}
