import { serverNow } from '@truemark/ui/device/serverTime'
import { Button } from '@truemark/ui/primitives/Button'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'
import { OwnSheet } from '../table/door.ts'

/** Which draft is written, and whether its sheet is open. */
export interface DraftSheetProps<Draft> {
  /** The draft that is written anew; null for a new one. */
  id: string | null
  start: Draft
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Written<Draft, Field extends string> {
  draft: Draft
  setDraft: (draft: Draft) => void
  /** What is wrong with what stands there, once saving was tried. */
  faults: ReadonlySet<Field>
}

interface DraftFrameProps<Draft, Field extends string> {
  sheet: DraftSheetProps<Draft>
  /** What it is called while it is new, where that is not a draft of something new. */
  title?: string | undefined
  faultsOf: (draft: Draft, openedAt: number) => ReadonlySet<Field>
  /** Keeps what stands there: as a new draft, or in place of the one with this id. */
  make: (draft: Draft) => Promise<unknown>
  change: (id: string, draft: Draft) => Promise<unknown>
  touches: readonly string[]
  children: (written: Written<Draft, Field>) => ReactNode
}

/** The sheet in which a draft is written: nobody but the desk sees it before it is published. */
export function DraftFrame<Draft, Field extends string>({
  sheet: { id, start, open, onOpenChange },
  title,
  faultsOf,
  make,
  change,
  touches,
  children,
}: DraftFrameProps<Draft, Field>) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(start)
  const [openedAt] = useState(() => serverNow())
  const [tried, setTried] = useState(false)
  const send = () => (id === null ? make(draft) : change(id, draft))
  const deed = useDeed({ send, touches, done: () => t('draft.saved') })
  const faults = faultsOf(draft, openedAt)
  const press = () => {
    setTried(true)
    if (faults.size > 0) return focusFault()
    if (!deed.busy) void deed.run(undefined).then((done) => done && onOpenChange(false))
  }
  return (
    <OwnSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={id === null ? (title ?? t('draft.add')) : t('draft.edit')}
      footer={
        <Button className="flex-1" busy={deed.busy} onClick={press}>
          {t('draft.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {children({ draft, setDraft, faults: tried ? faults : new Set() })}
        <p className="text-12 text-quiet">{t('audited')}</p>
        <FailureNote text={deed.failure} />
      </div>
    </OwnSheet>
  )
}
