import { useTranslations } from 'use-intl'
import { DropDeed } from '../deed/door.ts'

interface DropDraftProps {
  /** What it is a draft of. */
  of: string
  touches: readonly string[]
  send: () => Promise<unknown>
  onClose: () => void
}

/** Asks once whether a draft is to be thrown away. */
export function DropDraft(props: DropDraftProps) {
  const t = useTranslations('desk.draft')
  return <DropDeed {...props} label={t('drop')} text={t('dropText')} done={t('dropped')} />
}
