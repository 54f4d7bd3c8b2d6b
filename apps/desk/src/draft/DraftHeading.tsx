import { Button } from '@truemark/ui/primitives/Button'
import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useMay } from '../data/session.ts'
import { Heading } from '../table/door.ts'

interface DraftHeadingProps {
  title: string
  text: string
  onAdd: () => void
}

/** The head of a list of products; whoever may write one begins here. */
export function DraftHeading({ title, text, onAdd }: DraftHeadingProps) {
  const t = useTranslations('desk.draft')
  const mayWrite = useMay('desk_market_write')
  return (
    <Heading
      title={title}
      text={text}
      actions={
        mayWrite && (
          <Button onClick={onAdd}>
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
            {t('add')}
          </Button>
        )
      }
    />
  )
}
