import { Pencil, Send, Trash2, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { RowButton } from '../table/door.ts'

interface DraftActionsProps {
  /** What it is a draft of. */
  of: string
  publish: string
  icon?: LucideIcon
  onPublish: () => void
  onEdit: () => void
  onDrop: () => void
}

/** What is done with a draft from its row: asked to be put in force, written anew, thrown away. */
export function DraftActions({ of, publish, icon = Send, onPublish, onEdit, onDrop }: DraftActionsProps) {
  const t = useTranslations('desk.draft')
  return (
    <>
      <RowButton icon={icon} label={publish} of={of} onPress={onPublish} />
      <RowButton icon={Pencil} label={t('edit')} of={of} onPress={onEdit} />
      <RowButton icon={Trash2} label={t('drop')} of={of} onPress={onDrop} />
    </>
  )
}
